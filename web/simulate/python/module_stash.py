"""The import system of a program: no bridge to JavaScript, and a standard library that the program's modules can shadow."""

import _imp
import importlib.machinery
import importlib.util
import sys

STDLIB = '/lib/python314.zip'
# The modules that `python3` imports before the program starts. All other imported modules are in the stash.
AT_START = frozenset(
    'abc codecs encodings encodings.aliases encodings.utf_8 genericpath io os os.path posixpath site stat sys '
    '_collections_abc _sitebuiltins __main__ zipimport'.split()
)


# Modules that a program must not find: Pyodide's bridge to JavaScript, and the sandbox's own files.
BRIDGE = ('js', 'pyodide', 'pyodide_js', '_pyodide', '_pyodide_core', 'runner', 'blocking_loop', 'linux_functions', 'module_stash', 'other_programs', 'own_signals')


class Builtins(importlib.machinery.BuiltinImporter):
    @classmethod
    def find_spec(cls, fullname, path=None, target=None):
        return None if fullname in BRIDGE else super().find_spec(fullname, path, target)


class StashLoader:
    """Loads a module that was imported before the snapshot, with its submodules."""

    def __init__(self, modules):
        self.modules = modules
        self.specs = {name: module.__spec__ for name, module in modules.items()}

    def create_module(self, spec):
        return self.modules[spec.name]

    def exec_module(self, module):
        module.__spec__ = self.specs[module.__name__]
        for name, stashed in self.modules.items():
            if name.startswith(module.__name__ + '.'):
                sys.modules.setdefault(name, stashed)


class Stash:
    """Finds the imported standard library only on request, so that the program's own modules can shadow it."""

    def __init__(self, modules, original):
        self.loader, self.original = StashLoader(modules), original

    def find_spec(self, fullname, target=None):
        if fullname in self.loader.modules:
            return importlib.machinery.ModuleSpec(fullname, self.loader)
        return None if fullname in BRIDGE else self.original.find_spec(fullname, target)

    def __getattr__(self, name):
        return getattr(self.original, name)


def close_bridge():
    """Remove the bridge, so that restoring its finder or importer does not lead to JavaScript."""
    for finder in sys.meta_path:
        getattr(finder, 'jsproxies', {}).clear()
    make = _imp.create_builtin

    def create_builtin(spec, /):
        if spec.name in BRIDGE:
            raise ImportError(f'no built-in module named {spec.name!r}', name=spec.name)
        return make(spec)

    _imp.create_builtin = create_builtin


def hide_bridge_and_stash():
    """Make `sys.modules` and the import system look as in a new `python3` process."""
    close_bridge()
    modules = sys.modules
    for name in [name for name in modules if name.partition('.')[0] in BRIDGE]:
        del modules[name]
    machinery = importlib.machinery
    sys.meta_path[:] = [Builtins, machinery.FrozenImporter, machinery.PathFinder]
    keep = AT_START | set(sys.builtin_module_names)
    stashed = {name: module for name, module in modules.items() if name not in keep and not name.startswith('_frozen')}
    for name in stashed:
        del modules[name]
    original = importlib.machinery.PathFinder._path_importer_cache(STDLIB)
    sys.path_importer_cache[STDLIB] = Stash(stashed, original)
