"""Link and optimise kernels once, in the entry that uses them.

By default numba links all callees into each function it compiles, optimises the result and makes
machine code of it. In a call graph of several hundred kernels that repeats the work at every level,
and only the machine code of the entries is ever run. Here a kernel keeps its LLVM module as it was
lowered: it is *deferred*. An entry links the modules of all kernels below it, each once, optimises
them together and makes machine code. ``docs/decisions/0007-link-once.md`` has the figures.

This replaces four internal methods of numba, whose minor version is therefore pinned. A user's own
numba functions are compiled as before, and may call kernels.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from functools import lru_cache
from typing import Any

_deferred: list[bool] = [False]
"""A stack: whether the function that is now compiled is deferred. numba compiles the callees of a
function before the function is finished, all under its one lock."""


@contextmanager
def deferred_linking(is_deferred: bool) -> Iterator[None]:
    """Compile a function deferred (a kernel) or complete (an entry) inside this context."""
    replace_numba_methods()
    _deferred.append(is_deferred)
    try:
        yield
    finally:
        _deferred.pop()


@lru_cache(maxsize=1)
def replace_numba_methods() -> None:
    """Teach numba's code libraries to be deferred. Runs once in a process."""
    import llvmlite.binding as llvm
    from numba.core.codegen import CPUCodeLibrary
    from numba.core.cpu import CPUContext, _dynfunc  # type: ignore[attr-defined]

    library_type: Any = CPUCodeLibrary
    library_type.deferred = False
    get_executable = CPUContext.get_executable
    get_module_for_linking = library_type._get_module_for_linking
    add_linking_library = library_type.add_linking_library
    finalize = library_type.finalize

    def executable_unless_deferred(self: Any, library: Any, fndesc: Any, env: Any) -> Any:
        """A deferred function gets a Python object without an address: only kernels call it."""
        if not _deferred[-1]:
            return get_executable(self, library, fndesc, env)  # type: ignore[no-untyped-call]
        library.deferred = True
        name = fndesc.qualname.split(".")[-1]
        return _dynfunc.make_function(fndesc.lookup_module(), name, "", 0, env, (library,))

    def add_library(self: Any, library: Any) -> None:
        """Only remember a deferred library: to finalise it would optimise it."""
        if library.deferred:
            self._linking_libraries.append(library)
        else:
            add_linking_library(self, library)

    def module_for_linking(self: Any) -> Any:
        """A deferred module as it was lowered; its functions may then stand in several entries."""
        if not self.deferred:
            return get_module_for_linking(self)
        if self._shared_module is None:
            for function in self._final_module.functions:
                if not function.is_declaration and function.linkage == llvm.Linkage.external:
                    function.linkage = "linkonce_odr"
            self._shared_module = self._final_module
        return self._shared_module

    def finalize_with_all_below(self: Any) -> None:
        """Link not only direct callees but all deferred libraries below, each once."""
        self._linking_libraries = with_deferred_below(self._linking_libraries)
        finalize(self)

    CPUContext.get_executable = executable_unless_deferred  # type: ignore[method-assign]
    library_type.add_linking_library = add_library
    library_type._get_module_for_linking = module_for_linking
    library_type.finalize = finalize_with_all_below


def with_deferred_below(libraries: list[Any]) -> list[Any]:
    """Some code libraries and all that the deferred ones among them need, each once."""
    found = dict.fromkeys(libraries)
    to_visit = list(found)
    while to_visit:
        library = to_visit.pop()
        if library.deferred:
            new = [below for below in library._linking_libraries if below not in found]
            found.update(dict.fromkeys(new))
            to_visit.extend(new)
    return list(found)
