"""What happens when a program starts another one, which this interpreter cannot: the run ends there, and says so.

Emscripten answers `os.system` with -1 and `subprocess` with an error, and a tool that goes on after that ends green with an
answer it would never give for real.
"""

import os
import subprocess

started = []


class Started(BaseException):
    """The program starts another one; no `except Exception` of a tool takes it for a usual failure."""


def name_of(command):
    """The name of the program that a command starts."""
    if isinstance(command, (str, bytes, os.PathLike)):
        words = os.fsdecode(command).split()
    else:
        words = [os.fsdecode(word) for word in command]
    return os.path.basename(words[0]) if words else 'nothing'


def stop(command, *_rest, **_options):
    started.append(name_of(command))
    raise Started(started[-1])


def stop_copy(*_rest):
    started.append('a copy of itself')
    raise Started(started[-1])


def popen(self, args, *_rest, **options):
    self._child_created = False
    self.returncode = None
    stop(options.get('executable') or args)


def install():
    subprocess.Popen.__init__ = popen
    os.system = os.posix_spawn = os.posix_spawnp = stop
    for name in ('execv', 'execve', 'execvp', 'execvpe', 'execl', 'execle', 'execlp', 'execlpe'):
        setattr(os, name, stop)
    for name in ('spawnv', 'spawnve', 'spawnvp', 'spawnvpe', 'spawnl', 'spawnle', 'spawnlp', 'spawnlpe'):
        setattr(os, name, lambda _mode, file, *rest: stop(file))
    for name in ('fork', 'forkpty'):
        setattr(os, name, stop_copy)
