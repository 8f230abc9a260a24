"""Programs that a program starts.

A worker cannot wait for another worker. Therefore the run stops and records the started program. The frame runs that program,
and then runs this program again from its beginning with the result. A program that is not simulated ends the run with a
message. In Emscripten, `os.system` would return -1 and `subprocess` would raise an error. A tool that ignores such an error
would succeed with a result that a real run never has.
"""

import io
import json
import os
import re
import subprocess

started = []
# The results of started programs, in order. `NOTE` is the file that records the next program to start.
answers = []
ANSWERS = '/lib/rye/answers'
NOTE = '/lib/rye/starts.json'
OWN_INPUT = '/lib/rye/input'
# The names of the interpreters that the sandbox simulates.
KNOWN = re.compile(r'python(3(\.\d+)?)?|node|tsx|bash|sh')
asked = 0
leave, opened = os._exit, io.open


class Started(BaseException):
    """The program starts a program that is not simulated. A `BaseException`, so that `except Exception` does not catch it."""


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


def answer_of(words, env, cwd, data, command):
    """The return code, stdout and stderr of a program that was started with these arguments."""
    global asked
    try:
        call = json.dumps([words, env, cwd, data.decode()], sort_keys=True)
    except UnicodeError:
        stop(command)
    at, asked = asked, asked + 1
    if at >= len(answers):
        with opened(NOTE, 'w') as note:
            note.write(call)
        leave(0)
    answer = answers[at]
    if answer['call'] != call:
        stop(command)  # the repeated run differs from the previous run
    for path in answer['gone']:
        os.path.exists(path) and os.remove(path)
    for index, path in enumerate(answer['written']):
        os.makedirs(os.path.dirname(path), exist_ok=True)
        with opened(path, 'wb') as file:
            file.write(content(at, index))
    return answer['code'], content(at, 'stdout'), content(at, 'stderr')


def content(at, name):
    with opened(f'{ANSWERS}/{at}/{name}', 'rb') as file:
        return file.read()


def words_of(args, shell, executable):
    """The arguments of a command as the operating system receives them."""
    words = [args] if isinstance(args, (str, bytes, os.PathLike)) else list(args)
    words = [os.fsdecode(word) for word in words]
    if shell:
        words = ['/bin/sh', '-c', *words]
    return [os.fsdecode(executable), *words[1:]] if executable else words


class Pipe(io.RawIOBase):
    """The output of a program. Reading it first runs the program to its end."""

    def __init__(self, process, stream):
        self.process, self.stream, self.at = process, stream, 0

    def readable(self):
        return True

    def readinto(self, buffer):
        self.process.finish()
        part = self.process.said[self.stream][self.at : self.at + len(buffer)]
        buffer[: len(part)] = part
        self.at += len(part)
        return len(part)


class Feed(io.BytesIO):
    """The input of a program. Closing it runs the program."""

    def __init__(self, process):
        super().__init__()
        self.process = process

    def close(self):
        if not self.closed:
            self.process.given = self.getvalue()
            super().close()
            self.process.finish()


class Popen(subprocess.Popen):
    """Runs a program in one piece: immediately without an input pipe, otherwise when the pipe closes or the caller waits."""

    def __init__(self, args, bufsize=-1, executable=None, stdin=None, stdout=None, stderr=None, preexec_fn=None,
                 close_fds=True, shell=False, cwd=None, env=None, universal_newlines=None, *rest, encoding=None,
                 errors=None, text=None, **_others):
        self._child_created, self.returncode, self.args, self.pid = False, None, args, 4_000 + asked
        self.words = words_of(args, shell, executable)
        if preexec_fn or rest or not self.words or not KNOWN.fullmatch(os.path.basename(self.words[0])):
            stop(executable or args)
        if cwd is not None and not os.path.isdir(cwd):
            raise FileNotFoundError(2, 'No such file or directory', os.fsdecode(cwd))
        self.env = {os.fsdecode(name): os.fsdecode(value) for name, value in (os.environ if env is None else env).items()}
        self.cwd = os.path.abspath(os.fsdecode(cwd or '.'))
        self.encoding, self.errors = encoding, errors
        self.text_mode = bool(encoding or errors or text or universal_newlines)
        self.to, self.said, self.given = (stdout, stderr), None, b''
        self.stdin = self._wrap(Feed(self), write_through=True) if stdin == subprocess.PIPE else None
        self.stdout = self._wrap(io.BufferedReader(Pipe(self, 0))) if stdout == subprocess.PIPE else None
        self.stderr = self._wrap(io.BufferedReader(Pipe(self, 1))) if stderr == subprocess.PIPE else None
        if self.stdin is None:
            self.given = inherited() if stdin is None else b'' if stdin == subprocess.DEVNULL else rest_of(stdin)
            self.finish()

    def _wrap(self, binary, **options):
        if not self.text_mode:
            return binary
        return io.TextIOWrapper(binary, encoding=self.encoding or 'utf-8', errors=self.errors, **options)

    def finish(self):
        """Run the program if it has not run yet."""
        if self.said is not None:
            return
        code, out, err = answer_of(self.words, self.env, self.cwd, self.given, self.args)
        out_to, err_to = self.to
        if err_to == subprocess.STDOUT:
            if out and err:
                stop(self.args)  # the order of stdout and stderr is unknown
            out, err = out + err, b''
        self.said, self.returncode = (out, err), code
        for bytes_, to, own in ((out, out_to, 1), (err, err_to, 2)):
            if to not in (subprocess.PIPE, subprocess.DEVNULL, subprocess.STDOUT) and bytes_:
                write_all(own if to is None else to if isinstance(to, int) else to.fileno(), bytes_)

    def poll(self):
        return self.returncode

    def wait(self, timeout=None):
        if self.stdin is not None and not self.stdin.closed:
            self.stdin.close()
        self.finish()
        return self.returncode

    def communicate(self, input=None, timeout=None):
        if self.stdin is not None and not self.stdin.closed:
            if input:
                self.stdin.write(input)
            self.stdin.close()
        self.finish()
        out = self.stdout.read() if self.stdout else None
        err = self.stderr.read() if self.stderr else None
        return out, err

    def send_signal(self, sig):
        pass

    def __exit__(self, *_error):
        for stream in (self.stdin, self.stdout, self.stderr):
            if stream:
                stream.close()
        self.wait()

    def __del__(self):
        pass


def rest_of(file):
    """The unread rest of a file or a descriptor."""
    descriptor = file if isinstance(file, int) else file.fileno()
    parts = []
    while part := os.read(descriptor, 65536):
        parts.append(part)
    return b''.join(parts)


def inherited():
    """The unread rest of this program's stdin. It stays available to this program, because few started programs read it."""
    data = rest_of(0)
    if data:
        with opened(OWN_INPUT, 'wb') as file:
            file.write(data)
        again = os.open(OWN_INPUT, os.O_RDONLY)
        os.dup2(again, 0)
        os.close(again)
    return data


def write_all(descriptor, data):
    while data:
        data = data[os.write(descriptor, data) :]


def system(command):
    """`os.system`: returns the status with the return code in the upper byte and a signal in the lower byte."""
    code = Popen(command, shell=True).wait()
    return -code if code < 0 else code << 8


def install(before):
    """Replace Emscripten's functions. `before` contains the results of previously started programs."""
    answers[:] = before
    subprocess.Popen = Popen
    os.system = system
    os.posix_spawn = os.posix_spawnp = stop
    for name in ('execv', 'execve', 'execvp', 'execvpe', 'execl', 'execle', 'execlp', 'execlpe'):
        setattr(os, name, stop)
    for name in ('spawnv', 'spawnve', 'spawnvp', 'spawnvpe', 'spawnl', 'spawnle', 'spawnlp', 'spawnlpe'):
        setattr(os, name, lambda _mode, file, *rest: stop(file))
    for name in ('fork', 'forkpty'):
        setattr(os, name, stop_copy)
