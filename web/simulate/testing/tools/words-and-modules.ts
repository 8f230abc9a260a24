import { cjs, mjs } from './tool.ts'
import type { NamedProgram } from '../named-program.ts'

const text = 'It was the best of times,\nit was the worst of times.\n\nIt was – naïve – 😀.\n'
const people = JSON.stringify([
  { name: 'Ada', born: '1815-12-10', tags: ['math', 'engine'] },
  { name: 'Grace', born: '1906-12-09', tags: ['navy', 'cobol'] },
  { name: 'Zuse', born: '1910-06-22', tags: [] },
])

/** Tools for dates, words and numbers, and tools with several modules. */
export const wordsAndModules: readonly NamedProgram[] = [
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
    'CommonJS with ES modules',
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
]
