"""Benchmarks by the name of their set: one file a layout, known by its content.

A benchmark of reviews is a class without arguments that follows
``conspectus.evaluation.benchmarks.loading.BenchmarkSet``. The data are never part of conspectus: name a
folder or file of your own with ``--data``.
"""

from conspectus.foundation.registry import Registry

BENCHMARKS = Registry(
    "benchmark set",
    {
        "deepscholar_bench": "conspectus.evaluation.benchmarks.deepscholar_bench:DeepScholarBench",
        "rwsdata": "conspectus.evaluation.benchmarks.rwsdata:RwsData",
        "citebench_sample": "conspectus.evaluation.benchmarks.citebench:CiteBench",
        "rwsg_ccby": "conspectus.evaluation.benchmarks.rwsg:Rwsg",
        "related_work_acl": "conspectus.evaluation.benchmarks.multi_xscience:RelatedWorkAcl",
        "multi_xscience": "conspectus.evaluation.benchmarks.multi_xscience:MultiXScience",
        "tad_tas2": "conspectus.evaluation.benchmarks.tad_tas2:TadTas2",
    },
    group="conspectus.benchmarks",
)
