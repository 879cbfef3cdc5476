"""``python -m conspectus`` is the console script."""

from __future__ import annotations

import sys

from conspectus.cli.main import main

if __name__ == "__main__":
    sys.exit(main())
