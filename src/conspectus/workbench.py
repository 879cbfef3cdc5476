"""The one place where parts are put together from settings; it delegates and never computes."""

from __future__ import annotations
