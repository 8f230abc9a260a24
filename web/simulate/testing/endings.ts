import { js, mjs } from './named-program.ts'
import type { NamedProgram } from './named-program.ts'

const warns =
  'process.emitWarning("careful"); process.on("warning", (w) => console.log(w.message, process.listenerCount("warning")))'

/** Programs that end in different ways: failed modules that are caught, and rejections with all kinds of reasons. */
export const endings: readonly NamedProgram[] = [
  mjs(
    'modules that fail while they are imported, caught',
    'for (const m of ["./x.mjs", "./c.cjs", "./deep.mjs"]) await import(m).catch((e) => console.log(e.message)); await import("./bad.json", { with: { type: "json" } }).catch((e) => console.log(e.name))',
    {
      files: {
        'x.mjs': 'throw new Error("in x")',
        'c.cjs': 'throw new Error("in c")',
        'deep.mjs': 'import "./deeper.mjs"',
        'deeper.mjs': 'throw new Error("deeper")',
        'bad.json': '{',
      },
    },
  ),
  js(
    'a module that fails while it is required, caught',
    'try { require("./x.mjs") } catch (e) { console.log(e.message) }',
    {
      files: { 'x.mjs': 'throw new Error("in x")' },
    },
  ),
  mjs('a module that fails, caught and thrown again', 'import("./x.mjs").catch((e) => { throw e })', {
    files: { 'x.mjs': 'throw new RangeError("again")' },
  }),
  ...['[1, 2]', 'function f() {}', 'class A {}', 'Object.create(null)', '1n', 'new Map()', 'new (class Own {})()'].map(
    (reason) => js(`a rejection with ${reason}`, `Promise.reject(${reason})`),
  ),
  js(
    'immediates that keep nothing alive',
    'setImmediate(() => { console.log("first"); setImmediate(() => console.log("with another")).unref(); setTimeout(() => setImmediate(() => console.log("never")).unref(), 50) })',
  ),
  js(
    'an interval that keeps nothing alive, with a timer that does',
    'let n = 0; const keep = setTimeout(() => console.log("too late"), 2000); const t = setInterval(() => { if (++n === 3) { clearInterval(t); clearTimeout(keep); console.log(n) } }, 1).unref()',
  ),
  mjs(
    'a question, then the lines that are left',
    'import readline from "node:readline/promises"; const rl = readline.createInterface({ input: process.stdin }); console.log(await rl.question("")); for await (const l of rl) console.log("line", l); console.log("end")',
    { stdin: 'one\ntwo\nthree' },
  ),
  mjs(
    'loops over the same lines',
    'import readline from "readline"; const rl = readline.createInterface({ input: process.stdin }); for await (const l of rl) { console.log("outer", l); for await (const m of rl) console.log("inner", m) } console.log(rl[Symbol.asyncIterator]() === rl[Symbol.asyncIterator](), rl.closed)',
    { stdin: 'one\ntwo\nthree' },
  ),
  mjs(
    'lines after a loop that was left',
    'import readline from "readline"; const rl = readline.createInterface({ input: process.stdin }); rl.on("close", () => console.log("close")); for await (const l of rl) { console.log("head", l); break } console.log(rl.closed); for await (const l of rl) console.log("rest", l); console.log("end")',
    { stdin: 'one\ntwo\nthree\n' },
  ),
  js(
    'input to output through a stream, and words after it',
    'const { pipeline, Transform } = require("stream"); pipeline(process.stdin, new Transform({ transform(c, e, done) { done(null, String(c).toUpperCase()) } }), process.stdout, (e) => { console.log("not shown"); process.exitCode = e ? 1 : 5 })',
    { stdin: 'one\ntwo' },
  ),
  js(
    'much input comes piece by piece',
    'const sizes = []; process.stdin.on("data", (c) => sizes.push(c.length)).on("end", () => console.log(sizes.reduce((a, b) => a + b), sizes.every((n) => n <= 65536), sizes.length > 1))',
    { stdin: 'x'.repeat(200_000) },
  ),
  js(
    'lines end where Node ends them',
    'require("readline").createInterface({ input: process.stdin }).on("line", (l) => console.log(JSON.stringify(l)))',
    { stdin: 'a\u2028b\nc\rd\r\ne' },
  ),
  js(
    'lines that were read before the end',
    'const rl = require("readline").createInterface({ input: process.stdin }); rl.on("line", (l) => { console.log(l); if (l === "b") rl.close() })',
    { stdin: 'a\nb\nc\n' },
  ),
  js('a table of rows of two kinds', 'console.table([1, { x: 1 }, [2]]); console.table([{ b: 1, 2: 3 }])'),
  mjs(
    'addresses of modules that are not there',
    'console.log(import.meta.resolve("./none.mjs").endsWith("/none.mjs"), import.meta.resolve("fs"))',
  ),
  { name: 'no warnings by variable', args: ['-e', warns], env: { NODE_NO_WARNINGS: '1' } },
  { name: 'warnings by a variable that is not 1', args: ['-e', warns], env: { NODE_NO_WARNINGS: '0' } },
  { name: 'no warnings by option', args: ['--no-warnings', '-e', warns] },
  js(
    'a signal to itself',
    "process.on('exit', () => console.log('exit')); console.log('before'); process.kill(process.pid); console.log('after')",
  ),
  js(
    'a signal of each kind to itself',
    "for (const name of ['SIGCONT', 'SIGWINCH', 'SIGURG', 'SIGCHLD', 'SIGPIPE', 'SIGXFSZ', 0]) process.kill(process.pid, name); console.log('alive'); process.kill(process.pid, 'SIGUSR2')",
  ),
  js(
    'a signal within try',
    "try { process.kill(process.pid, 'SIGKILL') } catch { console.log('caught') } finally { console.log('finally') }",
  ),
  js(
    'a signal in a timer',
    "setTimeout(() => process.kill(process.pid, 'SIGHUP'), 1); setTimeout(() => console.log('late'), 50)",
  ),
  js(
    'a signal that is listened to',
    "process.on('SIGTERM', (name) => console.log(name)); process.kill(process.pid); console.log('after'); setTimeout(() => console.log('later'), 20)",
  ),
  js(
    'a signal that is listened to once',
    "process.once('SIGINT', (name) => { console.log(name); process.kill(process.pid, 'SIGINT') }); process.kill(process.pid, 'SIGINT'); setTimeout(() => console.log('later'), 50)",
  ),
  js('abort', "process.on('SIGABRT', () => console.log('no')); process.abort()"),
  js(
    'a signal to another process',
    "try { process.kill(999999, 'SIGTERM') } catch (e) { console.log(e.code, e.syscall) } try { process.kill(process.pid, 'SIGNONE') } catch (e) { console.log(e.code) }",
  ),
  js('an error whose name throws', 'class My extends Error { get name() { throw 1 } }\nthrow new My("x")'),
  js('an event of the process that throws', 'process.emit = () => { throw new Error("emit") }\nconsole.log("a")'),
  js(
    'a list that takes nothing any more',
    'Array.prototype.push = () => { throw new Error("no push") }\nthrow new Error("first")',
  ),
]
