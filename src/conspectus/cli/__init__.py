"""The command line: one file a command, loaded when it is invoked.

To add a command, write ``cli/<name>.py`` with a function ``command`` (its parameters become options, see
``cli/options.py``) or a ``typer.Typer`` application ``command`` that has subcommands, and add one line here.
"""

from __future__ import annotations

# Name: (where the command is, what `conspectus --help` says of it), in the order in which they are listed.
COMMANDS: dict[str, tuple[str, str]] = {
    "demo": ("conspectus.cli.demo:command", "Write a review of the bundled library and show it."),
    "add": ("conspectus.cli.add:command", "Add files of papers to the library."),
    "fetch": ("conspectus.cli.fetch:command", "Search a service and add the papers that it finds."),
    "papers": ("conspectus.cli.papers:command", "List the papers in the library."),
    "duplicates": ("conspectus.cli.duplicates:command", "Find, list, merge and split papers that may be one work."),
    "show": ("conspectus.cli.show:command", "Show one paper with the addresses of its passages."),
    "entities": ("conspectus.cli.entities:command", "List, merge and split the scientific entities of the library."),
    "graph": ("conspectus.cli.graph:command", "Export, ask, count, check, draw and serve the papers' graph."),
    "export": ("conspectus.cli.export:command", "Write references for a reference manager."),
    "write": ("conspectus.cli.write:command", "Write a cited overview: review, topic-page, summary, answer."),
    "evaluate": ("conspectus.cli.evaluate:command", "Score conspectus and its baselines on benchmarks."),
    "reindex": ("conspectus.cli.reindex:command", "Make the indexes anew from the library."),
    "doctor": ("conspectus.cli.doctor:command", "Examine the library and the program."),
}
