"""An asyncio event loop that blocks, as in CPython, because a program cannot wait for the browser's event loop."""

import asyncio
import time

import other_programs
from pyodide.webloop import _orig_run, _orig_sleep


class Clock:
    """A selector without any events except the passing of time."""

    def select(self, timeout=None):
        if timeout is None:
            raise RuntimeError('the event loop waits for an event that the simulation does not support')
        if timeout > 0:
            time.sleep(timeout)
        return []

    def close(self):
        pass


class BlockingLoop(asyncio.base_events.BaseEventLoop):
    """An event loop without threads: functions for an executor run immediately."""

    def __init__(self):
        super().__init__()
        self._selector = Clock()

    def _process_events(self, events):
        pass

    def _write_to_self(self):
        pass

    async def subprocess_exec(self, _protocol_factory, program, *args, **_options):
        other_programs.stop([program, *args])

    async def subprocess_shell(self, _protocol_factory, command, **_options):
        other_programs.stop(command)

    def run_in_executor(self, executor, func, *args):
        future = self.create_future()
        try:
            future.set_result(func(*args))
        except Exception as error:
            future.set_exception(error)
        return future


class BlockingPolicy(asyncio.events._BaseDefaultEventLoopPolicy):
    _loop_factory = BlockingLoop


def install():
    """Restore the functions that Pyodide has replaced with promises."""
    time.sleep = _orig_sleep
    asyncio.run = _orig_run
    asyncio.events._set_running_loop(None)
    asyncio.events._event_loop_policy = BlockingPolicy()
