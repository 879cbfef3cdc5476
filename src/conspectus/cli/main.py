"""The console script: finds the command, runs it, and turns errors into words and exit codes."""

from __future__ import annotations

import io
import os
import sys
from collections.abc import Sequence
from importlib import import_module
from typing import Annotated, Any

import typer
from typer.core import TyperGroup

from conspectus.cli import COMMANDS
from conspectus.cli.problems import (
    FAILED,
    INTERRUPTED,
    WRONG_USE,
    report_problem,
    report_surprise,
    say_error,
)
from conspectus.foundation.errors import ConspectusError


class LazyGroup(TyperGroup):
    """A group of commands that knows their names and help, and imports a command when it is invoked."""

    def list_commands(self, ctx: Any) -> list[str]:
        """Gives the names in table order."""
        return list(COMMANDS)

    def get_command(self, ctx: Any, cmd_name: str) -> Any:
        """Gives a command: the whole one to run it, only its name and help to list it."""
        if cmd_name not in COMMANDS:
            return None
        if ctx.resilient_parsing or _is_invoked(ctx):
            return _load(cmd_name)
        return _listed(cmd_name)

    def resolve_command(self, ctx: Any, args: list[str]) -> Any:
        """Gives the command that is invoked, near names in the error if there is none."""
        self.commands = dict.fromkeys(COMMANDS)  # type: ignore[assignment]  # typer looks here for near names
        ctx.meta["conspectus.invoked"] = True
        return super().resolve_command(ctx, args)


def main(argv: Sequence[str] | None = None) -> int:
    """Runs one command and gives its exit code.

    0 done, 1 failed, 2 wrong use, 3 done in part, 4 nothing found.

    Args:
        argv: The words after the program's name; by default those of this process.
    """
    _speak_utf8()
    try:
        code = typer.main.get_command(_application()).main(
            args=None if argv is None else list(argv), prog_name="conspectus", standalone_mode=False
        )
        sys.stdout.flush()
    except ConspectusError as error:
        return report_problem(error)
    except KeyboardInterrupt:
        code = INTERRUPTED
    except typer.Abort:
        say_error("Aborted.")
        return FAILED
    except BrokenPipeError:
        # Whoever read our output has gone; the rest must not be flushed into nowhere at exit.
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        return FAILED
    except Exception as error:
        # Typer brings its own exceptions, whose place differs between its versions; they have this method.
        if hasattr(error, "format_message"):
            return _report_wrong_use(error)
        return report_surprise(error)
    if code == INTERRUPTED:
        say_error("Interrupted.", "What was done before stays; run the command again to go on.")
    return code if isinstance(code, int) else 0


def _application() -> typer.Typer:
    application = typer.Typer(cls=LazyGroup, add_completion=False, no_args_is_help=True, rich_markup_mode=None)
    application.callback()(_root)
    return application


def _print_version(wanted: bool) -> None:
    if wanted:
        from importlib.metadata import version

        sys.stdout.write(f"conspectus {version('conspectus')}\n")
        raise typer.Exit()


def _root(
    version: Annotated[
        bool, typer.Option("--version", callback=_print_version, is_eager=True, help="Print the version and exit.")
    ] = False,
) -> None:
    """Cited overviews of the scientific literature, in which every sentence points at its evidence.

    Exit codes: 0 done, 1 failed, 2 wrong use, 3 done in part, 4 nothing found.
    """


def _is_invoked(context: Any) -> bool:
    return bool(context.meta.get("conspectus.invoked"))


def _load(name: str) -> Any:
    target, help_text = COMMANDS[name]
    module, _, attribute = target.partition(":")
    found = getattr(import_module(module), attribute)
    if not isinstance(found, typer.Typer):
        application = typer.Typer(add_completion=False, rich_markup_mode=None)
        application.command(help=found.__doc__ or help_text)(found)
        found = application
    command = typer.main.get_command(found)
    command.name = name
    return command


def _listed(name: str) -> Any:
    from typer.core import TyperCommand

    return TyperCommand(name, callback=None, help=COMMANDS[name][1], rich_markup_mode=None)


def _report_wrong_use(error: Any) -> int:
    context = getattr(error, "ctx", None)
    where = context.command_path if context is not None else "conspectus"
    message = str(error.format_message())
    if type(error).__name__ == "NoArgsIsHelpError":
        # No command was given: the message is the help.
        sys.stderr.write(f"{message}\n")
        return WRONG_USE
    say_error(message, f"`{where} --help` lists what can be given.")
    return WRONG_USE


def _speak_utf8() -> None:
    """Results are UTF-8 wherever they go, so that the same command prints the same bytes everywhere."""
    for stream in (sys.stdout, sys.stderr):
        if isinstance(stream, io.TextIOWrapper):
            stream.reconfigure(encoding="utf-8", errors="replace")
