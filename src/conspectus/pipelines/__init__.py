"""The written products, one folder each."""

from conspectus.foundation.registry import Registry

PIPELINES = Registry(
    "product",
    {"review": "conspectus.pipelines.literature_review.pipeline:write_review"},
    group="conspectus.pipelines",
)
# The request model of each product, apart from its pipeline so that interfaces can ask for it cheaply.
REQUESTS = Registry(
    "request",
    {"review": "conspectus.pipelines.literature_review.request:ReviewRequest"},
    group="conspectus.requests",
)
