import type { Program } from './compared.ts'

const py = (name: string, code: string, more: Partial<Program> = {}): Program => ({
  name,
  command: 'python3',
  args: ['-c', code],
  ...more,
})

const jsonTool = `import argparse, json, sys
__version__ = "1.0.0"
parser = argparse.ArgumentParser(prog="tool")
parser.add_argument("--params", default="{}")
parser.add_argument("--project-path")
options = parser.parse_args()
params = json.loads(options.params)
json.dump({"success": True, "data": {"greeting": "Hello, " + params["name"], "n": [1, 2.5, None]}}, sys.stdout, indent=2)
`

/** Python programs like those in tools, from the command line to the file system. */
export const pythonPrograms: readonly Program[] = [
  py('arguments', 'import sys; print(sys.argv)', { args: ['-c', 'import sys; print(sys.argv)', 'a b', '--x', "it's"] }),
  py('standard input', 'import sys; print(sys.stdin.read().upper(), len(sys.argv))', { stdin: 'grüße\n' }),
  py('input() to its end', 'print(input())\ntry: input()\nexcept EOFError as e: print(e)', { stdin: 'one line' }),
  py('environment', 'import os; print([os.environ.get(n) for n in ("A", "UMLAUT", "HOME")])', {
    env: { A: '1', UMLAUT: 'ü', LC_ALL: 'C.UTF-8' },
  }),
  py('locale coercion', 'import os; print(os.environ.get("LC_CTYPE"))'),
  py('exit codes', 'import sys; sys.exit(3)'),
  py('exit code 300', 'import sys; sys.exit(300)'),
  py('exit code -1', 'import sys; sys.exit(-1)'),
  py('exit with text', 'import sys; sys.exit("no")', { stderr: true }),
  py('exit without', 'raise SystemExit'),
  py('os._exit', 'import os, sys; sys.stdout.flush(); os._exit(4)'),
  py('atexit', 'import atexit; atexit.register(print, "last"); print("first"); 1/0'),
  py(
    'asyncio',
    'import asyncio\nasync def f(n):\n  await asyncio.sleep(0.01 * n)\n  return n\nasync def main():\n  print(await asyncio.gather(*map(f, (3, 1, 2))))\n  async with asyncio.TaskGroup() as g: t = g.create_task(f(1))\n  q = asyncio.Queue(); await q.put(t.result()); print(await q.get())\n  try: await asyncio.wait_for(f(50), 0.02)\n  except TimeoutError: print("late")\n  print(await asyncio.to_thread(lambda: 7))\nasyncio.run(main())',
  ),
  py('unicode', 'print("ä €", "🐍", b"\\xff", repr("\\u200b"))'),
  py(
    'floats and json',
    'import json; print(json.dumps({"a": 0.1 + 0.2, "b": 1e22, "c": float("inf"), "ü": [None, True]}), round(2.675, 2))',
  ),
  py('dates', 'import datetime as d; print(d.datetime(2024, 2, 29, tzinfo=d.timezone.utc) + d.timedelta(days=366))'),
  py(
    'hashes',
    'import hashlib, hmac, base64; print(hashlib.sha256(b"x").hexdigest(), hmac.new(b"k", b"m", "sha1").hexdigest(), base64.b64encode(b"?>"))',
  ),
  py(
    'regular expressions',
    'import re; print(re.sub(r"(\\w+)@(\\w+)", r"\\2 at \\1", "me@home"), re.findall(r"\\d+", "1 22 333"))',
  ),
  py(
    'tomllib and dataclasses',
    'import tomllib, dataclasses\n@dataclasses.dataclass\nclass A:\n  x: int = 1\nprint(A(), tomllib.loads("a = [1, 2]"))',
  ),
  py(
    'an argparse error',
    'import argparse; p = argparse.ArgumentParser(prog="t"); p.add_argument("x", type=int); p.parse_args(["y"])',
    { stderr: true },
  ),
  py('an unknown option', '', { args: ['-Z'] }),
  py('a program on standard input', '', { args: ['-', 'x'], stdin: 'import sys\nprint(sys.argv, __name__)\n' }),
  py('a program without a name', '', { args: [], stdin: 'print(1 + 1)\n' }),
  py('a module', '', { args: ['-m', 'json.tool'], stdin: '{"b": 1, "a": [1, 2]}' }),
  py('a module that is missing', '', { args: ['-m', 'no_such_module_here'] }),
  py('a file that is missing', '', { args: ['missing.py'] }),
  py('a tool with parameters', '', {
    args: ['-u', 'tool.py', '--params', '{"name": "Ada"}'],
    files: { 'tool.py': jsonTool },
  }),
  py('modules next to the script', '', {
    args: ['sub/tool.py'],
    files: {
      'sub/tool.py': 'import helper, json\nprint(helper.x, json.y)',
      'sub/helper.py': 'x = 1',
      'sub/json.py': 'y = "shadow"',
    },
  }),
  py('a package with -m', '', {
    args: ['-m', 'pack', 'a'],
    files: {
      'pack/__init__.py': 'print("init", __name__)',
      'pack/__main__.py': 'import sys; from . import part; print(__name__, len(sys.argv), part.p)',
      'pack/part.py': 'p = 5',
    },
  }),
  py('PYTHONPATH', 'import helper; print(helper.x)', {
    env: { PYTHONPATH: 'lib:other' },
    files: { 'lib/helper.py': 'x = 7' },
  }),
  py('isolated', 'import sys; print("" in sys.path, sys.flags.isolated >= 0)', {
    args: ['-I', '-c', 'import sys\ntry:\n  import helper\nexcept ImportError as e: print(e)'],
    files: { 'helper.py': '' },
  }),
  py(
    'files',
    'import os, pathlib, shutil\np = pathlib.Path("d/e"); p.mkdir(parents=True); (p / "f.txt").write_text("x\\n" * 3)\nprint(sorted(os.listdir("d/e")), (p / "f.txt").stat().st_size, open("d/e/f.txt").readlines())\nshutil.copytree("d", "g"); os.rename("g/e/f.txt", "g/h"); print(sorted(str(x) for x in pathlib.Path("g").rglob("*")))\nshutil.rmtree("d"); print(os.path.exists("d"))',
  ),
  py('a missing file', 'try: open("none")\nexcept FileNotFoundError as e: print(e.strerror, e.filename)'),
  py(
    'tempfile',
    'import tempfile, os\nwith tempfile.TemporaryDirectory() as d:\n  open(os.path.join(d, "x"), "w").write("1"); print(os.listdir(d))',
  ),
  py(
    'the local time',
    'import datetime, time; print(time.strftime("%Z"), time.tzname, datetime.datetime.fromtimestamp(0).astimezone(), time.mktime((2024, 1, 31, 25, 0, 0, 0, 0, -1)))',
  ),
  py(
    'time zones',
    'from zoneinfo import ZoneInfo\nfrom datetime import datetime, timezone\nd = datetime(2024, 3, 31, 1, tzinfo=timezone.utc)\nprint([d.astimezone(ZoneInfo(z)).isoformat() for z in ("Europe/Paris", "America/New_York", "UTC")])',
  ),
  py(
    'keys from passwords',
    'import hashlib; print(hashlib.pbkdf2_hmac("sha256", b"p", b"s", 1000).hex(), hashlib.pbkdf2_hmac("sha1", b"p", b"s", 3, 50).hex())',
  ),
  py('a null pointer', 'import ctypes; print(ctypes.string_at(0))'),
  py('lone surrogates', 'import sys; print(ascii("\\ud800")); sys.stdout.write("\\udc80\\n"); print("\\ud800")'),
  py('warnings', 'import warnings; warnings.warn("careful")', {
    args: [
      '-W',
      'error',
      '-c',
      'import warnings\ntry: warnings.warn("careful")\nexcept UserWarning as e: print("raised", e)',
    ],
  }),
  py('recursion', 'def f(n): return f(n + 1)\ntry: f(0)\nexcept RecursionError as e: print(type(e).__name__)'),
  py(
    'threads that are only asked for',
    'import threading; print(threading.current_thread().name, threading.active_count())',
  ),
]
