import { js, mjs } from './named-program.ts'
import type { NamedProgram } from './named-program.ts'

/** Programs like those of tools. Each program has the same result in real Node and in the simulated Node. */
export const programs: readonly NamedProgram[] = [
  js('exit within try', 'try { process.exit(3) } catch { console.log("caught") } finally { console.log("finally") }'),
  js('exit within an async function', 'async function main() { process.exit(4) }\nmain().catch(() => process.exit(1))'),
  js(
    'exit runs its handlers once',
    'process.on("exit", (c) => { console.log("bye", c); process.exit(7) }); process.exit(2)',
  ),
  js('exit in a timer', 'setInterval(() => process.exit(5), 1); process.on("exit", (c) => console.log(c))'),
  js('exit in a promise', 'Promise.resolve().then(() => process.exit(6)).catch(() => console.log("caught"))'),
  js(
    'output before exit',
    'process.stdout.write("a"); console.log("b"); process.stdout.write("c", () => process.exit(0))',
  ),
  js('exit code by property', 'process.exitCode = 9; process.on("exit", () => { process.exitCode = 8 })'),
  js('an exit code that is not a number', 'process.exit("x")'),
  js(
    'beforeExit begins something new',
    'let n = 0; process.on("beforeExit", () => { if (n++ < 2) setTimeout(() => console.log("more", n)) })',
  ),
  js('an error in an exit handler', 'process.on("exit", () => { throw new Error("late") })'),
  js('a rejection that is kept', 'const p = Promise.reject(new Error("kept"))'),
  js('a rejection within forEach', '[1].forEach(async () => { throw new Error("in") })'),
  js('a rejection that is not an error', 'Promise.reject(5)'),
  js('a rejection of an object', 'Promise.reject({ a: 1 })'),
  js(
    'a rejection handled in a later microtask',
    'const p = Promise.reject(1); Promise.resolve().then(() => p.catch(() => console.log("ok")))',
  ),
  js(
    'a rejection handled in a tick',
    'const p = Promise.reject(1); process.nextTick(() => p.catch(() => console.log("ok")))',
  ),
  js(
    'a rejection handled too late',
    'const p = Promise.reject(1); setTimeout(() => p.catch(() => console.log("late")), 1)',
  ),
  js(
    'a listener for rejections',
    'process.on("unhandledRejection", (r) => console.log("un", r)); process.on("rejectionHandled", () => console.log("handled")); const p = Promise.reject(1); setTimeout(() => p.catch(() => {}), 5)',
  ),
  js(
    'a rejection and a handled one',
    'const a = Promise.reject(1), b = Promise.reject(2); a.catch(() => {}); Promise.all([b]).catch((e) => console.log(e))',
  ),
  mjs('a top-level await that fails', 'await Promise.reject(new TypeError("top"))'),
  js(
    'a listener for uncaught errors',
    'process.on("uncaughtException", (e, origin) => console.log(e.message, origin)); setTimeout(() => console.log("on"), 1); throw new Error("x")',
  ),
  js('an error thrown in a tick', 'process.nextTick(() => { throw new Error("tick") }); console.log("sync")'),
  js('an error thrown in a microtask', 'queueMicrotask(() => { throw new Error("micro") })'),
  js(
    'an error thrown in a timer',
    'setTimeout(() => { throw new RangeError("timer") }); setTimeout(() => console.log("never"), 5)',
  ),
  js('an error event without a listener', 'new (require("events"))().emit("error", new Error("heard by none"))'),
  js('a text is thrown', 'throw "just text"'),
  js('null is thrown', 'throw null'),
  mjs('a module that is not there', 'import "./none.mjs"'),
  mjs('a package that is not there', 'import chalk from "chalk"'),
  mjs('a missing ending', 'import "./lib/a"', { files: { 'lib/a.js': '' } }),
  mjs('a folder', 'import "./lib"', { files: { 'lib/index.js': '' } }),
  mjs('JSON without its type', 'import d from "./d.json"', { files: { 'd.json': '{}' } }),
  mjs('JSON with its type', 'import d from "./d.json" with { type: "json" }; console.log(d)', {
    files: { 'd.json': '{"a":1}' },
  }),
  mjs(
    'a text that mentions import.meta',
    'console.log("import.meta.url", typeof import.meta.url, import.meta.filename.endsWith("tool.mjs"))',
  ),
  mjs('a name that is not exported', 'import { none } from "./a.mjs"', { files: { 'a.mjs': 'export const some = 1' } }),
  mjs(
    'CommonJS with ESM',
    'import c, { a, b } from "./c.cjs"; import { createRequire } from "module"; console.log(c, a, b, createRequire(import.meta.url)("./c.cjs") === c)',
    {
      files: {
        'c.cjs': 'module.exports = { a: 1, b: require("./d.cjs") }',
        'd.cjs': 'exports.x = __filename.endsWith("d.cjs")',
      },
    },
  ),
  mjs('names passed on', 'import { x } from "./c.cjs"; console.log(x)', {
    files: { 'c.cjs': 'module.exports = require("./d.cjs")', 'd.cjs': 'exports.x = 5' },
  }),
  mjs('a circle of modules', 'import { a } from "./a.mjs"; console.log(a())', {
    files: {
      'a.mjs': 'import { b } from "./b.mjs"; export const a = () => "a" + b()',
      'b.mjs': 'import { a } from "./a.mjs"; export const b = () => typeof a',
    },
  }),
  mjs(
    'dynamic import',
    'const m = await import("./m.mjs?x=1").catch((e) => e.code); const n = await import("./m.mjs"); console.log(typeof m, n.default)',
    { files: { 'm.mjs': 'export default 7' } },
  ),
  js('a module that is required and missing', 'require("./none")'),
  js('a package with exports', 'console.log(require("p"), require("p/sub"))', {
    files: {
      'node_modules/p/package.json': '{"exports":{".":"./m.js","./sub":{"require":"./s.cjs","default":"./s.mjs"}}}',
      'node_modules/p/m.js': 'module.exports = "m"',
      'node_modules/p/s.cjs': 'module.exports = "s"',
    },
  }),
  js('imports of its own', 'console.log(require("#lib"))', {
    files: { 'package.json': '{"imports":{"#lib":"./l.js"}}', 'l.js': 'module.exports = 1' },
  }),
  js('an ES module that is required', 'console.log(require("./e.mjs").v)', {
    files: { 'e.mjs': 'export const v = 3' },
  }),
  js('syntax that is wrong', 'const a = ;'),
  js('TypeScript in plain Node', 'x', {
    args: ['tool.ts'],
    files: { 'tool.ts': 'const a: number = 1; console.log(a)' },
  }),
  js(
    'arguments',
    'console.log(require("util").parseArgs({ options: { v: { type: "boolean", short: "v" }, o: { type: "string", short: "o" } }, allowPositionals: true }))',
    { args: ['tool.js', '-vo', 'f', 'rest'] },
  ),
  js(
    'JSON on standard input',
    'let t = ""; process.stdin.on("data", (c) => (t += c)); process.stdin.on("end", () => console.log(JSON.parse(t).n + 1))',
    { stdin: '{"n":41}' },
  ),
  js(
    'standard input as it becomes readable',
    'process.stdin.on("readable", () => { let c; while ((c = process.stdin.read()) !== null) console.log("<" + c + ">") }).on("end", () => console.log("end"))',
    { stdin: 'abc' },
  ),
  js('standard input through a pipe', 'process.stdin.pipe(process.stdout)', { stdin: 'piped\n' }),
  js(
    'standard input turned to upper case',
    'const { Transform } = require("stream"); process.stdin.pipe(new Transform({ transform(c, e, d) { d(null, String(c).toUpperCase()) } })).pipe(process.stdout)',
    { stdin: 'abc' },
  ),
  js(
    'an empty standard input',
    'process.stdin.on("data", () => console.log("data")).on("end", () => console.log("end"))',
  ),
  js(
    'lines of standard input',
    'require("readline").createInterface({ input: process.stdin }).on("line", (l) => console.log(l.length)).on("close", () => console.log("closed"))',
    { stdin: 'a\nbb\n\nccc' },
  ),
  mjs(
    'a question',
    'import rl from "node:readline/promises"; const r = rl.createInterface({ input: process.stdin, output: process.stdout }); const n = await r.question("name? "); console.log("hi " + n); r.close()',
    { stdin: 'Ada\n' },
  ),
  js('a huge array', 'console.log(new Array(1e8)); console.log(Array.from({ length: 200 }, (_, i) => i))'),
  js(
    'tables',
    'console.table([{ a: 1, b: "x" }, { a: 2, c: [1] }]); console.table([[1, 2], [3]]); console.table(new Map([["k", { v: 1 }]]))',
  ),
  js(
    'walking folders',
    'const fs = require("fs"), path = require("path"); const walk = (d) => fs.readdirSync(d, { withFileTypes: true }).flatMap((e) => e.isDirectory() ? walk(path.join(d, e.name)) : path.join(d, e.name)); console.log(walk("a").sort())',
    { files: { 'a/b/c.txt': '', 'a/d.txt': '', 'a/b/e/f.txt': '' } },
  ),
  js(
    'hashes of files',
    'const c = require("crypto"), fs = require("fs"); for (const f of ["a", "b"]) console.log(c.createHash("sha256").update(fs.readFileSync(f)).digest("hex"), f)',
    { files: { a: 'one', b: 'zwei ü' } },
  ),
  js(
    'base64',
    'console.log(Buffer.from("héllo").toString("base64"), Buffer.from("aMOpbGxv", "base64").toString(), btoa("x"), Buffer.from("_-8", "base64url"))',
  ),
  js(
    'order of turns',
    'setImmediate(() => console.log("immediate")); setTimeout(() => console.log("timeout"), 300); process.nextTick(() => console.log("tick")); Promise.resolve().then(() => { console.log("micro"); process.nextTick(() => console.log("tick 2")) }).then(() => console.log("micro 2")); queueMicrotask(() => console.log("micro 3")); console.log("sync")',
  ),
  js(
    'dates',
    'const d = new Date("2024-02-29T12:34:56.789Z"); console.log(d, d.toISOString(), d.toJSON(), +d, d.getTimezoneOffset(), String(d), d.toLocaleDateString(), d.toLocaleTimeString(), d.toLocaleString("en-US"), [d])',
    { env: { TZ: 'UTC' } },
  ),
  js(
    'numbers',
    'console.log(0.1 + 0.2, 1e21, -0, 1 / 3, (1234567.891).toLocaleString(), (25).toString(36), Number("0x1f"), 5n ** 30n, 7 % -3, 2 ** -1074)',
  ),
  js(
    'unicode',
    'console.log("😀".length, [..."😀é"].length, "ß".toUpperCase(), "é".normalize("NFD").length, "\\u{1F600}", JSON.stringify("\\ud800"), ["z", "ä", "a", "Z"].sort((a, b) => a.localeCompare(b)), encodeURIComponent("ü/"), escape("ü"))',
  ),
  js(
    'big numbers',
    'console.log(2n ** 100n, BigInt("123"), 10n / 3n, typeof 1n, JSON.stringify({ a: 1 }), BigInt.asUintN(8, 257n)); try { JSON.stringify(1n) } catch (e) { console.log(e.name) }',
  ),
  js(
    'classes',
    'class A { static #n = 0; #v = 1; get v() { return this.#v } static make() { A.#n++; return new A() } } console.log(A.make(), A.make().v, Object.getOwnPropertyNames(A.prototype), class extends A {}.name)',
  ),
  js(
    'generators',
    'function* g() { const x = yield 1; console.log("got", x); yield* [2, 3] } const it = g(); console.log(it.next(), it.next("a"), [...it])',
  ),
  js(
    'async iteration',
    '(async () => { for await (const x of (async function* () { yield 1; yield 2 })()) console.log(x) })()',
  ),
  js(
    'regular expressions',
    'console.log("2024-05-06".match(/(?<y>\\d+)-(?<m>\\d+)/).groups, "aXbX".replaceAll("X", "-"), "a1b2".matchAll(/\\d/g).next().value[0], /\\p{L}+/u.exec("été!")[0], "x".padStart(3, "ab"))',
  ),
  js(
    'maps, sets and links to itself',
    'const m = new Map([[{ a: 1 }, new Set([1, [2]])]]); const o = { m }; o.self = o; console.log(o, new WeakMap(), Symbol("s"), [undefined, , null], { f() {}, g: class G {} }, [new Date(0)], Object.create(null))',
  ),
  js(
    'errors that are printed',
    'class HttpError extends Error { constructor(m, status) { super(m); this.status = status } } const e = new HttpError("gone", 410); console.log(e.name, e.message, e.status, String(e), e instanceof Error, Object.keys(e)); console.log(new Error("a", { cause: new Error("b") }).cause.message)',
  ),
  js(
    'streams in a row',
    'const { pipeline } = require("stream/promises"), { Readable } = require("stream"), zlib = require("zlib"); (async () => { const parts = []; await pipeline(Readable.from(["a".repeat(1000)]), zlib.createGzip(), zlib.createGunzip(), async function (src) { for await (const c of src) parts.push(c) }); console.log(Buffer.concat(parts).length) })()',
  ),
  js(
    'files by descriptors',
    'const fs = require("fs"); const fd = fs.openSync("f", "w+"); fs.writeSync(fd, "hello world"); const b = Buffer.alloc(5); fs.readSync(fd, b, 0, 5, 6); fs.closeSync(fd); console.log(String(b), fs.statSync("f").size)',
  ),
  {
    name: 'modules by name in a text without a file',
    args: [
      '-e',
      'console.log(typeof fs.readFileSync, path.sep, os.EOL.length, typeof globalThis.util, Object.keys(globalThis).includes("fs"))',
    ],
  },
  ...['Europe/Berlin', 'America/New_York', 'Asia/Kolkata', 'UTC', '', 'Australia/Lord_Howe', 'Nope/Nowhere'].map(
    (zone) =>
      js(
        `the zone ${zone === '' ? 'unset' : zone}`,
        'for (const t of [0, 1710037800000, 1720000000000, 1730000000000, 1e12]) { const d = new Date(t); console.log(String(d), d.getTimezoneOffset(), d.getHours(), d.toLocaleString(), d.toISOString()) }\nconsole.log(new Date(2024, 2, 31, 12).getTime(), new Date("2024-07-01T00:00").toISOString(), Date.parse("2024-01-01"), new Date(2024, 0, 1).toString(), new Date(2024, 5, 1).toLocaleTimeString("de"))',
        { env: zone === '' ? {} : { TZ: zone } },
      ),
  ),
  js(
    'a zone that the program sets',
    'console.log(new Date(0).getHours()); process.env.TZ = "Asia/Tokyo"; console.log(new Date(0).getHours(), String(new Date(0))); process.env.TZ = "UTC"; console.log(new Date(0).getHours())',
    { env: { TZ: 'America/New_York' } },
  ),
  js('a file that is not there', 'require("fs").readFileSync("none.txt")'),
  js(
    'events',
    'const E = require("events"); class My extends E {} const m = new My(); const f = () => console.log("f"); m.once("x", f); m.off("x", f); m.emit("x"); m.on("y", (...a) => console.log(a)); m.emit("y", 1, 2); m.removeAllListeners(); console.log(m.emit("y"), m.eventNames())',
  ),
  js(
    'assertions',
    'const assert = require("assert"); try { assert.throws(() => { throw new TypeError("t") }, RangeError) } catch (e) { console.log(e.name, e.message) } try { assert.deepStrictEqual({ a: 1, b: [1, 2] }, { a: 1, b: [1, 3] }) } catch (e) { console.log(e.message) }',
  ),
  js(
    'environment',
    'process.env.X = 1; console.log(process.env.A, process.env.X, "B" in process.env, typeof process.env.X)',
    { env: { A: 'a' } },
  ),
  js(
    'URLs',
    'const u = new URL("/p?q=1#h", "https://u:p@h.example:8443"); u.searchParams.set("z", "a b"); console.log(u.href, u, url = require("url").fileURLToPath("file:///a%20b"))',
  ),
  js('a warning', 'process.emitWarning("careful"); process.on("warning", (w) => console.log(w.name, w.message))'),
  js(
    'structured copies',
    'const a = { d: new Date(0), m: new Map([[1, { x: 1 }]]), e: new Error("x") }; const b = structuredClone(a); console.log(b.d, b.m, b.e.message, a.m === b.m)',
  ),
  js(
    'aborting',
    'const c = new AbortController(); c.signal.addEventListener("abort", () => console.log("aborted", c.signal.reason.name)); require("timers/promises").setTimeout(1000, 0, { signal: c.signal }).catch((e) => console.log(e.name, e.code)); c.abort()',
  ),
  js('many writes', 'for (let i = 0; i < 2000; i++) process.stdout.write(i % 10 + ""); process.stdout.end()'),
  js(
    'deep recursion is an error that can be caught',
    'let n = 0; const f = () => { n++; f() }; try { f() } catch (e) { console.log(e.name, e instanceof RangeError, n > 500) }',
  ),
  { name: 'node -e', args: ['-e', 'console.log(process.argv.length, require("path").basename("a/b"))', 'x'] },
  { name: 'node -p', args: ['-p', '({ a: [1, { b: 2 }] })'] },
  { name: 'a program on standard input', args: ['-'], stdin: 'console.log("from stdin", process.argv.slice(2))' },
  { name: 'an await in node -e', args: ['--input-type=module', '-e', 'console.log(await Promise.resolve(5))'] },
]
