"""Which spellings mean the same compiled and uncompiled.

Each probe is a tiny function over one record. It is run as plain Python and as numba compiles it,
on equal copies of the record; the result (value, type in the plain world) and the record's bytes
afterwards are compared. A line ends in `same`, or in DIFFERS with both outcomes. Run it after
every numba or numpy upgrade.
"""

from __future__ import annotations

import warnings
from collections.abc import Callable
from typing import Any

import numpy as np
from common import records, struct
from numba import njit

FRAME = struct(("kind", np.int16), ("arg", np.int16, (3,)))
LAB = struct(
    ("raw", np.int8, (7,)),
    ("small", np.int8),
    ("ready", np.bool_),
    ("mask", np.uint64),
    ("frame", FRAME),
)
GAME = struct(
    ("seed", np.uint64),
    ("seat", np.int8),
    ("i16", np.int16),
    ("i32", np.int32),
    ("flag", np.bool_),
    ("lab", LAB),
    ("labs", LAB, (4,)),
    ("stack", FRAME, (8,)),
    ("grid", np.int8, (4, 7)),
)


def fresh() -> Any:
    """A record with telling values: small ints at their limit, a seed with its top bit set."""
    game = records(1, GAME)[0]
    game.seed = np.uint64(0x9E3779B97F4A7C15)
    game.seat = 3
    game.i16 = 32767
    game.i32 = 7
    game.flag = True
    for i in range(4):
        game.labs[i]["small"] = 127 if i == 0 else -i
        game.labs[i]["mask"] = 5 + i
        for j in range(7):
            game.labs[i]["raw"][j] = i * 10 + j
    return game


# -- nested records: does a write go through? ------------------------------------------------------


def nested_subarray_add(game):
    game.labs[2].raw[1] += 1
    return game.labs[2].raw[1]


def nested_alias_add(game):
    lab = game.labs[2]
    lab.raw[1] += 1
    lab.mask = np.uint64(9)
    return game.labs[2].raw[1]


def nested_scalar_set(game):
    game.labs[1].small = 5
    return game.labs[1].small


def nested_record_of_record(game):
    game.labs[1].frame.arg[2] = 4
    return game.labs[1].frame.arg[2]


def single_nested_record(game):
    game.lab.frame.kind = 6
    game.lab.raw[0] = 2
    return game.lab.frame.kind


def stack_push(game):
    top = game.stack[3]
    top.kind = 17
    top.arg[0] = 2
    return game.stack[3].arg[0]


def record_assign_in_array(game):
    game.stack[3].kind = 17
    game.stack[4] = game.stack[3]
    return game.stack[4].kind


def alias_after_overwrite(game):
    frame = game.stack[0]
    game.stack[0].kind = 3
    return frame.kind


def grid_row_view(game):
    row = game.grid[2]
    row[3] = 8
    return game.grid[2, 3]


def subarray_fill(game):
    game.labs[0].raw[:] = 0
    return game.labs[0].raw.sum()


def subarray_assign_array(game):
    game.labs[0].raw[:] = game.labs[1].raw
    return game.labs[0].raw[6]


def whole_field_assign(game):
    game.grid[1] = game.labs[1].raw
    return game.grid[1, 6]


def bool_field(game):
    game.flag = not game.flag
    return 1 if game.flag else 0


def bool_arith(game):
    return game.flag + game.flag


def bool_invert(game):
    return int(~game.flag)


# -- arithmetic on small fields --------------------------------------------------------------------


def add_overflow(game):
    return game.labs[0].small + 1


def add_overflow_two(game):
    return game.labs[0].small + game.labs[0].small


def add_overflow_int(game):
    return int(game.labs[0].small) + 1


def iadd_overflow_stored(game):
    game.labs[0].small += 1
    return int(game.labs[0].small)


def store_out_of_range(game):
    game.labs[0].small = 200
    return int(game.labs[0].small)


def local_accumulates(game):
    total = game.labs[0].small
    for _ in range(3):
        total += game.labs[0].small
    return total


def int_accumulates(game):
    total = 0
    for i in range(4):
        total += game.labs[i].raw[6] * 10
    return total


def subarray_sum(game):
    return game.labs[3].raw.sum() * 100


def shift_by_int8(game):
    return 1 << game.seat


def shift_by_int8_far(game):
    return 1 << (game.seat * 4)


def shift_int(game):
    return 1 << (int(game.seat) * 4)


def shift_i16_left(game):
    return game.i16 << 4


def negative_modulo_int8(game):
    return game.labs[1].small % 4


def negative_modulo_int(game):
    return int(game.labs[1].small) % 4


def floor_div_int8(game):
    return game.labs[3].small // 2


def mod_int8_by_int8(game):
    return game.labs[3].small % game.seat


def compare_uint64_int(game):
    return game.labs[0].mask > game.labs[1].small


def uint64_mod_int(game):
    return game.seed % 6


def uint64_mod_uint64(game):
    return int(game.seed % np.uint64(6))


def uint64_add_int_literal(game):
    return game.labs[0].mask + 1


def uint64_shift_int(game):
    return game.seed >> 3


def uint64_shift_uint64(game):
    return int(game.seed >> np.uint64(3))


def uint64_and_one(game):
    return game.seed & 1


def uint64_mask_test(game):
    return (int(game.labs[0].mask) >> int(game.seat)) & 1


def uint64_add_int8(game):
    return game.labs[0].mask + game.seat


def uint64_mul_wraps(game):
    return int(game.seed * np.uint64(0xBF58476D1CE4E5B9))


def uint64_xor(game):
    return int(game.seed ^ (game.seed >> np.uint64(30)))


def int_of_big_uint64(game):
    return int(game.seed) >> 1


def divide_by_zero(game):
    return game.i32 // (game.i32 - 7)


def true_div(game):
    return game.i32 / 2


def pack_int16(game):
    return game.i16 * 16 + game.seat


def pack_int(game):
    return (int(game.i16) << 8) | int(game.seat)


def int16_times_literal(game):
    return game.i16 * 100


def int16_add_int8(game):
    return game.i16 + game.seat


def min_mixed(game):
    return min(game.labs[0].small, 5) + 126


def unary_minus(game):
    return -game.labs[1].small * 100


def negative_index(game):
    return int(game.labs[0].raw[-1])


def int8_as_index(game):
    return int(game.labs[game.seat].raw[game.seat])


def chained_range(game):
    total = 0
    for i in range(game.seat):
        total += i
    return total


# -- masks, bools, bounds, swaps -------------------------------------------------------------------


def mask_set_bit(game):
    game.labs[0].mask = int(game.labs[0].mask) | (1 << 47)
    return (int(game.labs[0].mask) >> 47) & 1


def mask_set_bit_63(game):
    game.labs[0].mask = int(game.labs[0].mask) | (1 << 63)
    return (int(game.labs[0].mask) >> 63) & 1


def mask_set_bit_63_by_name(game):
    card = int(game.seat) * 21
    game.labs[0].mask = int(game.labs[0].mask) | (1 << card)
    return (int(game.labs[0].mask) >> card) & 1


def mask_clear_bit(game):
    game.labs[0].mask = int(game.labs[0].mask) & ~(1 << int(game.seat - 1))
    return int(game.labs[0].mask)


def store_negative_in_uint64(game):
    game.labs[0].mask = -1
    return int(game.labs[0].mask)


def store_float(game):
    game.i32 = game.i32 / 2
    return int(game.i32)


def swap_records(game):
    game.stack[0].kind = 1
    game.stack[1].kind = 2
    game.stack[0], game.stack[1] = game.stack[1], game.stack[0]
    return int(game.stack[0].kind) * 10 + int(game.stack[1].kind)


def out_of_bounds(game):
    return int(game.labs[0].raw[int(game.seat) + 5])


def flag_is_true(game):
    return 1 if game.flag is True else 0


def flag_as_index(game):
    return int(game.grid[game.flag, 0])


def int_flag_as_index(game):
    return int(game.grid[int(game.flag), 0])


def abs_of_int8(game):
    return abs(int(game.labs[1].small))


def conditional_types(game):
    value = game.seat if game.flag else 300
    return value * 100


def sorted_by_key(game):
    best, at = -99, -1
    for i in range(4):
        if game.labs[i].small > best:
            best, at = game.labs[i].small, i
    return at * 10 + best


PROBES: dict[str, list[Callable[[Any], Any]]] = {
    "nested records and sub-arrays": [
        nested_subarray_add, nested_alias_add, nested_scalar_set, nested_record_of_record,
        single_nested_record, stack_push, record_assign_in_array, alias_after_overwrite,
        grid_row_view, subarray_fill, subarray_assign_array, whole_field_assign, bool_field,
        bool_arith, bool_invert,
    ],
    "masks, bools, bounds, swaps": [
        mask_set_bit, mask_set_bit_63, mask_set_bit_63_by_name, mask_clear_bit,
        store_negative_in_uint64, store_float, swap_records, out_of_bounds, flag_is_true,
        flag_as_index, int_flag_as_index, abs_of_int8, conditional_types, sorted_by_key,
    ],
    "arithmetic on fields": [
        add_overflow, add_overflow_two, add_overflow_int, iadd_overflow_stored,
        store_out_of_range, local_accumulates, int_accumulates, subarray_sum, shift_by_int8,
        shift_by_int8_far, shift_int, shift_i16_left, negative_modulo_int8, negative_modulo_int,
        floor_div_int8, mod_int8_by_int8, compare_uint64_int, uint64_mod_int, uint64_mod_uint64,
        uint64_add_int_literal, uint64_shift_int, uint64_shift_uint64, uint64_and_one,
        uint64_mask_test, uint64_add_int8, uint64_mul_wraps, uint64_xor, int_of_big_uint64,
        divide_by_zero, true_div, pack_int16, pack_int, int16_times_literal, int16_add_int8,
        min_mixed, unary_minus, negative_index, int8_as_index, chained_range,
    ],
}  # fmt: skip


def outcome(function: Callable[[Any], Any]) -> tuple[str, bytes, str]:
    """(value or exception, the record's bytes afterwards, type and warnings)."""
    game = fresh()
    with warnings.catch_warnings(record=True) as caught:
        warnings.simplefilter("always")
        try:
            value = function(game)
        except Exception as error:
            return type(error).__name__, game.tobytes(), str(error).splitlines()[0][:60]
    note = type(value).__name__ + (" warns" if caught else "")
    return (
        str(value if np.ndim(value) or isinstance(value, float) else int(value)),
        game.tobytes(),
        note,
    )


def main() -> None:
    for title, probes in PROBES.items():
        print(f"\n{title}")
        for probe in probes:
            plain, plain_bytes, note = outcome(probe)
            fast, fast_bytes, fast_note = outcome(njit(probe))
            state = "same state" if plain_bytes == fast_bytes else "STATE DIFFERS"
            verdict = "same" if plain == fast and plain_bytes == fast_bytes else "DIFFERS"
            print(f"  {probe.__name__:26} {verdict:8} {state:14} plain {plain} ({note})"
                  f"   compiled {fast} ({fast_note})")  # fmt: skip


if __name__ == "__main__":
    main()
