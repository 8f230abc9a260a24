import { cjs, mjs } from './tool.ts'
import type { NamedProgram } from '../named-program.ts'

/** Tools that read parameters and arguments, list folders, and compute hashes. */
export const inputAndFiles: readonly NamedProgram[] = [
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
]
