import { cjs, mjs } from './tool.ts'
import type { NamedProgram } from '../named-program.ts'

/** Tools that use language features: values, classes, patterns, numbers. */
export const language: readonly NamedProgram[] = [
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
for (const check of [() => assert.equal(1, 2), () => assert.deepStrictEqual({ a: 1 }, { a: '1' }), () => assert.throws(() => {}), () => assert.rejects, () => assert.match('abc', /x/), () => assert.ok(null, 'given'), () => assert.fail()]) try { check(); console.log('passed') } catch (error) { console.log(error.name, error.code, error.operator, error.generatedMessage, error.message.split('\n')[0]) }`,
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
    String.raw`console.log(new TextEncoder().encode('é€😀'), new TextDecoder('utf-16le').decode(new Uint8Array([65, 0, 66, 0])), new TextDecoder().decode(new Uint8Array([0xff, 65])))
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
