import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { expect } from '@playwright/test'
import { test } from './fixture.ts'

interface Program {
  readonly name: string
  readonly command: 'python3' | 'node' | 'bash'
  readonly args: readonly string[]
  readonly env?: Readonly<Record<string, string>>
  readonly stdin?: string
  /** Files below the working directory, by relative path. */
  readonly files?: Readonly<Record<string, string>>
  /** Whether standard error is the same too. */
  readonly stderr?: boolean
}

const py = (name: string, code: string, more: Partial<Program> = {}): Program => ({
  name,
  command: 'python3',
  args: ['-c', code],
  ...more,
})
const js = (name: string, code: string, more: Partial<Program> = {}): Program => ({
  name,
  command: 'node',
  args: ['tool.js'],
  files: { 'tool.js': code },
  ...more,
})
const mjs = (name: string, code: string, more: Partial<Program> = {}): Program => ({
  name,
  command: 'node',
  args: ['tool.mjs'],
  files: { 'tool.mjs': code },
  ...more,
})
const sh = (name: string, code: string, more: Partial<Program> = {}): Program => ({
  name,
  command: 'bash',
  args: ['tool.sh'],
  files: { 'tool.sh': code },
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

const programs: readonly Program[] = [
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
  py('modules beside the script', '', {
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

  js('arguments', 'console.log(process.argv.slice(2), process.argv.length)', { args: ['tool.js', 'a b', '--x'] }),
  js('standard input', 'const text = require("fs").readFileSync(0, "utf8"); console.log(JSON.parse(text).name)', {
    stdin: '{"name":"Ada"}',
  }),
  js(
    'standard input as events',
    'let t = ""; process.stdin.setEncoding("utf8"); process.stdin.on("data", (c) => (t += c)).on("end", () => console.log(t.length))',
    { stdin: 'grüße' },
  ),
  mjs(
    'standard input as iteration',
    'let t = ""; for await (const c of process.stdin) t += c; console.log(t.toUpperCase())',
    { stdin: 'abc' },
  ),
  mjs(
    'lines',
    'import readline from "node:readline"; for await (const line of readline.createInterface({ input: process.stdin })) console.log("<" + line + ">")',
    { stdin: 'a\nb\n\nc' },
  ),
  js(
    'console',
    'console.log({ a: [1, { b: { c: {} } }], f() {}, s: "x" }, [1.5, "two", null], "%s=%d", "n", 5); console.error("err"); console.table; console.group("g"); console.log("in"); console.groupEnd(); console.log([..."abcdefghij"].map((c, i) => c.repeat(i + 1)))',
    { stderr: true },
  ),
  js('exit code', 'process.exitCode = 5; console.log("end")'),
  js('exit at once', 'process.on("exit", (c) => console.log("bye", c)); process.exit(6)'),
  js('an uncaught error', 'console.log(1); throw new TypeError("bad")'),
  js('a rejection that nobody handles', 'async function main() { console.log("in"); throw new Error("x") }\nmain()'),
  js('a rejection that is handled', 'Promise.reject(1).catch((e) => console.log("caught", e))'),
  mjs('top-level await', 'console.log(await new Promise((done) => setTimeout(done, 10, "later")))'),
  mjs('an await that never ends', 'console.log("start"); await new Promise(() => {})'),
  js(
    'order of turns',
    'setTimeout(() => console.log("timeout")); setImmediate(() => console.log("immediate")); process.nextTick(() => console.log("tick")); Promise.resolve().then(() => console.log("micro")); console.log("sync")',
  ),
  js(
    'timers',
    'const t = setInterval(() => { console.log("i"); if (++n === 3) clearInterval(t) }, 2); let n = 0; setTimeout(() => console.log("never"), 1000).unref()',
  ),
  mjs(
    'modules',
    'import { x } from "./lib/x.mjs"; import def, { named } from "./lib/c.cjs"; import fs, { existsSync } from "node:fs"; console.log(x, def.named, named, existsSync === fs.existsSync, import.meta.url.endsWith("/tool.mjs"))',
    {
      files: {
        'tool.mjs':
          'import { x } from "./lib/x.mjs"; import def, { named } from "./lib/c.cjs"; import fs, { existsSync } from "node:fs"; console.log(x, def.named, named, existsSync === fs.existsSync, import.meta.url.endsWith("/tool.mjs"))',
        'lib/x.mjs': 'export const x = 1',
        'lib/c.cjs': 'exports.named = 2',
      },
    },
  ),
  js('require', '', {
    files: {
      'tool.js':
        'const a = require("./a"), data = require("./data.json"), p = require("pack"); console.log(a.b(), data.k, p, __filename.endsWith("tool.js"), require.main === module, typeof require("path").join)',
      'a.js': 'const c = require("./a"); exports.b = () => "b" + (c === module.exports)',
      'data.json': '{"k":[1]}',
      'node_modules/pack/package.json': '{"main":"m.js"}',
      'node_modules/pack/m.js': 'module.exports = "packed"',
    },
  }),
  js('a package of modules', '', {
    args: ['tool.js'],
    files: { 'package.json': '{"type":"module"}', 'tool.js': 'export const v = 1; console.log(typeof require, v)' },
  }),
  js('a missing module', 'try { require("./none") } catch (e) { console.log(e.code, e.message.split("\\n")[0]) }'),
  js(
    'files',
    'const fs = require("fs"), path = require("path"); fs.mkdirSync("d/e", { recursive: true }); fs.writeFileSync("d/e/f.txt", "hi"); fs.appendFileSync("d/e/f.txt", "!"); console.log(fs.readdirSync("d"), fs.statSync("d/e").isDirectory(), fs.readFileSync(path.join("d", "e", "f.txt"), "utf8"), fs.readdirSync("d", { recursive: true })); fs.rmSync("d", { recursive: true }); console.log(fs.existsSync("d")); try { fs.readFileSync("none") } catch (e) { console.log(e.code, e.syscall, e.errno, e.message) }',
  ),
  mjs(
    'files with promises',
    'import { readFile, writeFile, mkdir } from "node:fs/promises"; await mkdir("x"); await writeFile("x/y", "z"); console.log(await readFile("x/y", "utf8"), await readFile("none").catch((e) => e.code))',
  ),
  js(
    'buffers',
    'const b = Buffer.from("grüße €"); console.log(b, b.length, b.toString("base64"), b.toString("hex"), Buffer.from("YWI=", "base64").toString(), Buffer.concat([b, b]).length, Buffer.byteLength("ü"), b.equals(Buffer.from(b)))',
  ),
  js(
    'crypto',
    'const c = require("crypto"); console.log(c.createHash("sha256").update("x").digest("hex"), c.createHash("sha1").update("x").digest("base64"), c.randomUUID().length)',
  ),
  js(
    'util',
    'const u = require("util"); console.log(u.inspect({ a: { b: { c: { d: 1 } } } }, { depth: 0 }), u.isDeepStrictEqual({ a: [1] }, { a: [1] })); console.log(u.parseArgs({ args: ["-f", "--bar", "b"], options: { foo: { type: "boolean", short: "f" }, bar: { type: "string" } } }).values.bar)',
  ),
  js(
    'web globals',
    'const u = new URL("../b?x=1&y=ü#h", "https://a.example:8080/c/d"); console.log(u.href, u.searchParams.get("y"), u.port, new TextDecoder().decode(new TextEncoder().encode("ü")), structuredClone(new Map([[1, { a: new Date(0) }]])), btoa("x"), atob("eA=="), encodeURIComponent("ü"))',
  ),
  js(
    'errors',
    'class E extends Error { constructor(m) { super(m, { cause: 1 }); this.name = "E" } } try { throw new E("m") } catch (e) { console.log(e.name, e.message, e instanceof E, String(e), e.cause) }',
  ),
  js(
    'assert',
    'const assert = require("assert"); try { assert.strictEqual(1, 2) } catch (e) { console.log(e.code, e.name) } assert.deepStrictEqual({ a: 1 }, { a: 1 }); console.log("ok")',
  ),
  { name: 'node -e', command: 'node', args: ['-e', 'console.log(process.argv.slice(1), typeof require)', 'a'] },
  { name: 'node -p', command: 'node', args: ['-p', '[1, 2].map((x) => x * 2)'] },
  {
    name: 'node -e with modules',
    command: 'node',
    args: ['--input-type=module', '-e', 'import fs from "fs"; console.log(typeof fs.readFileSync)'],
  },
  { name: 'node with a program on standard input', command: 'node', args: [], stdin: 'console.log(40 + 2)' },
  { name: 'node without its file', command: 'node', args: ['missing.js'] },
  { name: 'node with an unknown option', command: 'node', args: ['--frobnicate'] },

  sh('arguments', 'echo "$# $1 $2 $0"', { args: ['tool.sh', 'a b', '*'] }),
  sh('standard input', 'while read -r line; do echo "<$line>"; done; wc -l < tool.sh', { stdin: 'a\nb c\n' }),
  sh('exit codes and errors', 'set -e; echo out; echo err >&2; false; echo never', { stderr: true }),
  sh('quotes', `echo 'it'\\''s' "a 'b'" $'x\\ty'; printf '%s|' "a b" c; echo`),
  sh(
    'variables',
    'x=hello; echo ${x^} ${#x} ${x:1:3} ${x/l/L} ${y:-default}; arr=(a b c); echo ${arr[1]} ${#arr[@]} "${arr[@]}"',
  ),
  sh(
    'loops and functions',
    'f() { local n=$1; [ "$n" -le 1 ] && return; echo $n; f $((n - 1)); }; f 5; for i in {1..3}; do echo $i; done; case abc in a*) echo yes;; esac',
  ),
  sh(
    'pipes and tools',
    'printf "b 2\\na 1\\nc 3\\n" | sort | awk \'{ s += $2; print $1 } END { print s }\' | tr a-z A-Z | sed s/B/x/ | head -3; echo "a,b" | cut -d, -f2',
  ),
  sh('here documents', "cat <<EOF\n$((1 + 1)) don't\nEOF\ncat <<'X'\n$raw\nX"),
  sh(
    'files',
    'mkdir -p d/e; echo hi > d/e/f; cp d/e/f g; mv g h; ls d; cat h; rm -r d; [ -e d ] || echo gone; test -f h && echo there',
  ),
  sh('traps', 'trap "echo bye" EXIT; echo work; exit 4'),
  sh('strict mode', 'set -euo pipefail; false | true; echo never'),
  sh(
    'python from the shell',
    'echo \'{"a": 5}\' | python3 -c "import json, sys; print(json.load(sys.stdin)[\'a\'])"; python3 -c "import sys; sys.exit(3)" || echo "code $?"; x=$(python3 -c "print(2 ** 10)"); echo $x',
  ),
  sh(
    'node from the shell',
    'node -e "console.log(process.argv[1])" "$1"; node -e "require(\'fs\').writeFileSync(\'made\', \'x\')"; cat made; echo',
    { args: ['tool.sh', 'arg'] },
  ),
  { name: 'bash -c', command: 'bash', args: ['-c', 'echo "$0 $1"; exit 9', 'name', 'one'] },
  { name: 'bash with a program on standard input', command: 'bash', args: [], stdin: 'echo hi; exit 2' },
  { name: 'bash without its file', command: 'bash', args: ['missing.sh'] },
]

interface Seen {
  readonly code: number
  readonly out: string
  readonly err: string
}

function runReal(program: Program): Seen {
  const folder = mkdtempSync(join(tmpdir(), 'real-'))
  try {
    for (const [path, text] of Object.entries(program.files ?? {})) {
      mkdirSync(dirname(join(folder, path)), { recursive: true })
      writeFileSync(join(folder, path), text)
    }
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', ...program.env }
    const options = { cwd: folder, env, input: program.stdin ?? '', stdio: 'pipe', encoding: 'utf8' } as const
    return { code: 0, out: execFileSync(program.command, program.args, options), err: '' }
  } catch (error) {
    const { status, stdout, stderr } = error as { status: number; stdout: string; stderr: string }
    return { code: status, out: stdout, err: stderr }
  } finally {
    rmSync(folder, { recursive: true })
  }
}

test.describe.configure({ mode: 'default' })

for (const program of programs) {
  test(`${program.command}: ${program.name}`, async ({ simulate }) => {
    const real = runReal(program)
    const files = Object.fromEntries(
      Object.entries(program.files ?? {}).map(([path, text]) => [`/project/${path}`, text]),
    )
    const { command, args, stdin = '' } = program
    const env = { PATH: process.env.PATH ?? '/usr/bin:/bin', ...program.env }
    const simulated = await simulate({ command, args, stdin, files, env })
    expect([simulated.ending, simulated.out], simulated.err).toEqual([`exited ${real.code}`, real.out])
    if (program.stderr === true && real.code !== 0) expect(simulated.err).toBe(real.err)
  })
}
