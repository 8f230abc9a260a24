import type { Simulation } from './fixture.ts'

/** A hostile program with the expected ending and report. */
export interface HostileProgram extends Simulation {
  readonly name: string
  readonly ending: RegExp
  /** A pattern that each line of the program's report about its attempts must match. */
  readonly reports?: RegExp
  /** The limit that stops the run. */
  readonly limit?: string
}

const refused = /^(refused|absent)( .*)?$/

/** Python code that searches the garbage collector for the JavaScript bridge that the snapshot hides. */
const findBridge = `
import gc, sys, os
bridge = None
for thing in gc.get_objects():
    if type(thing).__name__ == 'module' and thing.__name__ == 'pyodide_js': bridge = thing
    if isinstance(thing, dict) and callable(thing.get('run_js')): run_js = thing['run_js']
def attempt(name, action):
    try:
        print('reached' if action() else 'absent', name)
    except BaseException as error:
        print('refused', name, type(error).__name__)
bait = os.environ['BAIT']
`

function python(name: string, code: string, more: Partial<HostileProgram> = {}): HostileProgram {
  return { name: `python: ${name}`, command: 'python3', args: ['-c', code], ending: /^exited 0$/, ...more }
}

function node(name: string, code: string, more: Partial<HostileProgram> = {}): HostileProgram {
  return { name: `node: ${name}`, command: 'node', args: ['-e', code], ending: /^exited 0$/, ...more }
}

function bash(name: string, code: string, more: Partial<HostileProgram> = {}): HostileProgram {
  return { name: `bash: ${name}`, command: 'bash', args: ['-c', code], ending: /^exited 0$/, ...more }
}

const names = [
  'fetch',
  'XMLHttpRequest',
  'WebSocket',
  'Worker',
  'postMessage',
  'indexedDB',
  'caches',
  'navigator',
  'self',
  'window',
  'document',
  'top',
  'parent',
  'importScripts',
  'RTCPeerConnection',
  'localStorage',
]
const globalsAbsent = `
for (const name of ${JSON.stringify(names.filter((name) => name !== 'fetch'))}) {
  console.log(typeof globalThis[name] === 'undefined' ? 'absent' : 'reached', name)
}`

/**
 * Attempts to reach outside the sandbox. Each attempt is refused or finds nothing, and no server receives a request.
 */
export const reachingOut: readonly HostileProgram[] = [
  python(
    'the js module',
    "for name in ('js', 'pyodide', 'pyodide_js', '_pyodide_core', 'pyodide.http', '_pyodide'):\n  try:\n    __import__(name); print('reached', name)\n  except ModuleNotFoundError: print('absent', name)",
    { reports: refused },
  ),
  python(
    'finders of modules that are put back',
    `${findBridge}
import _imp, importlib.machinery as machinery
finders = [thing for thing in gc.get_objects() if hasattr(thing, 'find_spec') and not isinstance(thing, type)]
sys.meta_path[:0] = [*finders, machinery.BuiltinImporter]
for name in ('js', 'pyodide_js', '_pyodide_core'):
    attempt(name, lambda: __import__(name))
    attempt(name + ' built in', lambda: _imp.create_builtin(machinery.ModuleSpec(name, None)))
    attempt(name + ' made again', lambda: machinery.BuiltinImporter.create_module(machinery.ModuleSpec(name, None)))
for finder in finders:
    for proxies in (getattr(finder, 'jsproxies', {}), getattr(finder, '__dict__', {})):
        for name, thing in list(proxies.items()):
            if type(thing).__name__.startswith('Js'): print('reached', name)`,
    { reports: refused },
  ),
  python(
    'run_js from the garbage',
    `${findBridge}\nfor code in ('1', 'fetch("' + bait + '")', 'self.postMessage({kind:"ended"})', 'import("' + bait + '")'): attempt('run_js', lambda: run_js(code))`,
    { reports: refused },
  ),
  python(
    'JavaScript objects from the garbage',
    `${findBridge}
found = [thing for thing in gc.get_objects() if type(thing).__name__ in ('JsProxy', 'JsCallable', 'JsPromise')]
for thing in found[:50]:
    attempt('constructor', lambda: thing.constructor.constructor('return fetch("' + bait + '")')())
    attempt('fetch', lambda: thing.fetch(bait))
print('absent bridge')`,
    { reports: refused },
  ),
  python(
    'ctypes',
    `${findBridge}\nimport ctypes\nattempt('emscripten_run_script', lambda: ctypes.CDLL(None).emscripten_run_script(b'fetch("' + bait.encode() + b'")'))`,
    { ending: /^(exited 0|killed SIGABRT)$/ },
  ),
  python(
    'urllib',
    `${findBridge}\nimport urllib.request\nattempt('urlopen', lambda: urllib.request.urlopen(bait, timeout=2))`,
    { reports: refused },
  ),
  python(
    'sockets',
    `${findBridge}\nimport socket\nfrom urllib.parse import urlparse\nparts = urlparse(bait)\ndef talk():\n    with socket.create_connection((parts.hostname, parts.port), 2) as s:\n        s.sendall(b'GET / HTTP/1.0\\r\\n\\r\\n')\n        return s.recv(100)\nattempt('socket', talk)`,
    { reports: refused },
  ),
  python(
    'processes',
    `${findBridge}\nimport subprocess\nattempt('subprocess', lambda: subprocess.run(['ls']))\nattempt('fork', lambda: os.fork())\nattempt('system', lambda: os.system('git --version') == 0)`,
    { reports: refused, ending: /^not-started$/ },
  ),
  node('globals of the browser', globalsAbsent, { reports: refused }),
  node(
    'fetch',
    'fetch(process.env.BAIT).then(() => console.log("reached fetch"), (error) => console.log("refused", error.name))',
    { reports: refused },
  ),
  node(
    'import of a URL',
    'import(process.env.BAIT).then(() => console.log("reached import"), (error) => console.log("refused", error.name))',
    { reports: refused },
  ),
  node(
    'the function constructor',
    "console.log(Function('return typeof fetch + typeof XMLHttpRequest + typeof postMessage')() === 'functionundefinedundefined' ? 'absent' : 'reached')",
    { reports: refused },
  ),
  node(
    'the door to the host',
    'console.log(typeof __host === "undefined" && typeof __evalNamed === "undefined" ? "absent" : "reached")\nfor (const name of ["builtin", "require"]) try { console.log("reached", __hooks[name]("http://x/").constructor) } catch (error) { console.log("refused", name) }',
    { reports: /^(refused|absent|reached undefined)/ },
  ),
  node(
    'http modules',
    'for (const name of ["http", "https", "net", "dgram", "worker_threads", "vm"]) try { require(name); console.log("reached", name) } catch (error) { console.log("refused", error.code) }',
    { reports: refused },
  ),
  bash(
    'curl and friends',
    'for tool in curl wget nc ssh telnet; do if "$tool" "$BAIT" >/dev/null 2>&1; then echo "reached $tool"; else echo "refused $tool"; fi; done; (echo > /dev/tcp/localhost/80) 2>/dev/null && echo reached || echo refused',
    { reports: refused },
  ),
]

/** Attempts to exhaust resources. Each attempt ends, and the outcome names the limit that stopped it, if any. */
export const takingTooMuch: readonly HostileProgram[] = [
  python('memory', 'held = []\nwhile True: held.append(bytearray(10_000_000))', {
    ending: /^out-of-memory$/,
    limit: 'memory',
  }),
  python('one huge text', '"a" * (2**31 - 100)', { ending: /^out-of-memory$/, limit: 'memory' }),
  python('output of 100 MB', 'for _ in range(1000): print("x" * 100_000)', {
    ending: /^output-limit$/,
    limit: 'output',
  }),
  python('an endless loop', 'print("before", flush=True)\nwhile True: pass', {
    ending: /^timed-out$/,
    timeout_ms: 700,
  }),
  python('a loop that catches everything', 'while True:\n  try:\n    while True: pass\n  except BaseException: pass', {
    ending: /^timed-out$/,
    timeout_ms: 700,
  }),
  python('deep recursion', 'def f(n): return f(n + 1)\nf(0)', { ending: /^exited 1$/ }),
  python('bottomless recursion', 'import sys\nsys.setrecursionlimit(10**9)\ndef f(n): return [f(n + 1)]\nf(0)', {
    ending: /^(killed SIGSEGV|out-of-memory|timed-out)$/,
    timeout_ms: 3000,
  }),
  python(
    'recursion in C',
    'import sys\nsys.setrecursionlimit(10**9)\nclass A:\n  def __repr__(self): return repr(self)\nrepr(A())',
    { ending: /^(killed SIGSEGV|exited 1)$/ },
  ),
  python('a file too big', 'open("/project/big", "wb").truncate(10**10)', { ending: /^exited 1$/, limit: 'file_size' }),
  python('too many bytes of files', 'for i in range(20): open(f"/tmp/{i}", "wb").write(b"x" * 10_000_000)', {
    ending: /^exited 1$/,
    limit: 'total_file_size',
  }),
  python('leaving at once', 'import os; os._exit(7)', { ending: /^exited 7$/ }),
  python(
    'killing itself',
    'import os, signal\nprint("before", flush=True)\nos.kill(os.getpid(), signal.SIGKILL)\nprint("after")',
    {
      ending: /^killed SIGKILL$/,
    },
  ),
  python(
    'killing itself within try',
    'import os, signal\ntry: signal.raise_signal(signal.SIGTERM)\nfinally: print("no")',
    {
      ending: /^killed SIGTERM$/,
    },
  ),
  python(
    'a signal that is handled',
    'import os, signal\nsignal.signal(signal.SIGUSR1, lambda number, frame: print("handled", number))\nos.kill(os.getpid(), signal.SIGUSR1)\nos.kill(os.getpid(), 0)',
    { reports: /^handled 10$/ },
  ),
  python('aborting', 'import os; os.abort()', { ending: /^killed SIGABRT$/ }),
  python(
    'thousands of timers',
    'import asyncio\nasync def main(): await asyncio.gather(*(asyncio.sleep(0.05) for _ in range(5000)))\nasyncio.run(main()); print("done")',
    {},
  ),
  node('memory', 'const held = []; for (;;) held.push(new Array(100000).fill(1))', {
    ending: /^out-of-memory$/,
    limit: 'memory',
  }),
  node('buffers', 'const held = []; for (;;) held.push(new Uint8Array(50_000_000).fill(1))', {
    ending: /^out-of-memory$/,
    limit: 'memory',
  }),
  node('output of 100 MB', 'for (let i = 0; i < 1000; i++) console.log("x".repeat(100000))', {
    ending: /^output-limit$/,
    limit: 'output',
  }),
  node('an endless loop', 'for (;;);', { ending: /^timed-out$/, timeout_ms: 700 }),
  node('endless microtasks', 'const again = () => Promise.resolve().then(again); again()', {
    ending: /^timed-out$/,
    timeout_ms: 700,
  }),
  node('endless ticks', 'const again = () => process.nextTick(again); again()', {
    ending: /^timed-out$/,
    timeout_ms: 700,
  }),
  node('a slow pattern', '/(a+)+$/.test("a".repeat(40) + "b")', { ending: /^timed-out$/, timeout_ms: 700 }),
  node(
    'thousands of timers',
    'for (let i = 0; i < 5000; i++) setTimeout(() => undefined, i % 50); setTimeout(() => console.log("done"), 60)',
    {},
  ),
  node('endless timers', 'setInterval(() => undefined, 0)', { ending: /^timed-out$/, timeout_ms: 700 }),
  node(
    'deep recursion',
    'let n = 0; const f = () => { n++; return f() + 1 }; try { f() } catch (error) { console.log("refused", error.constructor.name, error instanceof RangeError, n > 500) }',
    { reports: /^refused RangeError true true$/ },
  ),
  node('killing itself', 'process.kill(process.pid)', { ending: /^killed SIGTERM$/ }),
  node('aborting', 'process.abort()', { ending: /^killed SIGABRT$/ }),
  bash('a shell that kills itself', 'echo before; kill -9 $$; echo after', { ending: /^killed SIGKILL$/ }),
  node('exit that is caught', 'try { process.exit(3) } catch {} for (;;);', { ending: /^exited 3$/ }),
  bash('an endless loop', 'while :; do :; done', { ending: /^timed-out$/, timeout_ms: 700 }),
  bash(
    'endless output',
    'while :; do echo xxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxxx; done',
    { ending: /^(timed-out|output-limit|out-of-memory)$/ },
  ),
  bash('a string that doubles', 'x=a; while :; do x=$x$x; done', {
    ending: /^(timed-out|out-of-memory|killed SIGABRT|exited 1)$/,
    timeout_ms: 2000,
  }),
  bash('a function that calls itself', 'f() { f; }; f', { ending: /^killed SIGSEGV$/ }),
  bash('a fork bomb', ':() { : | : & }; :', { ending: /^(killed SIGSEGV|timed-out|exited \d+)$/, timeout_ms: 2000 }),
  bash('too many programs', 'for i in $(seq 9); do node -e 0 || { echo "refused $i"; break; }; done', {
    ending: /^exited 0$/,
    limit: 'processes',
    limits: { processes: 4, time: 60_000 },
    timeout_ms: 60_000,
    reports: /^refused 5$/,
  }),
]
