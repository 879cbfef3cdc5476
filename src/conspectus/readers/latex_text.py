r"""Unicode text from LaTeX as bibliographies have it: accents, symbols, simple maths, fonts, dashes.

"G{\"o}del" is "Gödel", "$\beta$-cells" is "β-cells", "$10^3$" is "10³", "\emph{in vivo}" is "in vivo",
"1--2" is "1–2". Text that is not LaTeX passes unharmed ("50% of $10 and $20", "~40 patients"). A macro that
nobody knows keeps its argument, or its name where it has none, so that nothing is lost.
"""

from __future__ import annotations

import re
import unicodedata
from functools import lru_cache

from conspectus.readers.raised_text import raised, subscript

_ACCENTS = {
    "'": "\u0301", "`": "\u0300", "^": "\u0302", '"': "\u0308", "~": "\u0303", "=": "\u0304", ".": "\u0307",
    "v": "\u030c", "u": "\u0306", "H": "\u030b", "c": "\u0327", "d": "\u0323", "b": "\u0331", "k": "\u0328",
    "r": "\u030a", "t": "\u0361", "U": "\u030e", "G": "\u030f",
    "hat": "\u0302", "tilde": "\u0303", "bar": "\u0304", "vec": "\u20d7", "dot": "\u0307", "ddot": "\u0308",
    "acute": "\u0301", "grave": "\u0300", "check": "\u030c", "breve": "\u0306", "mathring": "\u030a",
}  # fmt: skip
_SYMBOLS = {
    "ss": "ß", "SS": "SS", "o": "ø", "O": "Ø", "l": "ł", "L": "Ł", "ae": "æ", "AE": "Æ", "oe": "œ", "OE": "Œ",
    "aa": "å", "AA": "Å", "i": "ı", "j": "ȷ", "dh": "ð", "DH": "Ð", "th": "þ", "TH": "Þ", "dj": "đ", "DJ": "Đ",
    "ng": "ŋ", "NG": "Ŋ", "S": "§", "P": "¶", "dag": "†", "ddag": "‡", "copyright": "©", "pounds": "£",
    "textregistered": "®", "texttrademark": "™", "textcopyright": "©", "texteuro": "€", "euro": "€", "EUR": "€",
    "textendash": "–", "textemdash": "—", "textquoteleft": "‘", "textquoteright": "’", "textquotedblleft": "“",
    "textquotedblright": "”", "textquotesingle": "'", "textquotedbl": '"', "quotedblbase": "„", "glqq": "„",
    "grqq": "“", "quotesinglbase": "‚", "guillemotleft": "«", "guillemotright": "»", "guillemetleft": "«",
    "guillemetright": "»", "flqq": "«", "frqq": "»", "lq": "‘", "rq": "’", "textbackslash": "\\",
    "textasciitilde": "~", "textasciicircum": "^", "textunderscore": "_", "textbar": "|", "textless": "<",
    "textgreater": ">", "textbraceleft": "{", "textbraceright": "}", "textdollar": "$", "textdegree": "°",
    "degree": "°", "degreeCelsius": "°C", "textcelsius": "℃", "celsius": "°C", "textmu": "µ", "micro": "µ",
    "textpm": "±", "texttimes": "×", "textbullet": "•", "textperiodcentered": "·", "textordmasculine": "º",
    "textordfeminine": "ª", "textexclamdown": "¡", "textquestiondown": "¿", "textellipsis": "…", "ldots": "…",
    "dots": "…", "cdots": "⋯", "lbrace": "{", "rbrace": "}", "slash": "/", "space": " ", "quad": " ",
    "qquad": " ", "thinspace": " ", "enspace": " ", "LaTeX": "LaTeX", "TeX": "TeX", "BibTeX": "BibTeX",
    "LaTeXe": "LaTeX2e", "pm": "±", "mp": "∓", "times": "×", "cdot": "·", "div": "÷", "leq": "≤", "le": "≤",
    "geq": "≥", "ge": "≥", "neq": "≠", "ne": "≠", "approx": "≈", "sim": "∼", "simeq": "≃", "equiv": "≡",
    "propto": "∝", "infty": "∞", "to": "→", "rightarrow": "→", "leftarrow": "←", "leftrightarrow": "↔",
    "Rightarrow": "⇒", "uparrow": "↑", "downarrow": "↓", "in": "∈", "notin": "∉", "subset": "⊂", "cup": "∪",
    "cap": "∩", "forall": "∀", "exists": "∃", "partial": "∂", "nabla": "∇", "sum": "∑", "prod": "∏", "int": "∫",
    "circ": "°", "prime": "′", "ell": "ℓ", "hbar": "ℏ", "ast": "∗", "star": "⋆", "ll": "≪", "gg": "≫",
    "lesssim": "≲", "gtrsim": "≳", "langle": "⟨", "rangle": "⟩", "mid": "|", "vert": "|", "Vert": "‖", "log": "log",
    "ln": "ln", "exp": "exp", "sin": "sin", "cos": "cos", "tan": "tan", "max": "max", "min": "min", "lim": "lim",
    "alpha": "α", "beta": "β", "gamma": "γ", "delta": "δ", "epsilon": "ε", "varepsilon": "ε", "zeta": "ζ",
    "eta": "η", "theta": "θ", "vartheta": "ϑ", "iota": "ι", "kappa": "κ", "lambda": "λ", "mu": "μ", "nu": "ν",
    "xi": "ξ", "pi": "π", "rho": "ρ", "sigma": "σ", "varsigma": "ς", "tau": "τ", "upsilon": "υ", "phi": "φ",
    "varphi": "φ", "chi": "χ", "psi": "ψ", "omega": "ω", "Gamma": "Γ", "Delta": "Δ", "Theta": "Θ", "Lambda": "Λ",
    "Xi": "Ξ", "Pi": "Π", "Sigma": "Σ", "Upsilon": "Υ", "Phi": "Φ", "Psi": "Ψ", "Omega": "Ω",
}  # fmt: skip
_GREEK_IN_TEXT = re.compile(r"text(?=(?:alpha|beta|gamma|delta|epsilon|zeta|eta|theta|iota|kappa|lambda|mu|nu|xi|pi|"
                            r"rho|sigma|tau|upsilon|phi|chi|psi|omega)\Z)", re.IGNORECASE)  # fmt: skip
_DOUBLE = {"R": "ℝ", "N": "ℕ", "Z": "ℤ", "Q": "ℚ", "C": "ℂ"}
# Macros that change how things look, or do nothing; they vanish without a trace.
_SILENT_NAMES = """
    em it bf sc rm tt sl sf itshape bfseries scshape rmfamily ttfamily sffamily mdseries upshape slshape normalfont
    tiny scriptsize footnotesize small normalsize large Large LARGE huge Huge relax protect displaystyle textstyle
    limits nolimits left right big Big bigl bigr Bigl Bigr newblock noindent par nobreak allowbreak hfill hskip
    ignorespaces unskip bgroup egroup boldmath cal mit bibstring
"""
_SILENT = frozenset(_SILENT_NAMES.split())
# Macros whose (first) argument is no text.
_SWALLOWING = frozenset({
    "begin", "end", "noopsort", "vspace", "hspace", "vphantom", "phantom", "hphantom", "color", "fontsize",
    "selectlanguage", "label", "kern",
})  # fmt: skip
_SECOND_IS_TEXT = frozenset({"href", "textcolor", "colorbox", "foreignlanguage", "hyperlink"})
_LITERAL = frozenset("&%$#_{}@\"'`|<>+*")
_SPACES = frozenset(" ,;:\n\t~>")
_NOTHING = frozenset("-/!)(][@")
_LATEX = re.compile(r"[\\{}$~]|--|``|''|\?`|!`")
_NAME = re.compile(r"[A-Za-z]+\*?")
_WORDS = re.compile(r"[A-Za-z]{3,}")
_BRACES = re.compile(r"[{}]")
_SPECIAL = re.compile(r"[\\{}$~^_`'?!-]")
_GROUP_AHEAD = re.compile(r"\s*(?:\[[^\[\]]*\]\s*)?\{")
_DEEPEST = 40


def latex_to_text(text: str) -> str:
    r"""Gives ``text`` with LaTeX resolved to Unicode, NFC; braces vanish, white space stays as it is.

    Never fails: unbalanced braces vanish, a lone dollar sign stays.

    Example:
        >>> latex_to_text(r"{\'E}cole d'{\^E}tre: $\beta$--$\gamma$")
        "École d'Être: β–γ"
    """
    if not _LATEX.search(text):
        return text
    return unicodedata.normalize("NFC", _Scanner(text, _Groups(text)).run())


def closing_brace(text: str, start: int) -> int:
    """Gives the offset of the brace that closes the one at ``start``, or -1; escaped braces count as braces do."""
    depth = 0
    for found in _BRACES.finditer(text, start):
        depth += 1 if found.group() == "{" else -1
        if depth == 0:
            return found.start()
    return -1


class _Groups:
    """Where the groups of a text end: found in one pass over it, however deep they are nested in each other."""

    def __init__(self, text: str) -> None:
        self._text = text
        self._ends: dict[int, int] | None = None

    def end(self, start: int) -> int:
        """Gives what ``closing_brace`` gives."""
        if self._ends is None:
            self._ends, waiting = {}, []
            for found in _BRACES.finditer(self._text):
                if found.group() == "{":
                    waiting.append(found.start())
                elif waiting:
                    self._ends[waiting.pop()] = found.start()
        return self._ends.get(start, -1)


class _Scanner:
    """Walks over one group of LaTeX, which stands at an offset of the whole text, and collects its text."""

    def __init__(self, text: str, groups: _Groups, offset: int = 0, *, maths: bool = False, depth: int = 0) -> None:
        self.text = text
        self.groups = groups
        self.offset = offset
        self.maths = maths
        self.depth = depth
        self.place = 0
        self.out: list[str] = []

    def run(self) -> str:
        while self.place < len(self.text):
            found = _SPECIAL.search(self.text, self.place)
            if found is None:
                self.out.append(self.text[self.place :])
                break
            self.out.append(self.text[self.place : found.start()])
            self.place = found.start() + 1
            self.special(found.group())
        return "".join(self.out)

    def within(self, start: int, end: int, *, maths: bool) -> str:
        """Gives the text of a part of the group."""
        inside = self.text[start:end]
        if self.depth >= _DEEPEST:
            return inside.replace("{", "").replace("}", "")
        return _Scanner(inside, self.groups, self.offset + start, maths=maths, depth=self.depth + 1).run()

    def special(self, char: str) -> None:
        if char == "\\":
            self.out.append(self.macro())
        elif char == "{":
            self.place -= 1
            self.out.append(self.argument())
        elif char == "$":
            self.dollar()
        elif char == "~":
            before, after = self.text[self.place - 2 : self.place - 1], self.text[self.place : self.place + 1]
            about = after.isdigit() and (not before or before in " \n(" or self.place == 1)
            self.out.append("~" if about else " ")
        elif char in "^_" and self.maths:
            self.script(char)
        elif char != "}":
            self.out.append(self.punctuation(char))

    def punctuation(self, char: str) -> str:
        rest = self.text[self.place : self.place + 2]
        for written, meant, extra in (
            ("---", "—", 2), ("--", "–", 1), ("``", "“", 1), ("''", "”", 1), ("?`", "¿", 1), ("!`", "¡", 1)
        ):  # fmt: skip
            if (char + rest).startswith(written) and not self.maths:
                self.place += extra
                return meant
        if char == "'" and self.maths:
            return "′"
        return "‘" if char == "`" else char

    def dollar(self) -> None:
        if self.text.startswith("$", self.place):
            self.place += 1
        end = self.text.find("$", self.place)
        while end > 0 and self.text[end - 1] == "\\":
            end = self.text.find("$", end + 1)
        inside = self.text[self.place : end] if end >= 0 else ""
        is_money = not re.search(r"[\\^_{]", inside) and (len(_WORDS.findall(inside)) > 1 or inside[-1:].isspace())
        if end < 0 or is_money:
            self.out.append("$")
            return
        start, self.place = self.place, end + (2 if self.text.startswith("$$", end) else 1)
        self.out.append(self.within(start, end, maths=True))

    def script(self, char: str) -> None:
        inner = self.argument()
        self.out.append(raised(inner, after=self.before()) if char == "^" else subscript(inner))

    def before(self) -> str:
        """Gives the character before, "" at the head of a group."""
        return next((part[-1] for part in reversed(self.out) if part), "")

    def argument(self) -> str:
        """Gives the text of the next group, macro or character, and moves behind it."""
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1
        char = self.text[self.place : self.place + 1]
        if char == "{":
            start, end = self.place + 1, self.groups.end(self.offset + self.place) - self.offset
            if not 0 <= end < len(self.text):
                end = len(self.text)
            self.place = min(end + 1, len(self.text))
            return self.within(start, end, maths=self.maths)
        self.place += 1
        if char == "\\":
            self.depth += 1
            if self.depth > _DEEPEST:
                self.depth -= 1
                return ""
            result = self.macro()
            self.depth -= 1
            return result
        return "" if char == "}" else char

    def macro(self) -> str:
        """Gives the text of the macro whose backslash has just been passed, and moves behind its arguments."""
        found = _NAME.match(self.text, self.place)
        if found is None:
            return self.character_macro()
        name = found.group().rstrip("*")
        self.place = found.end()
        has_group = _GROUP_AHEAD.match(self.text, self.place)
        if name in _ACCENTS and (len(name) == 1 or self.maths or has_group):
            return self.accent(name)
        symbol = _SYMBOLS.get(_GREEK_IN_TEXT.sub("", name)) or _rare_symbol(name)
        if symbol or name in _SILENT:
            self.skip_space()
            return symbol
        if has_group is None:
            return f"\\{name}"
        self.place = has_group.end() - 1
        return self.with_arguments(name)

    def with_arguments(self, name: str) -> str:
        first = self.argument()
        if name in _SWALLOWING:
            return ""
        if self.text.startswith("{", self.place):
            if name in _SECOND_IS_TEXT:
                return self.argument()
            if name in ("frac", "tfrac", "dfrac"):
                return f"{first}/{self.argument()}"
        if name == "sqrt":
            return f"√{first}" if len(first) == 1 else f"√({first})"
        if name == "mathbb":
            return _DOUBLE.get(first, first)
        if name in ("textsuperscript", "textsubscript"):
            return raised(first, after=self.before()) if name == "textsuperscript" else subscript(first)
        if name in ("enquote", "mkbibquote"):
            return f"“{first}”"
        return first

    def character_macro(self) -> str:
        char = self.text[self.place : self.place + 1]
        self.place += 1
        if char in _ACCENTS and not (char in "'`=" and self.text[self.place : self.place + 1] in ("", " ")):
            return self.accent(char)
        if char == "\\":
            return " "
        if char in _SPACES and char:
            return " "
        if char in _LITERAL and char:
            return char
        if char in ("(", "["):
            close = "\\)" if char == "(" else "\\]"
            end = self.text.find(close, self.place)
            if end >= 0:
                start, self.place = self.place, end + 2
                return self.within(start, end, maths=True)
        return "" if char in _NOTHING else f"\\{char}"

    def accent(self, name: str) -> str:
        base = self.argument()
        if not base or not (base[0].isalpha() or base[0] == " "):
            # A lone accent ("\~{}" in addresses) is its own character.
            return (name if name in "~^`'\"" else "") + base
        plain = {"ı": "i", "ȷ": "j"}.get(base[0], base[0])
        return unicodedata.normalize("NFC", plain + _ACCENTS[name]) + base[1:]

    def skip_space(self) -> None:
        if self.maths:
            return
        if self.text.startswith("{}", self.place):
            self.place += 2
            return
        while self.text[self.place : self.place + 1].isspace():
            self.place += 1


@lru_cache(maxsize=1024)
def _rare_symbol(name: str) -> str:
    """Gives the character of a macro that is not in our table but in pylatexenc's, or ""."""
    from pylatexenc.latex2text import get_default_latex_context_db

    spec = get_default_latex_context_db().get_macro_spec(name)
    meant = getattr(spec, "simplify_repl", None)
    if not isinstance(meant, str) or "%" in meant or len(meant) > 3 or not meant.strip():
        return ""
    return meant
