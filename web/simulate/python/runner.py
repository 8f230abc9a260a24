"""Runs one program like the `python3` command, in an interpreter that runs no other program.

The memory snapshot contains this module and the most frequently used modules of the standard library. `run` is called once.
"""

import argparse, ast, asyncio, atexit, base64, builtins, collections, contextlib, copy, csv, dataclasses, datetime, decimal  # noqa
import difflib, email.message, enum, fnmatch, fractions, functools, getpass, glob, hashlib, heapq, hmac, html  # noqa
import http.client, importlib.machinery, importlib.metadata, importlib.util, inspect, io, itertools, json  # noqa
import linecache, locale, logging, math, mimetypes, operator, os, pathlib, pickle, platform, pprint, queue, random  # noqa
import re, runpy, secrets, select, shlex, shutil, signal, socket, statistics, string, struct, subprocess, sys  # noqa
import tempfile, textwrap, threading, time, tokenize, tomllib, traceback, types, typing, unicodedata  # noqa
import urllib.parse, urllib.request, uuid, warnings, weakref, xml.etree.ElementTree, zipfile, zlib, zoneinfo  # noqa

import blocking_loop
import linux_functions
import other_programs
import own_signals
from module_stash import STDLIB, hide_bridge_and_stash

FLAGS = 'bBdEhiIOPqRsSuvVx?'
USAGE = """usage: {0} [option] ... [-c cmd | -m mod | file | -] [arg] ...
Try `python -h' for more information."""


class Ended(BaseException):
    """The command line ends the run, such as `--version` or an invalid option."""


class CommandLine:
    """The options of `python3`, parsed as in CPython."""

    def __init__(self, name, args):
        self.flags, self.warn, self.kind, self.target, self.rest = set(), [], 'stdin', '', []
        at = 0
        while at < len(args):
            arg = args[at]
            at += 1
            if arg in ('--help', '--version', '--help-all'):
                self.flags.add('h' if 'help' in arg else 'V')
                continue
            if arg.startswith('--check-hash-based-pycs'):
                at += '=' not in arg
                continue
            if arg.startswith('--'):
                raise Ended(2, f'unknown option {arg}\n' + USAGE.format(name))
            if not arg.startswith('-') or arg == '-':
                self.kind, self.target, self.rest = ('stdin' if arg == '-' else 'file'), arg, args[at:]
                return
            letters = arg[1:]
            while letters:
                letter, letters = letters[0], letters[1:]
                if letter in 'cmWX':
                    if not letters and at >= len(args):
                        raise Ended(2, f'Argument expected for the -{letter} option\n' + USAGE.format(name))
                    value = letters or args[at]
                    at += not letters
                    letters = ''
                    if letter == 'W':
                        self.warn.append(value)
                    elif letter in 'cm':
                        self.kind, self.target, self.rest = letter, value, args[at:]
                        return
                elif letter in FLAGS:
                    self.flags.add(letter)
                else:
                    raise Ended(2, f'Unknown option: -{letter}\n' + USAGE.format(name))


def prepare(command, options, env, cwd, answers):
    ignored = options.flags & {'E', 'I'}
    env = dict(env)
    if not env.get('LC_ALL') and (env.get('LC_CTYPE') or env.get('LANG') or 'C') in ('C', 'POSIX'):
        env['LC_CTYPE'] = 'C.UTF-8'  # PEP 538: the interpreter sets this variable for the program
    os.environ.clear()
    os.environ.update(env)
    os.chdir(cwd)
    del sys.path[:]
    if not ignored:
        sys.path.extend(entry or cwd for entry in env.get('PYTHONPATH', '').split(':') if env.get('PYTHONPATH'))
    sys.path.extend([STDLIB, '/lib/python3.14/lib-dynload', '/lib/python3.14/site-packages'])
    sys.dont_write_bytecode = True
    sys.executable = command if command.startswith('/') else '/usr/bin/' + command
    sys.warnoptions[:] = ([] if ignored else [w for w in env.get('PYTHONWARNINGS', '').split(',') if w]) + options.warn
    if sys.warnoptions:
        warnings._processoptions(sys.warnoptions)
    raw = bool('u' in options.flags or (not ignored and env.get('PYTHONUNBUFFERED')))
    open_streams('surrogateescape' if 'LC_CTYPE' in env else 'strict', raw)
    sys.excepthook = sys.__excepthook__
    random.seed()
    blocking_loop.install()
    other_programs.install(answers)
    own_signals.install()
    linux_functions.install()
    return bool(options.flags & {'I', 'P'} or (not ignored and env.get('PYTHONSAFEPATH')))


def open_streams(errors, raw):
    """Open the standard streams. Lines are written immediately, so that the output shows how far a stopped program ran."""
    for number, name, mode, handling in ((0, 'stdin', 'r', errors), (1, 'stdout', 'w', errors), (2, 'stderr', 'w', 'backslashreplace')):
        binary = open(number, mode + 'b', closefd=False)
        text = io.TextIOWrapper(binary, encoding='utf-8', errors=handling, line_buffering=True, write_through=raw)
        text.mode = mode
        setattr(sys, name, text)
        setattr(sys, f'__{name}__', text)


def load_program(command, options, safe):
    """Set up `sys.argv`, `sys.path` and `__main__`. Returns a function that runs the program."""
    kind, target = options.kind, options.target
    sys.argv = ['-' + kind if kind in ('c', 'm') else target, *options.rest]
    main = types.ModuleType('__main__')
    main.__builtins__ = builtins
    if kind == 'm':
        if not safe:
            sys.path.insert(0, os.getcwd())
        return lambda: runpy._run_module_as_main(target, alter_argv=True)
    sys.modules['__main__'] = main
    if kind == 'file':
        full = os.path.abspath(target)
        if os.path.isdir(full) or zipfile.is_zipfile(full):
            return lambda: runpy.run_path(full, run_name='__main__')
        try:
            with open(full, 'rb') as file:
                source = file.read()
        except OSError as error:
            raise Ended(2, f"{sys.executable}: can't open file {full!r}: [Errno {error.errno}] {error.strerror}")
        if not safe:
            sys.path.insert(0, os.path.dirname(os.path.realpath(full)))
        main.__file__, main.__cached__ = full, None
        main.__loader__ = importlib.machinery.SourceFileLoader('__main__', full)
        name = full
    else:
        if not safe:
            sys.path.insert(0, '')
        source, name = (target, '<string>') if kind == 'c' else (sys.stdin.read(), '<stdin>')
        text = source + '\n'
        linecache.cache[name] = (len(text), None, text.splitlines(True), name)
    level = 2 if 'OO' in options.flags else 1 if 'O' in options.flags else -1
    return lambda: exec(compile(source, name, 'exec', dont_inherit=True, optimize=level), main.__dict__)


def exit_status(code):
    """The exit code for `sys.exit(code)`."""
    if code is None:
        return 0
    if isinstance(code, int):
        return int(code) & 0xFF
    flush()
    print(code, file=sys.stderr)
    return 1


def finish():
    """Run exit handlers and flush stdout. Returns 120 if the flush fails, otherwise None."""
    try:
        threading._shutdown()
        atexit._run_exitfuncs()
    except BaseException:
        traceback.print_exc()
    try:
        flush()
    except BaseException:
        return 120
    return None


def flush():
    if sys.stdout is not None and not sys.stdout.closed:
        sys.stdout.flush()


def own(trace):
    """The part of a traceback that belongs to the program."""
    while trace is not None and trace.tb_frame.f_code.co_filename == __file__:
        trace = trace.tb_next
    return trace


def run(request):
    """Run the program of a JSON request. Returns JSON with the exit code, the type of an uncaught exception, and a started program that is not simulated."""
    request = json.loads(request)
    ended = {'code': 0, 'uncaught': None}
    try:
        options = CommandLine(request['command'], request['args'])
        safe = prepare(request['command'], options, request['env'], request['cwd'], request['answers'])
        if 'V' in options.flags:
            print('Python ' + platform.python_version())
            raise Ended(0, '')
        if 'h' in options.flags or '?' in options.flags:
            print(USAGE.format(request['command']))
            raise Ended(0, '')
        program = load_program(request['command'], options, safe)
        hide_bridge_and_stash()
    except Ended as end:
        if end.args[1]:
            print(end.args[1], file=sys.stderr)
        flush()
        return json.dumps({'code': end.args[0], 'uncaught': None})
    try:
        program()
    except SystemExit as end:
        ended['code'] = exit_status(end.code)
    except other_programs.Started:
        flush()
    except BaseException as error:
        ended = {'code': 1, 'uncaught': type(error).__name__}
        flush()
        error.__traceback__ = own(error.__traceback__)
        sys.excepthook(type(error), error, error.__traceback__)
    ended['code'] = finish() or ended['code']
    return json.dumps(ended | {'starts': other_programs.started[0] if other_programs.started else None})
