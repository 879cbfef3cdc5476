"""Files into a library, papers out of it, and a passage by its id."""

from pathlib import Path

from conspectus import Workbench, load_settings, passages_of, resolve_passage

Path("export.ris").write_text(
    "TY  - JOUR\nTI  - Four wells\nAU  - Moor, Ida\nPY  - 2020\nDO  - 10.1000/wells\n"
    "AB  - We measured four wells. Levels fell by 2 m.\nER  - \n"
)

settings = load_settings(arguments={"library.folder": "my-library"})
with Workbench(settings) as workbench:
    report = workbench.add([Path("export.ris")])
    print(report.added, "added;", len(report.failed), "failed")

    paper = workbench.library.resolve("10.1000/wells")
    assert paper is not None
    second = passages_of(paper)[1]
    print(second.id, "|", second.quote)

    again, place = resolve_passage(paper, second.version, second.address)
    assert again == second
    assert place.kind == "sentence"
