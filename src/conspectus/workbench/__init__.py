"""The one place where parts are put together from settings; it delegates and never computes."""

from __future__ import annotations

from conspectus.workbench.answering import Answering
from conspectus.workbench.graphs import Graphs
from conspectus.workbench.parts import LIBRARY, LOCAL_LIBRARY
from conspectus.workbench.summarising import Summarising

__all__ = ["LIBRARY", "LOCAL_LIBRARY", "Workbench"]


class Workbench(Answering, Graphs, Summarising):
    """The parts that work together, each made when it is first asked for, and the verbs over them.

    Use it as a context manager, so that what was opened is closed.

    Example:
        >>> from conspectus.foundation.settings import load_settings
        >>> with Workbench(load_settings(arguments={"library.folder": "my-library"})) as workbench:
        ...     workbench.library_folder.name
        'my-library'

    Args:
        settings: Everything that can be set.
        events: Told of progress and warnings.
    """
