"""The elements of CSL styles as citeproc-py has them, with look-ups remembered and some faults mended.

citeproc-py searches the style by XPath for each word it prints, which makes 100 references take four seconds
in some styles. Here what an element found once it finds at once, as long as the element's object is kept.

Mended: parts of dates run together where the locale sets a delimiter ("2020Mar4"); a format printed for one
date leaks into the next; letters with accents are sorted behind all others; given names are cut to initials
where the style says not to; a title that stands in for missing authors is printed twice; titles are added to
every citation of styles that want them only to tell works apart.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from citeproc import model

from conspectus.exporters import marked_text
from conspectus.exporters.csl_styles import CSL
from conspectus.foundation.text.normalise import match_key


class _Remembering:
    """Mixed into every element: results of look-ups, which do not change once a style is loaded."""

    def _once(self, key: Any, find: Callable[[], Any]) -> Any:
        memory = self.__dict__.setdefault("_memory", {})
        if key not in memory:
            memory[key] = find()
        return memory[key]

    def get_root(self) -> Any:
        return self._once("root", super().get_root)  # type: ignore[misc]

    def get_layout(self) -> Any:
        return self._once("layout", super().get_layout)  # type: ignore[misc]

    def get_macro(self, name: str) -> Any:
        root = self.get_root()
        find = super().get_macro  # type: ignore[misc]
        return root._once(("macro", name), lambda: find(name))

    def get_term(self, name: str, form: Any = None, fallback_locale: bool = True, zero_padded: bool = False) -> Any:
        find = super().get_term  # type: ignore[misc]
        key = ("term", name, form, fallback_locale, zero_padded)
        return self.get_root()._once(key, lambda: find(name, form, fallback_locale, zero_padded))

    def __getattr__(self, name: str) -> Any:
        if name.startswith("_"):
            raise AttributeError(name)
        return self._once(("child", name), lambda: self.find(f"{CSL}{name}"))


class _Locale(_Remembering, model.Locale):  # type: ignore[misc]
    def get_term(self, name: str, form: Any = None, zero_padded: bool = False) -> Any:  # type: ignore[override]
        found = self._once(("term", name, form, zero_padded), lambda: self._find(name, form, zero_padded))
        if found is None:
            raise IndexError(name)
        return found

    def _find(self, name: str, form: Any, zero_padded: bool) -> Any:
        try:
            return model.Locale.get_term(self, name, form, zero_padded)
        except IndexError:
            return None


class _Text(_Remembering, model.Text):  # type: ignore[misc]
    def calls_variable(self) -> bool:
        return bool(self._once("calls", super().calls_variable))


class _Choose(_Remembering, model.Choose):  # type: ignore[misc]
    def calls_variable(self) -> bool:
        return bool(self._once("calls", super().calls_variable))


class _Name(_Remembering, model.Name):  # type: ignore[misc]
    def get_option(self, name: str, context: Any = None, sort_options: Any = None) -> Any:
        if name == "initialize-with" and self._keeps_given_names():
            return None
        find = super().get_option
        if sort_options and name in sort_options:
            return find(name, context, sort_options)
        return self._once(("option", name, id(context)), lambda: find(name, context, sort_options))

    def _keeps_given_names(self) -> bool:
        # citeproc-py does not know initialize="false", which keeps given names whole.
        holders = (self, *self.iterancestors(f"{CSL}citation", f"{CSL}bibliography", f"{CSL}style"))
        stated = self._once(
            "initialize", lambda: next((h.get("initialize") for h in holders if h.get("initialize")), "")
        )
        return bool(stated == "false")

    def et_al(self) -> Any:
        return self._once("et-al", super().et_al)


class _Names(_Remembering, model.Names):  # type: ignore[misc]
    def get_parent_delimiter(self, context: Any = None) -> Any:
        find = super().get_parent_delimiter
        return self._once(("delimiter", id(context)), lambda: find(context))

    def substitute(self) -> Any:
        return self._once("substitute", super().substitute)


class _Date(_Remembering, model.Date):  # type: ignore[misc]
    def is_locale_date(self) -> bool:
        return bool(self._once("localized", super().is_locale_date))

    def render_single_date(self, date: Any, show_parts: Any = None, context: Any = None) -> Any:
        parts = self.parts(date, show_parts, context) if context != self else self.parts(date, show_parts)
        if not parts:
            return None
        holder = context if self.is_locale_date() and not self.get("delimiter") else self
        return holder.join(parts)


class _DatePart(_Remembering, model.Date_Part):  # type: ignore[misc]
    def render(self, *args: Any, **kwargs: Any) -> Any:
        # citeproc-py writes the calling date's attributes into the locale's element.
        own = dict(self.attrib)
        try:
            return super().render(*args, **kwargs)
        finally:
            self.attrib.clear()
            self.attrib.update(own)


class _If(_Remembering, model.If):  # type: ignore[misc]
    def render(self, item: Any, context: Any = None, delimiter: str = "", **kwargs: Any) -> Any:
        if "disambiguate" in self.attrib and not item.get("disambiguate"):
            raise model.ConditionFailed
        return super().render(item, context=context, delimiter=delimiter, **kwargs)


class _ElseIf(_If):
    pass


class _Substitute(_Remembering, model.Substitute):  # type: ignore[misc]
    def render(self, item: Any, context: Any = None, **kwargs: Any) -> Any:
        text = super().render(item, context=context, **kwargs)
        title = str(item.reference.get("title", "")).casefold()
        if text and title and title in marked_text.to_plain(str(text)).casefold():
            context.get_layout().repressed.setdefault(f"{CSL}text", []).append("title")
        return text


class _Key(_Remembering, model.Key):  # type: ignore[misc]
    def sort_keys(self, items: Any, context: Any) -> Any:
        # citeproc-py compares code points, which puts "Łukasz" behind "Zhang" and quotation marks before all.
        return [
            key if key is None or isinstance(key, int) else _sort_key(key) for key in super().sort_keys(items, context)
        ]


_BASE_LETTERS = str.maketrans({"ł": "l", "ø": "o", "đ": "d", "ð": "d", "æ": "ae", "œ": "oe", "þ": "th", "ı": "i"})


def _sort_key(text: Any) -> str:
    return match_key(marked_text.to_plain(str(text))).translate(_BASE_LETTERS)


_MENDED: dict[str, type] = {
    "locale": _Locale,
    "text": _Text,
    "choose": _Choose,
    "name": _Name,
    "names": _Names,
    "date": _Date,
    "date-part": _DatePart,
    "key": _Key,
    "if": _If,
    "else-if": _ElseIf,
    "substitute": _Substitute,
}


def _element_classes() -> dict[str | None, type]:
    classes: dict[str | None, type] = {None: type("_Plain", (_Remembering, model.CitationStylesElement), {})}
    for given in model.CitationStylesElement.__subclasses__():
        tag = given.__name__.replace("_", "-").lower()
        if given.__module__ == model.__name__:
            classes[tag] = _MENDED.get(tag) or type(f"_{given.__name__}", (_Remembering, given), {})
    return classes


ELEMENT_CLASSES = _element_classes()
