from __future__ import annotations

import inspect
import pickle
import re

import pytest

from conspectus.foundation import errors
from conspectus.foundation.errors import BrokenRecord, ConspectusError, Kind

TREE = [value for value in vars(errors).values() if inspect.isclass(value) and issubclass(value, ConspectusError)]


@pytest.mark.parametrize("error", TREE, ids=lambda error: error.__name__)
def test_every_error_says_what_happened_and_the_way_forward(error: type[ConspectusError]) -> None:
    raised = error("The file a.ris is empty.", hint="Give another file.")
    assert str(raised) == raised.message == "The file a.ris is empty."
    assert raised.hint == "Give another file."
    assert error("It failed.").hint == ""
    with pytest.raises(ConspectusError):
        raise raised


@pytest.mark.parametrize("error", TREE, ids=lambda error: error.__name__)
def test_an_error_crosses_a_process_boundary_whole(error: type[ConspectusError]) -> None:
    copy = pickle.loads(pickle.dumps(error("It failed.", hint="Try again.")))
    assert type(copy) is error
    assert (str(copy), copy.message, copy.hint, copy.code, copy.kind) == (
        "It failed.",
        "It failed.",
        "Try again.",
        error.code,
        error.kind,
    )


def test_a_broken_record_keeps_its_place_across_processes() -> None:
    copy = pickle.loads(pickle.dumps(BrokenRecord("No title.", record=3, line=41, hint="Add one.")))
    assert (copy.record, copy.line, copy.hint) == (3, 41, "Add one.")


def test_codes_are_unique_and_follow_the_tree() -> None:
    codes = [error.code for error in TREE]
    assert len(set(codes)) == len(codes)
    for error in TREE:
        parent = error.__bases__[0]
        if issubclass(parent, ConspectusError) and parent is not ConspectusError:
            assert error.code.startswith(f"{parent.code}.")


def test_the_drawing_at_the_top_shows_the_whole_tree() -> None:
    drawn = re.findall(r"^[\s│├└─]*([A-Z]\w+)", inspect.getdoc(errors) or "", flags=re.MULTILINE)
    assert {error.__name__ for error in TREE} <= set(drawn)


@pytest.mark.parametrize(
    ("name", "kind", "built_in"),
    [
        ("UsageError", Kind.USAGE, ValueError),
        ("UnknownName", Kind.USAGE, LookupError),
        ("InputError", Kind.INPUT, ValueError),
        ("UnknownFormat", Kind.INPUT, ValueError),
        ("UnreadableFile", Kind.INPUT, OSError),
        ("BrokenRecord", Kind.INPUT, ValueError),
        ("NothingFound", Kind.EMPTY, LookupError),
        ("LibraryError", Kind.STATE, Exception),
        ("LibraryLocked", Kind.UNAVAILABLE, TimeoutError),
        ("EngineError", Kind.INTERNAL, Exception),
        ("GroundingError", Kind.INTERNAL, ValueError),
    ],
)
def test_generic_handlers_and_interfaces_see_what_they_expect(name: str, kind: Kind, built_in: type[Exception]) -> None:
    error = getattr(errors, name)
    assert error.kind is kind
    assert issubclass(error, built_in)
