"""Which pairs of vectors reach a similarity: exact, without computing the pairs that cannot.

The share of a vector that lies in a few leading directions gives an upper bound of each similarity at a
fraction of the work (Cauchy–Schwarz): with u = a + r and v = b + s, where a and b are the parts in the leading
directions and r and s what is left, u·v = a·b + r·s ≤ a·b + |r||s|. Vectors are ordered so that a block of rows
holds similar ones; columns whose bound no row of the block reaches are left out. Only one half of the symmetric
matrix is computed.

Memory above the vectors: one copy of them, n²/8 bytes for the answer (12.5 MB for 10,000, 313 MB for 50,000),
and some 50 MB for each thread that computes. There are as many threads as BLAS would use.
"""

from __future__ import annotations

import threading
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray
from threadpoolctl import ThreadpoolController

from conspectus.foundation.errors import UsageError

TOLERANCE = 2.0**-22
"""How far below a threshold a similarity may be and still reach it: what rounding to float32 can take away.

Rounding two vectors of length 1 to float32 changes their similarity by at most 2⁻²³, and once more if a
vector is scaled to length 1 here. So a similarity of exactly 0.96 reaches 0.96, as in the published algorithm.
"""

Matrix = NDArray[np.float32]
Numbers = NDArray[np.intp]
Bits = NDArray[np.uint8]

_ROWS = 256
_COLUMNS = 8192
_DIRECTIONS = (16, 32, 64)
_SAMPLE = 512
_FEW = 2048
_UNIT = 1e-6
# By how much more pairs a block of rows leaves open than its rows do one by one, as measured.
_BLOCK_SHARE = 1.5
_ROUNDING = 1e-6
# Errors of a product of n terms grow as √n units of rounding with high probability (Higham and Mary 2019: A new
# approach to probabilistic rounding error analysis); so many times that is looked at again.
_ERRORS = 8.0


@dataclass(frozen=True, slots=True, kw_only=True)
class SimilarPairs:
    """For each vector a row of bits, one for each vector that is similar to it, itself among them.

    Rows and bits are in the order ``order``: row r is of vector ``order[r]``. Vectors of zeros are in no row.
    """

    bits: Bits
    order: Numbers
    computed: float
    """The share of the pairs whose similarity had to be computed in full, in [0, 1]."""

    def counts(self) -> Numbers:
        """Gives how many bits of each row are set."""
        return ones(self.bits)

    def members(self, row: Bits) -> Numbers:
        """Gives the numbers of the vectors whose bits are set in a row, smallest first."""
        places = np.flatnonzero(np.unpackbits(row, count=len(self.order)))
        return np.sort(self.order[places])


@contextmanager
def one_thread_each() -> Iterator[int]:
    """Gives how many threads BLAS would use, and holds it to one for the block, for threads that share the work.

    Threads with work of their own wait for one another once; those of BLAS do at every product, which costs many times
    the product itself where other programs want the cores.
    """
    controller = _blas()
    numbers = [int(pool["num_threads"]) for pool in controller.info() if pool["user_api"] == "blas"]
    with controller.limit(limits=1, user_api="blas"):
        yield max(numbers, default=1)


@cache
def _blas() -> ThreadpoolController:
    return ThreadpoolController()


def ones(bits: Bits) -> Numbers:
    """Gives how many bits are set, over the last axis."""
    if hasattr(np, "bitwise_count"):
        wide = bits.view(np.uint64) if bits.shape[-1] % 8 == 0 and bits.flags.c_contiguous else bits
        return np.asarray(np.bitwise_count(wide).sum(axis=-1, dtype=np.intp))
    return np.asarray(_ONES_OF_BYTE[bits].sum(axis=-1, dtype=np.intp))


_ONES_OF_BYTE = np.array([bin(byte).count("1") for byte in range(256)], dtype=np.uint8)


def unit_rows(vectors: NDArray[np.floating]) -> Matrix:
    """Gives float32 vectors of length 1, or all zeros where they were; those of length 1 are as they came.

    Raises:
        UsageError: They are no matrix, or hold something that is no finite number.
    """
    if vectors.ndim != 2:
        raise UsageError(f"Vectors are given as rows of a matrix, not with {vectors.ndim} axes.")
    rows = np.array(vectors, dtype=np.float32, order="C")
    for start in range(0, len(rows), _COLUMNS):
        part = rows[start : start + _COLUMNS]
        lengths = np.sqrt(np.einsum("ij,ij->i", part, part, dtype=np.float64))
        if not np.isfinite(lengths).all():
            odd = start + int(np.flatnonzero(~np.isfinite(lengths))[0])
            raise UsageError(f"Vector {odd} holds something that is no finite number.", hint="Embed the texts again.")
        for at in np.flatnonzero((np.abs(lengths - 1.0) > _UNIT) & (lengths > 0)):
            part[at] = (part[at].astype(np.float64) / lengths[at]).astype(np.float32)
    return rows


class PairFinder:
    """Finds the similar pairs of some vectors, at one threshold after another.

    Args:
        vectors: Rows of length 1 or zeros, as ``unit_rows`` gives them.
    """

    def __init__(self, vectors: Matrix) -> None:
        present = np.flatnonzero(vectors.any(axis=1))
        self._order = present
        self._rows = vectors if len(present) == len(vectors) else vectors[present]
        # Of few vectors every pair is computed sooner than any bound.
        self._bounds: tuple[Matrix, Matrix] | None = None
        if len(self._rows) >= _FEW:
            with one_thread_each():
                self._bounds = _leading_directions(self._rows)
        self._lead: Matrix | None = None
        self._own = threading.local()
        self._error = _ERRORS * 2.0**-24 * float(np.sqrt(vectors.shape[1]))

    def at(self, threshold: float) -> SimilarPairs:
        """Gives which vectors have a similarity (cosine) of at least a threshold, by exact computation.

        A similarity is that of the float32 vectors, computed in float64 wherever float32 could err.

        Args:
            threshold: Inclusive, in (0, 1]; see ``TOLERANCE``.

        Raises:
            UsageError: The threshold is out of range.
        """
        if not 0.0 < threshold <= 1.0:
            raise UsageError(f"A similarity threshold is above 0 and at most 1, not {threshold}.")
        count = len(self._rows)
        bits = np.zeros((count, -(-count // _ROWS) * (_ROWS // 8)), dtype=np.uint8)
        with one_thread_each() as threads:
            lead = self._bounding_parts(threshold)
            with ThreadPoolExecutor(threads if count > _ROWS else 1) as pool:
                # Each block has bytes of its own in every row, so that nobody writes where another does.
                computed = sum(
                    pool.map(lambda start: self._block(bits, lead, start, threshold), range(0, count, _ROWS))
                )
        _mirror(bits)
        places = np.arange(count)
        bits[places, places // 8] |= (128 >> (places % 8)).astype(np.uint8)
        return SimilarPairs(bits=bits, order=self._order, computed=computed / max(count * (count + 1) / 2, 1))

    def _block(self, bits: Bits, lead: Matrix | None, start: int, threshold: float) -> int:
        """Sets the bits of a block of vectors from itself on; gives how many pairs had to be computed in full."""
        count, computed = len(self._rows), 0
        stop = min(start + _ROWS, count)
        for first in range(start, count, _COLUMNS):
            columns = np.arange(first, min(first + _COLUMNS, count))
            if lead is not None:
                columns = columns[self._may_reach(lead[start:stop], lead[columns[0] : columns[-1] + 1], threshold)]
            computed += len(columns) * (stop - start)
            if len(columns):
                packed = np.packbits(self._reaching(columns, (start, stop), threshold), axis=1)
                bits[columns, start // 8 : start // 8 + packed.shape[1]] = packed
        return computed

    def _may_reach(self, block: Matrix, others: Matrix, threshold: float) -> Numbers:
        """Gives which of others some row of a block may be similar to, from their leading parts."""
        bounds = np.matmul(block, others.T, out=self._space(len(block), len(others)))
        return np.flatnonzero(bounds.max(axis=0) >= threshold - TOLERANCE - 2 * self._error)

    def _reaching(self, places: Numbers, block: tuple[int, int], threshold: float) -> NDArray[np.bool_]:
        """Gives which vectors are similar to which of a block; what float32 cannot tell is computed in float64."""
        others = self._rows[block[0] : block[1]]
        is_range = len(places) == places[-1] - places[0] + 1
        rows = self._rows[places[0] : places[-1] + 1] if is_range else self._rows[places]
        similarities = np.matmul(rows, others.T, out=self._space(len(rows), len(others)))
        mask: NDArray[np.bool_] = similarities >= threshold - TOLERANCE - self._error
        likely = np.flatnonzero(mask)
        unsure = likely[similarities.reshape(-1)[likely] < threshold - TOLERANCE + self._error]
        for at in range(0, len(unsure), _FEW):
            one, other = np.divmod(unsure[at : at + _FEW], len(others))
            exact = np.einsum("ij,ij->i", rows[one], others[other], dtype=np.float64)
            mask[one, other] = exact >= threshold - TOLERANCE
        return mask

    def _space(self, rows: int, columns: int) -> Matrix:
        buffer: Matrix | None = getattr(self._own, "buffer", None)
        if buffer is None:
            buffer = self._own.buffer = np.empty(_ROWS * _COLUMNS, dtype=np.float32)
        return buffer[: rows * columns].reshape(rows, columns)

    def _bounding_parts(self, threshold: float) -> Matrix | None:
        """Gives the leading parts that make the whole cheapest, None where they would not help.

        How many pairs they leave open is judged by pairs of a sample. When they are used for the first time, the
        rows are brought into an order in which similar ones are side by side.
        """
        if self._bounds is None:
            return None
        directions, sample = self._bounds
        best = 0
        cheapest = float(self._rows.shape[1])
        reach = threshold - TOLERANCE - 2 * self._error
        for number in (number for number in _DIRECTIONS if number <= directions.shape[1]):
            parts = _with_rest(sample[:, :number])
            cost = number + self._rows.shape[1] * _BLOCK_SHARE * float((parts @ parts.T >= reach).mean())
            if cost < cheapest:
                best, cheapest = number, cost
        if not best:
            return None
        if self._lead is None:
            self._lead, place = _side_by_side(self._rows @ directions)
            self._rows, self._order = self._rows[place], self._order[place]
        return _with_rest(self._lead[:, :best])


def _leading_directions(rows: Matrix) -> tuple[Matrix, Matrix]:
    """Gives orthonormal columns that hold most of the rows' length, and a sample of rows in their coordinates.

    N. Halko, P. G. Martinsson and J. A. Tropp (2011): Finding structure with randomness, algorithm 4.4.
    """
    width = rows.shape[1]
    number = min(max(_DIRECTIONS), width, len(rows))
    draw = np.random.default_rng(0)
    sample = rows[np.sort(draw.permutation(len(rows))[:_SAMPLE])]
    basis = draw.standard_normal((width, number), dtype=np.float32)
    for _ in range(2):
        basis = np.linalg.qr(sample.T @ (sample @ basis))[0]
    # Most important first, so that the first few are a good choice, too.
    parts = sample @ basis
    turned = np.linalg.eigh(parts.T @ parts)[1][:, ::-1]
    return np.ascontiguousarray(basis @ turned), parts @ turned


def _side_by_side(parts: Matrix) -> tuple[Matrix, Numbers]:
    """Gives rows in an order in which similar ones are near one another, and that order.

    Rows go to the most similar of some pivots, and pivots follow one another by similarity.
    """
    count = len(parts)
    pivots = parts[np.random.default_rng(1).choice(count, size=int(2 * np.sqrt(count)), replace=False)]
    between = pivots @ pivots.T
    rank = np.zeros(len(pivots), dtype=np.intp)
    at, left = 0, np.ones(len(pivots), dtype=np.bool_)
    for step in range(len(pivots)):
        rank[at], left[at] = step, False
        at = int(np.argmax(np.where(left, between[at], -np.inf)))
    nearest = np.concatenate([np.argmax(parts[s : s + _COLUMNS] @ pivots.T, axis=1) for s in range(0, count, _COLUMNS)])
    order = np.argsort(rank[nearest], kind="stable")
    return parts[order], order


def _with_rest(lead: Matrix) -> Matrix:
    """Gives leading coordinates with the length of what they leave out as one more, which makes products bounds."""
    rest = 1.0 - np.einsum("ij,ij->i", lead, lead, dtype=np.float64)
    # What rounding may have taken from the rest is put back, so that the bound stays one.
    return np.column_stack([lead, np.sqrt(np.maximum(rest, 0.0) + _ROUNDING).astype(np.float32)])


def _mirror(bits: Bits) -> None:
    """Sets for each bit below the diagonal the one above it."""
    count, step = len(bits), _ROWS // 8
    for start in range(0, count, _ROWS):
        below = np.zeros((-(-(count - start) // 8) * 8, step), dtype=np.uint8)
        below[: count - start] = bits[start:, start // 8 : start // 8 + step]
        above = _transposed(below)
        stop = min(start + _ROWS, count)
        bits[start:stop, start // 8 : start // 8 + above.shape[1]] |= above[: stop - start]


def _transposed(bits: Bits) -> Bits:
    """Gives a bit matrix with rows and columns exchanged; 8 × 8 squares are turned as 64-bit numbers.

    H. S. Warren (2012): Hacker's Delight, section 7-3.
    """
    rows, width = bits.shape
    squares = np.ascontiguousarray(bits.reshape(rows // 8, 8, width).transpose(2, 0, 1))
    numbers = squares.view(">u8")[..., 0].astype(np.uint64)
    for shift, mask in ((7, 0x00AA00AA00AA00AA), (14, 0x0000CCCC0000CCCC), (28, 0x00000000F0F0F0F0)):
        by = np.uint64(shift)
        swapped = (numbers ^ (numbers >> by)) & np.uint64(mask)
        numbers ^= swapped ^ (swapped << by)
    turned = numbers.astype(">u8")[..., None].view(np.uint8)
    return np.ascontiguousarray(turned.transpose(0, 2, 1)).reshape(width * 8, rows // 8)
