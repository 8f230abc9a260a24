import { cjs, mjs } from './tool.ts'
import type { NamedProgram } from '../named-program.ts'

/** Tools that read and write data with streams, events and URLs. */
export const dataAndStreams: readonly NamedProgram[] = [
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
]
