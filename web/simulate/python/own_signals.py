"""Signals that a program sends to itself. They call the program's handler or end the run (R14.2)."""

import errno
import io
import os
import signal

# The file with the name of the signal that ended the program. `other-programs.ts` reads it.
NOTE = '/lib/rye/signal'
# The signals that a process ignores by default (signal(7)), and the signals that Python ignores from its start.
HARMLESS = {signal.SIGCHLD, signal.SIGCONT, signal.SIGURG, signal.SIGWINCH, signal.SIGPIPE, signal.SIGXFSZ}
leave, opened = os._exit, io.open


def raise_signal(number):
    """Send a signal to the program itself."""
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
    """`os.kill`. The program itself is the only process."""
    if pid not in (0, os.getpid()):
        raise ProcessLookupError(errno.ESRCH, os.strerror(errno.ESRCH))
    if number != 0:
        raise_signal(number)


def install():
    """Replace Emscripten's functions, which do not end the program."""
    os.kill = kill
    os.killpg = kill
    signal.raise_signal = raise_signal
