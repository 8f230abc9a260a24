"""Signals that a program sends to itself: a handler of the program gets them, or they end the run (R14.2)."""

import errno
import io
import os
import signal

# Read by `other-programs.ts`: the name of the signal that ended the program.
NOTE = '/lib/rye/signal'
# What signal(7) lets a process ignore, and what Python ignores from its start.
HARMLESS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ}
leave, opened = os._exit, io.open


def raise_signal(number):
    """What `kill` does to the process that calls it."""
    try:
        sent = signal.Signals(number)
    except ValueError:
        raise OSError(errno.EINVAL, os.strerror(errno.EINVAL)) from None
    handler = signal.SIG_DFL if sent in (signal.SIGKILL, signal.SIGSTOP) else signal.getsignal(sent)
    if callable(handler):
        handler(sent, None)
    elif handler != signal.SIG_IGN and sent not in HARMLESS:
        with opened(NOTE, 'w') as note:
            note.write(sent.name)
        leave(128 + sent)


def kill(pid, number, /):
    """`os.kill`: the only process is the program itself."""
    if pid not in (0, os.getpid()):
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    if number != 0:
        raise_signal(number)


def install():
    """Put these in the place of what Emscripten has, which ends no program."""
    os.kill = kill
    os.killpg = kill
    signal.raise_signal = raise_signal
