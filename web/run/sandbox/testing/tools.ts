import type { NamedProgram } from './programs.ts'
import type { NodeProgram } from './node-program.ts'

const tool = (name: string, ending: 'mjs' | 'cjs', code: string, more: Partial<NodeProgram>): NamedProgram => ({
  name: `tool: ${name}`,
  args: [`tool.${ending}`],
  ...more,
  files: { [`tool.${ending}`]: code, ...more.files },
})

const mjs = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram => tool(name, 'mjs', code, more)
const cjs = (name: string, code: string, more: Partial<NodeProgram> = {}): NamedProgram => tool(name, 'cjs', code, more)

const text = 'It was the best of times,\nit was the worst of times.\n\nIt was – naïve – 😀.\n'
const people = JSON.stringify([
  { name: 'Ada', born: '1815-12-10', tags: ['math', 'engine'] },
  { name: 'Grace', born: '1906-12-09', tags: ['navy', 'cobol'] },
  { name: 'Zuse', born: '1910-06-22', tags: [] },
])

/** Programs as people write them for tools: each a whole, with its input, its files and its way to end. */
export const tools: readonly NamedProgram[] = [
  mjs(
    'parameters as JSON on standard input',
    String.raw`
import { stdin } from 'node:process'
let raw = ''
for await (const chunk of stdin) raw += chunk
const { name = 'World', times = 1 } = JSON.parse(raw)
console.log(JSON.stringify({ greeting: Array(times).fill('Hello, ' + name + '!') }, null, 2))`,
    { stdin: '{"name":"Ada","times":2}' },
  ),
  cjs(
    'parameters read at once',
    String.raw`
const params = JSON.parse(require('fs').readFileSync(0, 'utf8'))
process.stdout.write(JSON.stringify({ sum: params.numbers.reduce((a, b) => a + b, 0), max: Math.max(...params.numbers) }))`,
    { stdin: '{"numbers":[3,1,2.5]}' },
  ),
  cjs(
    'bad JSON on standard input',
    String.raw`
let raw = ''
process.stdin.on('data', (d) => (raw += d)).on('end', () => {
  try { JSON.parse(raw) } catch (error) { console.error(error.name); console.log(JSON.stringify({ success: false, error: error.name })); process.exitCode = 2 }
})`,
    { stdin: '{"a": ' },
  ),
  mjs(
    'arguments with parseArgs',
    String.raw`
import { parseArgs } from 'node:util'
const { values, positionals } = parseArgs({
  args: process.argv.slice(2), allowPositionals: true,
  options: { verbose: { type: 'boolean', short: 'v' }, out: { type: 'string', short: 'o', default: 'x' }, tag: { type: 'string', multiple: true } },
})
console.log({ ...values }, positionals)`,
    { args: ['tool.mjs', '-v', '--tag', 'a', '--tag=b', '-o', 'file', 'one', '--', '--two'] },
  ),
  mjs(
    'an argument that parseArgs does not know',
    String.raw`
import { parseArgs } from 'node:util'
try { parseArgs({ args: ['--nope'], options: {} }) } catch (error) { console.log(error.code); process.exit(64) }`,
  ),
  cjs(
    'arguments by hand',
    String.raw`
const options = {}
for (const arg of process.argv.slice(2)) { const [, key, value] = /^--([^=]+)(?:=(.*))?$/.exec(arg) ?? []; if (key) options[key] = value ?? true; else (options._ ??= []).push(arg) }
console.log(JSON.stringify(options))`,
    { args: ['tool.cjs', '--a=1', '--b', 'c d', '--e=', 'ü'] },
  ),
  mjs(
    'walking folders',
    String.raw`
import { readdir, stat } from 'node:fs/promises'
import path from 'node:path'
async function* walk(folder) {
  for (const entry of (await readdir(folder, { withFileTypes: true })).sort((a, b) => (a.name < b.name ? -1 : 1))) {
    const full = path.join(folder, entry.name)
    if (entry.isDirectory()) yield* walk(full)
    else yield full
  }
}
let bytes = 0
for await (const file of walk('data')) { bytes += (await stat(file)).size; console.log(path.relative('data', file), path.extname(file)) }
console.log(bytes)`,
    { files: { 'data/a.txt': 'one', 'data/sub/b.md': 'two!', 'data/sub/deep/c': '' } },
  ),
  cjs(
    'a tree of folders',
    String.raw`
const fs = require('fs'), path = require('path')
const draw = (dir, indent = '') => { const names = fs.readdirSync(dir).sort(); names.forEach((name, i) => { const last = i === names.length - 1; console.log(indent + (last ? '└── ' : '├── ') + name); const full = path.join(dir, name); if (fs.statSync(full).isDirectory()) draw(full, indent + (last ? '    ' : '│   ')) }) }
draw('src')`,
    { files: { 'src/a/x.js': '', 'src/a/y.js': '', 'src/b.js': '' } },
  ),
  mjs(
    'finding files by name',
    String.raw`
import { readdirSync } from 'node:fs'
const glob = (pattern) => new RegExp('^' + pattern.replace(/[.+^$()|]/g, '\\$&').replace(/\*\*\//g, '(?:.*/)?').replace(/(?<!\.)\*/g, '[^/]*') + '$')
const all = readdirSync('.', { recursive: true }).sort()
console.log(all.filter((name) => glob('**/*.json').test(name)))`,
    { files: { 'a.json': '', 'x/b.json': '', 'x/y/c.json': '', 'x/d.txt': '' } },
  ),
  mjs(
    'hashes of a folder',
    String.raw`
import { createHash } from 'node:crypto'
import { readFileSync, readdirSync } from 'node:fs'
const total = createHash('sha256')
for (const name of readdirSync('in').sort()) { const hash = createHash('sha256').update(readFileSync('in/' + name)).digest('hex'); total.update(hash); console.log(hash.slice(0, 12), name) }
console.log(total.digest('base64url'))`,
    { files: { 'in/a': 'alpha', 'in/b': 'béta', 'in/c': '' } },
  ),
  cjs(
    'codes with a key',
    String.raw`
const { createHmac, timingSafeEqual, createHash } = require('crypto')
const sign = (body) => createHmac('sha256', 'secret').update(body).digest()
console.log(sign('{"a":1}').toString('hex'), timingSafeEqual(sign('x'), sign('x')), ['md5', 'sha1', 'sha512'].map((name) => createHash(name).update('x').digest('hex').slice(0, 8)))`,
  ),
  cjs(
    'base64 both ways',
    String.raw`
const raw = Buffer.from([0, 255, 128, 10, 13])
console.log(raw.toString('base64'), raw.toString('base64url'), raw.toString('hex'), Buffer.from('_-8', 'base64url'), Buffer.from('aGk=', 'base64').toString(), atob('aGk='), btoa('hi'), Buffer.from('zz', 'hex').length)`,
  ),
  mjs(
    'order of promises',
    String.raw`
const log = []
const say = (what) => () => log.push(what)
setTimeout(say('timeout')); setImmediate(() => { log.push('immediate'); console.log(log.filter((x) => x !== 'timeout').join(' ')) })
process.nextTick(say('tick'))
Promise.resolve().then(say('then')).then(say('then2'))
queueMicrotask(say('micro'))
;(async () => { log.push('async'); await null; log.push('after await'); await undefined; log.push('after two') })()
log.push('sync')
await Promise.all([1, Promise.resolve(2), new Promise((done) => process.nextTick(done, 3))]).then((all) => log.push(all.join()))`,
  ),
  mjs(
    'settling many promises',
    String.raw`
const late = (value, ms, fail) => new Promise((done, reject) => setTimeout(() => (fail ? reject(new Error(value)) : done(value)), ms))
console.log((await Promise.allSettled([late('a', 5), late('b', 1, true), 3])).map(({ status, value, reason }) => [status, value, reason?.message]))
console.log(await Promise.race([late('slow', 40), late('fast', 1)]), await Promise.any([late('x', 1, true), late('ok', 5)]))
await Promise.any([late('x', 1, true)]).catch((error) => console.log(error.constructor.name, error.errors.length, error.message))`,
  ),
  mjs(
    'work in a pool',
    String.raw`
const jobs = Array.from({ length: 7 }, (_, index) => async () => { running++; most = Math.max(most, running); await new Promise((done) => setTimeout(done, 3)); running--; return index * index })
let running = 0, most = 0
async function pool(tasks, size) { const results = []; let next = 0; await Promise.all(Array.from({ length: size }, async () => { while (next < tasks.length) { const at = next++; results[at] = await tasks[at]() } })); return results }
console.log(await pool(jobs, 3), most)`,
  ),
  mjs(
    'trying again with longer waits',
    String.raw`
let tries = 0
const flaky = async () => { if (++tries < 3) throw Object.assign(new Error('busy'), { code: 'EBUSY' }); return 'done after ' + tries }
async function retry(action, left) { try { return await action() } catch (error) { if (left === 0 || error.code !== 'EBUSY') throw error; await new Promise((done) => setTimeout(done, 2)); return retry(action, left - 1) } }
console.log(await retry(flaky, 5)); tries = -9
await retry(flaky, 1).catch((error) => console.log(error.message, tries))`,
  ),
  cjs('an exit code by throwing', String.raw`console.log('before'); throw new RangeError('out of bounds')`),
  cjs('an uncaught error with a cause', String.raw`throw new Error('outer', { cause: new TypeError('inner') })`),
  cjs(
    'an uncaught error of an own class',
    String.raw`class ConfigError extends Error { constructor(message, file) { super(message); this.name = 'ConfigError'; this.file = file } }
throw new ConfigError('no such key', 'a.json')`,
  ),
  mjs('a rejection at the top', String.raw`console.log(1); await Promise.reject(new Error('refused'))`),
  cjs('throwing what is no error', String.raw`throw { code: 5, why: 'object' }`),
  cjs(
    'catching what nobody caught',
    String.raw`process.on('uncaughtException', (error, origin) => { console.log('caught', error.message, origin); process.exitCode = 3 }); setTimeout(() => { throw new Error('late') }, 1); process.on('exit', (code) => console.log('exit', code))`,
  ),
  cjs(
    'exit codes of all kinds',
    String.raw`const n = Number(process.argv[2]); process.on('exit', (code) => console.log(code)); process.exit(n)`,
    { args: ['tool.cjs', '300'] },
  ),
  cjs(
    'dates',
    String.raw`
const d = new Date(Date.UTC(2024, 1, 28, 23, 59, 59, 999))
const next = new Date(d.getTime() + 1)
console.log(d.toISOString(), next.toISOString(), next.getUTCDay(), next.toJSON(), Date.parse('2024-02-30'), new Date('x').getTime(), new Date(2024, 0, 31).getMonth())
console.log([new Date('2024-03-10'), new Date('2024-03-10T00:00'), new Date('10 Mar 2024 12:00 UTC')].map(Number), new Date(0).toUTCString(), String(new Date(8.64e15 + 1)))
const days = (a, b) => Math.round((Date.parse(b) - Date.parse(a)) / 864e5)
console.log(days('2023-12-25', '2024-03-01'))`,
    { env: { TZ: 'UTC' } },
  ),
  cjs(
    'ages out of birthdays',
    String.raw`
const people = JSON.parse(require('fs').readFileSync(0, 'utf8'))
const today = new Date('2024-12-10T00:00:00Z')
const age = ({ born }) => { const b = new Date(born); let years = today.getUTCFullYear() - b.getUTCFullYear(); if (today.getUTCMonth() < b.getUTCMonth() || (today.getUTCMonth() === b.getUTCMonth() && today.getUTCDate() < b.getUTCDate())) years--; return years }
console.table(people.map((p) => ({ name: p.name, age: age(p), tags: p.tags.length })))`,
    { stdin: people },
  ),
  cjs(
    'words counted',
    String.raw`
const text = require('fs').readFileSync('in.txt', 'utf8')
const counts = new Map()
for (const [word] of text.toLowerCase().matchAll(/\p{L}+/gu)) counts.set(word, (counts.get(word) ?? 0) + 1)
console.log([...counts].sort(([a, x], [b, y]) => y - x || (a < b ? -1 : 1)).slice(0, 5))
console.log(text.split(/\r?\n/).length, [...text].length, text.length, Buffer.byteLength(text))`,
    { files: { 'in.txt': text } },
  ),
  cjs(
    'unicode',
    String.raw`
const s = 'ÄÖÜß é é 👩‍👩‍👧 İ ﬁ'
console.log(s.toLowerCase(), s.toUpperCase(), s.normalize('NFKD').length, [...s].length, s.codePointAt(12), escape('ü'), encodeURIComponent('a&ü'), decodeURIComponent('%F0%9F%98%80'))
console.log('ß'.localeCompare('ss') > 0, ['ä', 'z', 'a'].sort(), '\u{1F600}'.at(0).charCodeAt(0), /^\p{Lu}/u.test('Ä'), 'a\u0300'.normalize() === 'à', s.isWellFormed(), '\ud800'.toWellFormed?.() )`,
  ),
  cjs(
    'big numbers',
    String.raw`
const factorial = (n) => (n <= 1n ? 1n : n * factorial(n - 1n))
console.log(factorial(30n), (2n ** 64n).toString(16), -7n / 2n, -7n % 2n, BigInt.asIntN(8, 255n), BigInt('0b101'), 5n > 4, 2n == 2, typeof (1n << 70n))
try { JSON.stringify({ a: 1n }) } catch (error) { console.log(error.name, error.message) }
try { 1n + 1 } catch (error) { console.log(error.name) }
console.log([3n, 1n, 2n].sort().join(), Number(2n ** 53n + 1n), { big: 12n })`,
  ),
  mjs(
    'dynamic import by name',
    String.raw`
const [, , which] = process.argv
const { default: plugin, meta } = await import('./plugins/' + which + '.mjs')
console.log(plugin(2), meta, (await import('node:path')).posix.join('a', '..', 'b'))
await import('./plugins/none.mjs').catch((error) => console.log(error.code))
const again = await import('./plugins/double.mjs'); console.log(again.default === plugin)`,
    {
      args: ['tool.mjs', 'double'],
      files: { 'plugins/double.mjs': 'export default (n) => n * 2\nexport const meta = { name: "double" }' },
    },
  ),
  mjs(
    'CommonJS beside ES modules',
    String.raw`
import { createRequire } from 'node:module'
import lib, { helper } from './lib.cjs'
import * as all from './lib.cjs'
import data from './data.json' with { type: 'json' }
const require = createRequire(import.meta.url)
console.log(lib.helper === helper, Object.keys(all).sort(), data.list, require('./data.json').list, require('./lib.cjs') === lib, typeof module, import.meta.filename === undefined || import.meta.filename.endsWith('tool.mjs'))`,
    { files: { 'lib.cjs': 'exports.helper = () => 1; exports.value = 2', 'data.json': '{"list":[1,2]}' } },
  ),
  cjs(
    'an ES module from CommonJS',
    String.raw`
import('./m.mjs').then(({ default: make, ...rest }) => console.log(make('x'), rest))
console.log(require.main === module, module.children.length, __filename.endsWith('tool.cjs'), require.resolve('./a'))
require('./a')`,
    {
      files: {
        'm.mjs': 'export default (s) => s + "!"\nexport let count = 0\ncount++',
        'a.js': 'console.log("a", module.parent.id)',
      },
    },
  ),
  cjs(
    'modules that need each other',
    String.raw`const a = require('./a'); console.log(a.name, a.b.seen, a.b.later())`,
    {
      files: {
        'a.js': 'exports.early = 1; exports.b = require("./b"); exports.name = "a"',
        'b.js': 'const a = require("./a"); exports.seen = Object.keys(a); exports.later = () => a.name',
      },
    },
  ),
  mjs(
    'a package with doors',
    String.raw`
import main from 'pack'
import { sub } from 'pack/sub'
console.log(main, sub)
await import('pack/hidden').catch((error) => console.log(error.code))
await import('not-there').catch((error) => console.log(error.code))`,
    {
      files: {
        'node_modules/pack/package.json':
          '{"name":"pack","type":"module","exports":{".":{"import":"./m.js","require":"./c.cjs"},"./sub":"./s.js"}}',
        'node_modules/pack/m.js': 'export default "esm"',
        'node_modules/pack/c.cjs': 'module.exports = "cjs"',
        'node_modules/pack/s.js': 'export const sub = 1',
        'node_modules/pack/hidden.js': '',
      },
    },
  ),
  cjs(
    'CSV to JSON',
    String.raw`
const parse = (text) => { const rows = [[]]; let cell = '', quoted = false; for (let i = 0; i < text.length; i++) { const c = text[i]; if (quoted) { if (c === '"' && text[i + 1] === '"') { cell += '"'; i++ } else if (c === '"') quoted = false; else cell += c } else if (c === '"') quoted = true; else if (c === ',') { rows.at(-1).push(cell); cell = '' } else if (c === '\n') { rows.at(-1).push(cell); cell = ''; rows.push([]) } else cell += c } return rows.filter((r) => r.length) }
const [head, ...rows] = parse(require('fs').readFileSync(0, 'utf8'))
console.log(JSON.stringify(rows.map((row) => Object.fromEntries(head.map((key, i) => [key, row[i]])))))`,
    { stdin: 'id,name\n1,"Ada, L."\n2,"say ""hi"""\n' },
  ),
  mjs(
    'lines one after the other',
    String.raw`
import { createInterface } from 'node:readline'
let n = 0
for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) console.log(String(++n).padStart(3), line.trimEnd().toUpperCase())`,
    { stdin: 'one\r\ntwo  \nthree' },
  ),
  cjs(
    'a small templating',
    String.raw`
const render = (text, view) => text.replace(/\{\{#(\w+)\}\}([^]*?)\{\{\/\1\}\}/g, (_, key, inner) => [].concat(view[key] ?? []).map((v) => render(inner, { ...view, ...(v === true ? {} : v) })).join('')).replace(/\{\{(\w+)\}\}/g, (_, key) => view[key] ?? '')
console.log(render('Hi {{name}}:{{#items}} <{{id}}>{{/items}}{{none}}', { name: 'A', items: [{ id: 1 }, { id: 2 }] }))`,
  ),
  cjs(
    'writing and reading back',
    String.raw`
const fs = require('fs'), path = require('path')
fs.mkdirSync('out/deep', { recursive: true })
fs.writeFileSync('out/deep/a.json', JSON.stringify({ a: [1] }, null, '\t'))
fs.appendFileSync('out/log.txt', 'one\n'); fs.appendFileSync('out/log.txt', Buffer.from('two\n'))
fs.copyFileSync('out/log.txt', 'out/copy.txt'); fs.renameSync('out/copy.txt', 'out/moved.txt')
console.log(fs.readFileSync('out/deep/a.json', 'utf8'), fs.readFileSync('out/moved.txt').toString(), fs.readdirSync('out').sort(), fs.existsSync('out/copy.txt'), fs.statSync('out/log.txt').size)
fs.rmSync('out', { recursive: true }); console.log(fs.existsSync('out'))
for (const action of [() => fs.readFileSync('out/x'), () => fs.mkdirSync('tool.cjs'), () => fs.rmdirSync('none'), () => fs.readdirSync('tool.cjs'), () => fs.writeFileSync('no/dir', '')]) try { action() } catch ({ code, syscall, message }) { console.log(code, syscall, message.replace(/'.*'/, path.sep)) }`,
  ),
  mjs(
    'files in parallel',
    String.raw`
import { mkdir, writeFile, readFile, rm, access, constants } from 'node:fs/promises'
await mkdir('p'); await Promise.all(['a', 'b', 'c'].map((name) => writeFile('p/' + name, name.repeat(3))))
console.log(await Promise.all(['c', 'b', 'a'].map((name) => readFile('p/' + name, 'utf8'))))
await access('p/a', constants.R_OK); await rm('p', { recursive: true }); await access('p').catch(({ code }) => console.log(code))`,
  ),
  mjs(
    'streams of files',
    String.raw`
import { createReadStream, createWriteStream } from 'node:fs'
import { pipeline } from 'node:stream/promises'
import { Transform } from 'node:stream'
const upper = new Transform({ transform(chunk, _, done) { done(null, String(chunk).toUpperCase()) } })
await pipeline(createReadStream('in.txt'), upper, createWriteStream('out.txt'))
let seen = ''; for await (const chunk of createReadStream('out.txt', { encoding: 'utf8', start: 3, end: 9 })) seen += chunk
console.log(seen)
createReadStream('none').on('error', (error) => console.log(error.code))`,
    { files: { 'in.txt': 'some text in a file' } },
  ),
  cjs(
    'packing and unpacking',
    String.raw`
const zlib = require('zlib'), text = 'abc '.repeat(200)
const packed = zlib.gzipSync(text); console.log(packed.length < 60, zlib.gunzipSync(packed).toString() === text, zlib.inflateSync(zlib.deflateSync('x')).toString(), zlib.inflateRawSync(zlib.deflateRawSync(text)).length)
try { zlib.gunzipSync(Buffer.from('no gzip')) } catch (error) { console.log(error.code, error.message) }
zlib.gzip('later', (error, data) => zlib.gunzip(data, (e, back) => console.log(String(back))))`,
  ),
  cjs(
    'events',
    String.raw`
const { EventEmitter, once } = require('events')
class Job extends EventEmitter { run() { this.emit('start', 1); setImmediate(() => { this.emit('step', 'a', 2); this.emit('end') }) } }
const job = new Job(); job.on('step', function (...args) { console.log(args, this === job) }).once('start', (n) => console.log('start', n)).prependListener('start', () => console.log('first'))
job.run(); once(job, 'end').then((args) => { console.log('end', args, job.eventNames(), job.listenerCount('start')); try { job.emit('error', new Error('boom')) } catch (error) { console.log(error.message) } })`,
  ),
  cjs(
    'environment',
    String.raw`
const { HOME, LEVEL = 'info', LIST } = process.env
console.log(HOME ?? 'none', LEVEL, LIST.split(','), 'NOPE' in process.env, Object.keys(process.env).filter((k) => k.startsWith('MY_')).sort())
process.env.NUMBER = 5; console.log(typeof process.env.NUMBER, delete process.env.LIST, process.env.LIST)`,
    { env: { LIST: 'a,b', MY_B: '2', MY_A: '1' } },
  ),
  cjs(
    'addresses',
    String.raw`
const u = new URL('../b/./c?x=1&x=2&y=ü#top', 'https://user:pa%20ss@example.com:8443/a/d')
console.log(u.href, u.searchParams.getAll('x'), u.port, u.username, u.password, u.pathname, u.hash, u.origin)
u.searchParams.append('z', 'a b&c'); u.searchParams.delete('x'); u.hash = ''; u.pathname = '/ä'; console.log(String(u), URL.canParse('no'), new URLSearchParams({ q: 'a+b' }).toString())
try { new URL('::') } catch (error) { console.log(error.code, error.message) }`,
  ),
  cjs(
    'paths',
    String.raw`
const path = require('path')
console.log(path.resolve('/a', '..', 'b'), path.join('a', '', '../..', 'c'), path.relative('/a/b/c', '/a/d'), path.parse('/x/y.tar.gz'), path.format({ dir: '/q', name: 'n', ext: 'md' }), path.normalize('a//b/../c/.'), path.isAbsolute('./a'), path.win32.basename('C:\\a\\b.txt'))`,
  ),
  cjs(
    'what is printed of values',
    String.raw`
class Point { constructor() { this.x = 1; this.y = [1, [2, [3, [4]]]] } get sum() { return 1 } }
const o = { s: 'it\'s', n: -0, u: undefined, f() {}, g: () => {}, [Symbol('k')]: 1n, d: new Date(0), r: /a/gi, e: new Map([['k', { v: new Set([1]) }]]), p: new Point(), nul: Object.create(null), b: Buffer.from('hi'), long: 'x'.repeat(120), arr: Array.from({ length: 120 }, (_, i) => i), a: [undefined, null, , 3] }
o.self = o
console.log(o); console.log('%s is %d years and %i, %f, %j %o %O %%', 'Bob', 42.5, 42.9, '1.5', { a: 1 }, [1], { b: { c: {} } }, 'more')
console.log([['a', 1], ['b', 2]], [1.0, 2.5, -3], ['x'], [], {}, [[]], new Error('shown').message, Symbol('s'), class A {}, function named() {}, null, undefined, true)`,
  ),
  cjs(
    'groups and counts',
    String.raw`console.group('outer'); console.info('in'); console.group(); console.warn('to stderr'); console.log('deep\nlines'); console.groupEnd(); console.groupEnd(); console.count(); console.count('a'); console.count(); console.countReset(); console.count(); console.assert(1 === 1, 'no'); console.assert(false, 'yes %s', 'it is'); console.dir({ a: { b: { c: {} } } }, { depth: 0 }); console.table(new Map([['k', 1]]))`,
  ),
  cjs(
    'deep copies and comparisons',
    String.raw`
const { isDeepStrictEqual } = require('util')
const a = { d: new Date(5), m: new Map([['x', new Set([1])]]), n: [1, { z: undefined }] }
const b = structuredClone(a)
console.log(isDeepStrictEqual(a, b), b.d instanceof Date, b.m.get('x').has(1), a.n[1] === b.n[1], isDeepStrictEqual([1, 2], [1, '2']), isDeepStrictEqual(NaN, NaN))
try { structuredClone(() => {}) } catch (error) { console.log(error.name, error.code) }`,
  ),
  cjs(
    'checks that fail',
    String.raw`
const assert = require('assert')
for (const check of [() => assert(0), () => assert.equal(1, 2), () => assert.deepStrictEqual({ a: 1 }, { a: '1' }), () => assert.throws(() => {}), () => assert.rejects, () => assert.match('abc', /x/), () => assert.ok(null, 'told'), () => assert.fail()]) try { check(); console.log('passed') } catch (error) { console.log(error.name, error.code, error.operator, error.generatedMessage, error.message.split('\n')[0]) }`,
  ),
  mjs(
    'stopping by a signal',
    String.raw`
import { setTimeout as wait } from 'node:timers/promises'
const control = new AbortController(); setTimeout(() => control.abort(new Error('enough')), 2)
await wait(1000, null, { signal: control.signal }).catch((error) => console.log(error.name, error.code, error.cause?.message))
console.log(AbortSignal.abort().aborted, await wait(1, 'value'))
try { AbortSignal.abort().throwIfAborted() } catch (error) { console.log(error.name) }`,
  ),
  cjs(
    'timers',
    String.raw`
const seen = []; const every = setInterval(() => { seen.push('i'); if (seen.length === 3) { clearInterval(every); console.log(seen.join('')) } }, 1)
const never = setTimeout(() => console.log('never'), 5); clearTimeout(never); setTimeout(console.log, 1, 'a', 'b'); const t = setTimeout(() => {}, 1e9); t.unref(); console.log(t.hasRef(), typeof t[Symbol.toPrimitive]())`,
  ),
  cjs(
    'sorting',
    String.raw`
const rows = [{ n: 'b', v: 2 }, { n: 'a', v: 2 }, { n: 'c', v: 1 }]
console.log(rows.toSorted((x, y) => x.v - y.v).map((r) => r.n).join(''), [10, 9, 1].sort(), [3, undefined, 1].sort(), ['B', 'a', 'C'].sort((x, y) => x.localeCompare(y)), rows.toReversed().map((r) => r.n), [1, 2, 3].with(1, 9), [5, 1].toSpliced(0, 1), rows.findLast((r) => r.v === 2).n)
console.log(typeof Object.groupBy, [1, [2, [3]]].flat(Infinity), Object.entries({ b: 1, 2: 2, a: 3, 1: 4 }))`,
  ),
  cjs(
    'numbers as text',
    String.raw`console.log([0.1 + 0.2, 1e21, 123456789.123, -1.5e-7, 255].map(String), (1234.5678).toFixed(2), (0.000001234).toPrecision(2), (255).toString(2), (1e21).toLocaleString === undefined, Number('0x1f'), Number(''), Number(' 12 '), parseInt('12px'), parseFloat('.5e1x'), Number.MAX_SAFE_INTEGER + 2, 5 % -3, -5 % 3, 2 ** -1, Math.hypot(3, 4), Math.round(-0.5), Math.round(2.5), (25).toString(36), (1.005).toFixed(2), 0.1 * 3)`,
  ),
  cjs(
    'bytes',
    String.raw`
const b = Buffer.alloc(8); b.writeUInt32BE(0xdeadbeef, 0); b.writeInt16LE(-2, 4); b.writeUInt8(255, 6)
console.log(b, b.readUInt32BE(0).toString(16), b.readInt16LE(4), b.subarray(2, 4), Buffer.concat([Buffer.from('a'), Buffer.from([98])]).toString(), Buffer.compare(Buffer.from('a'), Buffer.from('b')), b.equals(Buffer.from(b)), Buffer.from('ÿ', 'latin1'), [...Buffer.from('€')], b.indexOf(0xbe), new Uint8Array(new Float64Array([1.5]).buffer), new DataView(b.buffer, b.byteOffset).getUint8(0))
try { b.readUInt32BE(6) } catch (error) { console.log(error.code, error.message) }`,
  ),
  cjs(
    'text and bytes with classes of the web',
    String.raw`console.log(new TextEncoder().encode('é€😀'), new TextDecoder('utf-16le').decode(new Uint8Array([65, 0, 66, 0])), new TextDecoder().decode(new Uint8Array([0xff, 65])), new TextEncoder().encodeInto('abc', new Uint8Array(2)))
try { new TextDecoder('utf-8', { fatal: true }).decode(new Uint8Array([0xff])) } catch (error) { console.log(error.name, error.code) }`,
  ),
  mjs(
    'a class with everything',
    String.raw`
class Base { static #made = 0; static { this.kind = 'base' } #secret = 1; static make() { Base.#made++; return new this() } get secret() { return this.#secret } has(o) { return #secret in o } static get made() { return Base.#made } *[Symbol.iterator]() { yield 1; yield 2 } toString() { return 'B' } async *later() { yield 'x' } }
class Sub extends Base { name = super.toString() + '!'; get [Symbol.toStringTag]() { return 'Sub' } static { this.extra = super.kind } }
const s = Sub.make(); console.log(s.name, s.secret, s.has(s), s.has({}), [...s], Base.made, Sub.extra, String(s), Object.prototype.toString.call(s)); for await (const x of s.later()) console.log(x)
console.log(s?.none?.deep ?? 'default')`,
  ),
  cjs(
    'proxies, symbols and weak maps',
    String.raw`
const log = []; const p = new Proxy({ a: 1 }, { get: (t, k, r) => (log.push(String(k)), Reflect.get(t, k, r)), has: () => true, deleteProperty: () => { throw new TypeError('no') } })
console.log(p.a, 'z' in p, log); try { delete p.a } catch (error) { console.log(error.message) }
const w = new WeakMap(); const key = {}; w.set(key, 1); console.log(w.get(key), Symbol.for('x') === Symbol.for('x'), Symbol.keyFor(Symbol.for('x')), Reflect.ownKeys({ b: 1, [Symbol.iterator]: 1, 0: 1 }), Object.getOwnPropertyDescriptor({ get a() { return 1 } }, 'a').get.name)
'use strict'; try { Object.freeze([1]).push(2) } catch (error) { console.log(error.name) }`,
  ),
  cjs(
    'patterns',
    String.raw`
const log = '2024-05-06 ERROR [db] timeout after 30ms\n2024-05-07 INFO [web] ok\n'
for (const { groups } of log.matchAll(/^(?<day>\d{4}-\d{2}-\d{2}) (?<level>\w+) \[(?<part>\w+)\] (?<text>.*)$/gm)) console.log({ ...groups })
console.log('aBc'.replace(/b/i, (m, at, whole) => m + at + whole), 'a-b_c'.split(/[-_]/), 'x1y22'.match(/\d+/g), /(?<=\$)\d+/.exec('cost $42')[0], 'aaa'.replaceAll('a', '$&$&'), /^.$/su.test('\n'), /a.c/s.flags, 'tel: 1-2'.replace(/(\d)-(\d)/, '$2-$1'), /\bfoo\b/y.sticky, 'ab'.search(/b/))`,
  ),
  cjs(
    'a report to standard error',
    String.raw`process.stderr.write('working\n'); console.error('%d of %d', 1, 2); process.stdout.write(JSON.stringify({ done: true })); process.stdout.write('\n', () => process.exit(0))`,
  ),
  cjs(
    'being asked for help',
    String.raw`
const usage = 'usage: tool [--help] FILE'
if (process.argv.includes('--help')) { console.log(usage); process.exit() }
if (process.argv.length < 3) { console.error(usage); process.exit(2) }`,
  ),
  mjs(
    'waiting for ever',
    String.raw`console.log('begin'); process.on('exit', (code) => console.log('left with', code)); await new Promise(() => {})`,
  ),
  cjs(
    'settings out of many places',
    String.raw`
const fs = require('fs'); const read = (file) => { try { return JSON.parse(fs.readFileSync(file, 'utf8')) } catch (error) { if (error.code !== 'ENOENT') throw error; return {} } }
const merge = (a, b) => Object.fromEntries([...new Set([...Object.keys(a), ...Object.keys(b)])].map((key) => [key, isObject(a[key]) && isObject(b[key]) ? merge(a[key], b[key]) : (b[key] ?? a[key])])), isObject = (v) => typeof v === 'object' && v !== null && !Array.isArray(v)
console.log(JSON.stringify([read('a.json'), read('none.json'), read('b.json')].reduce(merge)))
try { read('bad.json') } catch (error) { console.log(error.name) }`,
    { files: { 'a.json': '{"x":{"y":1,"z":[1]},"k":1}', 'b.json': '{"x":{"y":2},"n":null}', 'bad.json': '{' } },
  ),
]
