"""The decorators of rule functions, which are compiled once, for one signature, or run plain.

The signature is read from the annotations (``Game``, ``Box``, ``int``, ``U64``…). The meaning of a
name such as ``Game`` is declared in the ``KernelRegistry`` of a game, whose decorators its modules
use. Compiled, a function is only ever built for that signature: by default numba builds it again
for every literal and every width of integer in its calls. Each also runs plain, as it is written:
kernels when Python calls them, entries by ``function``. numba is imported only when something is
compiled. With ``NUMBA_DISABLE_JIT=1`` nothing is compiled.
``docs/decisions/0001-engine-on-numba.md`` has the reasons and the figures.
"""

from __future__ import annotations
import __future__

import ast
import inspect
import os
import textwrap
import threading
import warnings
from collections.abc import Callable
from enum import IntEnum
from functools import cached_property, update_wrapper
from typing import Any, ClassVar, TypeVar, cast

import numpy as np

from trisim.engine.linking import deferred_linking
from trisim.sources import GameSources

F = TypeVar("F", bound=Callable[..., Any])

JIT = os.environ.get("NUMBA_DISABLE_JIT", "0") in ("", "0")
"""Whether rules can be compiled in this process: unless the user has set NUMBA_DISABLE_JIT."""

SCALARS = {"int": "int64", "bool": "boolean", "float": "float64", "None": "void", "U64": "uint64"}
U64 = int


def struct(*fields: tuple[Any, ...]) -> np.dtype[Any]:
    """An aligned type of named fields; a name that hides an attribute of a record is refused."""
    for name, *_ in fields:
        if hasattr(np.record, name):
            raise ValueError(f"field '{name}' would hide an attribute of np.record")
    return np.dtype(list(fields), align=True)


def records(count: int, dtype: np.dtype[Any]) -> Any:
    """An array of blank records with attributes, nested ones too."""
    return np.zeros(count, np.dtype((np.record, dtype)))


def accept_function_pointers() -> None:
    """Silence numba's warning that functions as arguments are experimental."""
    from numba import NumbaExperimentalFeatureWarning

    warnings.filterwarnings(
        "ignore", "First-class function type", category=NumbaExperimentalFeatureWarning
    )


class PlainNumbers(ast.NodeTransformer):
    """Replaces members of an IntEnum by numbers: numba is slow with them, or refuses them."""

    def __init__(self, names: dict[str, Any]) -> None:
        self.names = names

    def visit_Attribute(self, node: ast.Attribute) -> ast.AST:
        enum = self.names.get(node.value.id) if isinstance(node.value, ast.Name) else None
        if isinstance(enum, type) and issubclass(enum, IntEnum) and node.attr in enum.__members__:
            return ast.copy_location(ast.Constant(int(enum[node.attr])), node)
        return self.generic_visit(node)


def with_plain_numbers(function: F) -> F:
    """The function with numbers for the members of enums."""
    tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    definition = tree.body[0]
    assert isinstance(definition, ast.FunctionDef)
    definition.decorator_list = []
    code = function.__code__
    ast.increment_lineno(PlainNumbers(function.__globals__).visit(tree), code.co_firstlineno - 1)
    made: dict[str, Any] = {}
    flags = __future__.annotations.compiler_flag
    exec(compile(tree, code.co_filename, "exec", flags), function.__globals__, made)  # noqa: S102
    result: F = made[function.__name__]
    return result


class Kernel:
    """A rule function: compiled for its one signature when a compiled function first needs it.

    Compiled without the wrappers for callers in Python or C, which cost much of the time, and
    without reference counts: no kernel may allocate. Reference counts took a third of a game, at
    every access to an array in a record. A call from Python runs the function as it is written.
    """

    options: ClassVar[dict[str, Any]] = {
        "no_cpython_wrapper": True,
        "no_cfunc_wrapper": True,
        "_nrt": False,
    }

    def __init__(self, function: Callable[..., Any], registry: KernelRegistry) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.registry = registry
        registry.kernels.append(self)

    def __call__(self, *args: Any, **kws: Any) -> Any:
        return self.py_func(*args, **kws)

    @property
    def _numba_type_(self) -> Any:
        """The type of the name inside a compiled function."""
        return self.dispatcher._numba_type_

    @cached_property
    def dispatcher(self) -> Any:
        """The numba function."""
        dispatcher = self.new_dispatcher()
        template = dispatcher.get_call_template

        def compile_once(args: Any, kws: Any) -> Any:
            if not dispatcher.overloads:
                dispatcher.compile(self.registry.signature(self.py_func))
                dispatcher.disable_compile()
            return template(args, kws)

        def keep_from_python(result: Any) -> None:  # a call without a wrapper would crash
            dispatcher.overloads[tuple(result.signature.args)] = result

        dispatcher.get_call_template = compile_once
        dispatcher.add_overload = keep_from_python
        return dispatcher

    def new_dispatcher(self) -> Any:
        """A dispatcher that replaces enums by numbers and notifies the watchers."""
        from numba import njit

        dispatcher: Any = njit(**self.options)(self.py_func)
        compiler = dispatcher._compiler
        compile_now = compiler.compile

        def compile_plain_numbers(args: Any, return_type: Any) -> Any:
            compiler.py_func = with_plain_numbers(self.py_func)
            tell(self.py_func.__name__, False)
            with deferred_linking(not isinstance(self, Entry)):
                result = compile_now(args, return_type)
            tell(self.py_func.__name__, True)
            return result

        compiler.compile = compile_plain_numbers
        return dispatcher


class Inlined(Kernel):
    """A kernel whose code is inlined: for tiny ones, and for those with one caller."""

    options: ClassVar[dict[str, Any]] = {**Kernel.options, "forceinline": True}


class Builtin:
    """A function whose compiled code comes from ``make``; Python runs it as it is written."""

    def __init__(self, function: Callable[..., Any], make: Callable[[], Any]) -> None:
        update_wrapper(self, function)
        self.py_func = function
        self.make = make

    def __call__(self, *args: Any) -> Any:
        return self.py_func(*args)

    @cached_property
    def _numba_type_(self) -> Any:
        """The type of the name inside a compiled function."""
        from numba.core.registry import cpu_target

        made = self.make()
        cpu_target.typing_context.refresh()
        return cpu_target.typing_context.resolve_value_type(made)


def make_copy_start() -> Any:
    """The code of ``copy_start``: copies bytes from one address to the other."""
    from numba.core import cgutils, types
    from numba.extending import intrinsic
    from numba.np.arrayobj import make_array

    def copy_start(typing: Any, rows: Any, place: Any, row: Any, size: Any) -> Any:
        def write(context: Any, builder: Any, signature: Any, args: Any) -> Any:
            kind = signature.args[0]
            array = make_array(kind)(context, builder, args[0])  # type: ignore[no-untyped-call]
            to = cgutils.get_item_pointer(  # type: ignore[no-untyped-call]
                context, builder, kind, array, [args[1]]
            )
            cgutils.raw_memcpy(builder, to, args[2], args[3], 1)  # type: ignore[no-untyped-call]
            return context.get_dummy_value()

        return types.void(rows, types.intp, row, types.intp), write

    return intrinsic(copy_start)


class Entry(Kernel):
    """A kernel that Python calls, without the GIL: compiled, or loaded from disk, at first use.

    ``kernel_group`` is the group of entries that it is compiled with, if only some runs need it.
    """

    options: ClassVar[dict[str, Any]] = {"nogil": True, "_nrt": False}

    def __init__(
        self, function: Callable[..., Any], registry: KernelRegistry, kernel_group: str = ""
    ) -> None:
        super().__init__(function, registry)
        self.kernel_group = kernel_group
        self._lock = threading.RLock()
        registry.entries.append(self)

    def __call__(self, *args: Any) -> Any:
        """Run it compiled, unless compilation is disabled."""
        return self.function(JIT)(*args)

    def function(self, is_compiled: bool) -> Callable[..., Any]:
        """The function to call: compiled, or as it is written."""
        return cast(Callable[..., Any], self.dispatcher) if is_compiled else self.py_func

    @cached_property
    def dispatcher(self) -> Any:
        """The numba function, compiled."""
        with self._lock:
            if "dispatcher" not in self.__dict__:  # else another thread was quicker
                dispatcher = self.new_dispatcher()
                dispatcher._cache = self.file or dispatcher._cache
                dispatcher.compile(self.registry.signature(self.py_func))
                dispatcher.disable_compile()
                self.__dict__["dispatcher"] = dispatcher
            return self.__dict__["dispatcher"]

    @cached_property
    def file(self) -> Any:
        """The entry's file in the cache; None if there is no folder for it, or no source."""
        from trisim.engine.cache import EntryFile, prepared_folder

        place = prepared_folder(self.registry)
        try:
            return EntryFile(self.py_func, place, self.registry.name) if place else None
        except OSError:  # the file of a strategy was removed after it was loaded
            return None

    @property
    def is_stored(self) -> bool:
        """Whether the cache has its file."""
        return self.file is not None and self.file.path.is_file()

    def ready(self) -> Any:
        """Compile or load it now."""
        return self.dispatcher


WATCHERS: list[Callable[[str, bool], None]] = []
"""Called with the name of each compiled function: when it begins, and when it is finished."""


def tell(name: str, finished: bool) -> None:
    for watcher in WATCHERS:
        watcher(name, finished)


def plain_copy(rows: Any, place: int, row: Any, size: int) -> None:
    """Copy the first ``size`` bytes of a record to a place of an array, if not all of it."""
    rows[place] = row


copy_start: Callable[..., None] = Builtin(plain_copy, make_copy_start) if JIT else plain_copy


class Pointed(Entry):
    """A kernel that others call through a pointer, and so an entry."""

    def __call__(self, *args: Any) -> Any:
        """Run it as it is written: in Python it plays single games, to read or replay them."""
        return self.py_func(*args)


class Strategy(Pointed):
    """A kernel that chooses; a blind one reads only the options, and needs no view."""

    is_strategy = True

    def __init__(
        self,
        function: Callable[..., Any],
        registry: KernelRegistry,
        kernel_group: str,
        is_blind: bool,
    ) -> None:
        super().__init__(function, registry, kernel_group)
        self.is_blind = is_blind


class KernelRegistry:
    """The kernels of one game, and the types for the annotations of their parameters.

    Its methods are the decorators that the modules of the game use. Two games in a process each
    have a registry, so both may call a record ``Game``.
    """

    def __init__(self, name: str, sources: GameSources | None = None) -> None:
        self.name = name
        self.sources = sources
        """The modules of the game; None: those of the engine, or a module of its own."""

        self.records: dict[str, np.dtype[Any]] = {}
        """Annotations that stand for records."""

        self.arrays: dict[str, tuple[str, int]] = {"Moves": ("int32", 1)}
        """Annotations that stand for arrays: what a cell is, and the number of dimensions."""

        self.pointers: dict[str, tuple[str, int]] = {}
        """Annotations of tuples of functions: ("result argument argument …", how many)."""

        self.tuples: dict[str, tuple[type, tuple[str, ...]]] = {}
        """Annotations of named tuples: the class, and the annotation of each member."""

        self.kernels: list[Kernel] = []
        """Every function that can be compiled, entries included."""

        self.entries: list[Entry] = []
        if name in REGISTRIES:
            raise ValueError(f"there are two registries of kernels called {name}")
        REGISTRIES[name] = self

    # -- the decorators

    def kernel(self, function: F) -> F:
        """For functions that only kernels call; Python runs them as they are written."""
        return cast(F, Kernel(function, self)) if JIT else function

    def inlined(self, function: F) -> F:
        """For kernels whose code is inlined because a call would cost more."""
        return cast(F, Inlined(function, self)) if JIT else function

    def entry(self, function: Callable[..., Any]) -> Entry:
        """For kernels that Python calls."""
        return Entry(function, self)

    def pointed(self, *, kernel_group: str = "") -> Callable[[Callable[..., Any]], Pointed]:
        """For kernels that are called through pointers; a group is compiled when it is used."""
        return lambda function: Pointed(function, self, kernel_group)

    def strategy(
        self, *, blind: bool = False, kernel_group: str = ""
    ) -> Callable[[Callable[..., Any]], Strategy]:
        """For strategies; ``blind`` ones read only the options, and need no view."""
        return lambda function: Strategy(function, self, kernel_group, blind)

    # -- types

    def signature(self, function: Callable[..., Any]) -> Any:
        """A numba signature from a function's annotations, which must be strings."""
        types = {name: self.numba_type(text) for name, text in function.__annotations__.items()}
        result = types.pop("return")
        return result(*types.values())

    def numba_type(self, annotation: str) -> Any:
        """The numba type an annotation stands for."""
        import numba

        if annotation in SCALARS:
            return getattr(numba.types, SCALARS[annotation])
        if annotation in self.arrays:
            name, dimensions = self.arrays[annotation]
            is_record = name in self.records
            cell = self.numba_type(name) if is_record else getattr(numba.types, name)
            return numba.types.Array(cell, dimensions, "C")
        if annotation in self.pointers:
            accept_function_pointers()
            text, count = self.pointers[annotation]
            result, *arguments = (self.numba_type(word) for word in text.split())
            choose = numba.types.FunctionType(result(*arguments))
            return numba.types.UniTuple(choose, count)  # type: ignore[no-untyped-call]
        if annotation in self.tuples:
            cls, members = self.tuples[annotation]
            types = [self.numba_type(member) for member in members]
            return numba.types.NamedTuple(types, cls)  # type: ignore[no-untyped-call]
        if annotation in self.records:
            return numba.from_dtype(self.records[annotation])
        raise TypeError(f"the kernels of {self.name} have no type called '{annotation}'")


REGISTRIES: dict[str, KernelRegistry] = {}
"""The registries of the games that are imported, and of the engine, by name."""

ENGINE = KernelRegistry("engine")
"""For kernels that take numbers only, which every game can call."""

kernel, inlined, entry, pointed = ENGINE.kernel, ENGINE.inlined, ENGINE.entry, ENGINE.pointed
