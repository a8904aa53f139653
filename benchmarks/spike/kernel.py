"""The one decorator for rule functions: compiled once, for one signature, or not at all.

`@kernel` reads the signature from the annotations (`Game`, `Box`, `int`, `U64`, …). Compiled, the
function is only ever built for that signature, on its first use: numba left alone builds it again
for every literal and every width of int it is called with. With NUMBA_DISABLE_JIT=1 the decorator
returns the function as it is, and numba is never imported.
"""

from __future__ import annotations

import os
from collections.abc import Callable
from typing import Any, TypeVar

import numpy as np

F = TypeVar("F", bound=Callable[..., Any])
JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")

SCALARS = {"int": "int64", "bool": "boolean", "float": "float64", "None": "void", "U64": "uint64"}
ARRAYS = {"Moves": ("int32", 1)}
RECORDS: dict[str, np.dtype[Any]] = {}
POINTERS: dict[str, tuple[str, int]] = {}  # annotation: ("result argument argument …", how many)
U64 = int


def numba_type(annotation: str) -> Any:
    """The numba type an annotation stands for."""
    import numba

    if annotation in SCALARS:
        return getattr(numba.types, SCALARS[annotation])
    if annotation in ARRAYS:
        name, dimensions = ARRAYS[annotation]
        item = numba_type(name) if name in RECORDS else getattr(numba.types, name)
        return numba.types.Array(item, dimensions, "C")
    if annotation in POINTERS:
        text, count = POINTERS[annotation]
        result, *arguments = (numba_type(word) for word in text.split())
        return numba.types.UniTuple(numba.types.FunctionType(result(*arguments)), count)
    return numba.from_dtype(RECORDS[annotation])


def signature(function: Callable[..., Any]) -> Any:
    """A numba signature from a function's annotations, which must be strings."""
    types = {name: numba_type(text) for name, text in function.__annotations__.items()}
    result = types.pop("return")
    return result(*types.values())


def kernel(function: F) -> F:
    """For functions that only kernels call.

    Compiled without the wrappers for callers in Python or C, which cost much of the time; a call
    from Python is a TypeError when compiled, `.py_func` works.
    """
    if not JIT:
        return function
    from numba import njit

    dispatcher: Any = njit(no_cpython_wrapper=True, no_cfunc_wrapper=True)(function)
    template = dispatcher.get_call_template

    def compile_once(args: Any, kws: Any) -> Any:
        if not dispatcher.overloads:
            dispatcher.compile(signature(function))
            dispatcher.disable_compile()
        return template(args, kws)

    def keep_from_python(result: Any) -> None:  # Python calling it without a wrapper would crash
        dispatcher.overloads[tuple(result.signature.args)] = result

    def refuse(*args: Any, **kws: Any) -> None:
        name = function.__name__
        raise TypeError(f"{name} is called by kernels only; from Python call {name}.py_func")

    dispatcher.get_call_template = compile_once
    dispatcher.add_overload = keep_from_python
    dispatcher._compile_for_args = refuse
    return dispatcher  # type: ignore[no-any-return]


def entry(function: F) -> F:
    """A kernel that Python calls: compiled when decorated, or loaded from disk; without the GIL."""
    if not JIT:
        return function
    from numba import njit

    compiled: F = njit(signature(function), cache=True, nogil=True)(function)
    return compiled


strategy = entry  # a strategy is compiled by itself, and called through a pointer
