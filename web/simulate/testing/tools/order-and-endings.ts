import { cjs, mjs } from './tool.ts'
import type { NamedProgram } from '../named-program.ts'

/** Tools for which the order of callbacks matters, and tools that end in different ways. */
export const orderAndEndings: readonly NamedProgram[] = [
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
  cjs('throwing what is not an error', String.raw`throw { code: 5, why: 'object' }`),
  cjs(
    'catching uncaught errors',
    String.raw`process.on('uncaughtException', (error, origin) => { console.log('caught', error.message, origin); process.exitCode = 3 }); setTimeout(() => { throw new Error('late') }, 1); process.on('exit', (code) => console.log('exit', code))`,
  ),
  cjs(
    'exit codes of all kinds',
    String.raw`const n = Number(process.argv[2]); process.on('exit', (code) => console.log(code)); process.exit(n)`,
    { args: ['tool.cjs', '300'] },
  ),
]
