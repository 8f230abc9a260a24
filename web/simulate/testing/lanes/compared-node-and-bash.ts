import type { Program } from './compared.ts'

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

/** JavaScript and shell programs like those in tools. */
export const nodeAndBashPrograms: readonly Program[] = [
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
  js('an unhandled rejection', 'async function main() { console.log("in"); throw new Error("x") }\nmain()'),
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
  sh(
    'jq',
    `echo '{"b":1,"a":{"d":[2],"c":"é"}}' > in.json; jq -c . in.json; jq -r .a.c < in.json; jq .x none.json; echo $?; jq -e .x in.json > /dev/null || echo absent; echo '{}' | jq '.a | error("no")' 2> /dev/null; echo $?`,
  ),
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
