/**
 * Stubs for Node's own test suite, for real Node and the simulated Node: `common` with related modules, and a
 * `node:test` that runs tests directly. A statement fails if it throws, if it causes a later error, or if an expected
 * call does not occur.
 */
const head = String.raw`'use strict'
const { writeSync } = require('fs')
const { stringify } = JSON
const own = { on: process.on, exit: [] }
const seen = new WeakSet()
const suite = (globalThis.__suite = {
  now: 0, ran: 0, failed: new Map(), later: [], checks: [], skipped: false,
  fail(statement, error) {
    if (!suite.failed.has(statement)) suite.failed.set(statement, textOf(error))
    if (typeof error === 'object' && error !== null) seen.add(error)
  },
})
Object.defineProperty(globalThis, '__suite', { enumerable: false })
function textOf(error) {
  try { return String(error && error.name ? error.name + ': ' + error.message : error).slice(0, 500) } catch { return 'unprintable' }
}
const late = (kind) => (error) => {
  if (process.listenerCount(kind) > 1 || (typeof error === 'object' && error !== null && seen.has(error))) return
  const found = /\/parallel\/[^:/]*:(\d+)/.exec(String(error && error.stack))
  suite.later.push([found ? Number(found[1]) : 0, kind + ': ' + textOf(error)])
}
for (const kind of ['uncaughtException', 'unhandledRejection']) own.on.call(process, kind, late(kind))
const watching = (add) => function (name, listener) {
  if (name !== 'exit' || typeof listener !== 'function') return add.call(this, name, listener)
  const statement = suite.now
  own.exit.push((code) => { try { listener.call(process, code) } catch (error) { suite.fail(statement, error) } })
  return this
}
process.on = watching(process.on)
process.once = watching(process.once)
process.addListener = process.on
let reported = false
own.on.call(process, 'exit', (code) => {
  if (reported) return
  reported = true
  for (const listener of own.exit) listener(code)
  for (const check of suite.checks) check()
  const { failed, ran, skipped, later } = suite
  writeSync(1, '\n@@RESULT' + stringify({ failed: [...failed], ran, skipped, later }) + '\n')
})
`

const index = String.raw`'use strict'
const assert = require('assert')
const util = require('util')
const suite = globalThis.__suite
const noop = () => {}
function counted(given, times, least) {
  const [call, expected] = typeof given === 'number' ? [noop, given] : [given ?? noop, times ?? 1]
  const statement = suite.now
  let actual = 0
  suite.checks.push(() => {
    if (least ? actual < expected : actual !== expected) suite.fail(statement, new Error('called ' + actual + ' times, expected ' + expected))
  })
  const wrapped = function (...args) {
    actual++
    const before = suite.now
    suite.now = statement
    try { return call.apply(this, args) } catch (error) { suite.fail(statement, error); throw error } finally { suite.now = before }
  }
  return Object.defineProperties(wrapped, { name: { value: call.name, configurable: true }, length: { value: call.length, configurable: true } })
}
const mustCall = (call, times) => counted(call, times, false)
const mustSucceed = (call, times) => mustCall(function (error, ...args) {
  assert.ifError(error)
  if (typeof call === 'function') return call.apply(this, args)
}, times)
function mustNotCall(message) {
  const statement = suite.now
  return function mustNotCall(...args) {
    const error = new assert.AssertionError({ message: (message || 'this should not have been called') + ' ' + args.map((item) => util.inspect(item)).join(', ') })
    suite.fail(statement, error)
    throw error
  }
}
const warnings = []
let listens = false
function hear(warning) {
  const same = (entry) => warning.name === entry.name && (entry.message instanceof RegExp ? entry.message.test(warning.message) : entry.message === warning.message)
  const at = warnings.findIndex(same)
  if (at < 0) return
  const [entry] = warnings.splice(at, 1)
  entry.emitted = true
  if (entry.code && warning.code !== entry.code) suite.fail(entry.statement, new Error('the code of the warning is ' + warning.code))
}
function expectWarning(names, expected, code) {
  if (!listens) process.on('warning', hear)
  listens = true
  for (const [name, given] of Object.entries(typeof names === 'string' ? { [names]: expected } : names)) {
    const pairs = typeof given === 'string' || given instanceof RegExp ? [[given, code]] : !Array.isArray(given) ? Object.entries(given).map(([a, b]) => [b, a]) : Array.isArray(given[0]) ? given : [given]
    for (const [message, code] of pairs) {
      const entry = { name, message, code, statement: suite.now, emitted: false }
      warnings.push(entry)
      suite.checks.push(() => { if (!entry.emitted) suite.fail(entry.statement, new Error('no warning ' + name + ': ' + message)) })
    }
  }
}
const expectsError = (validator, times) => mustCall((...args) => {
  assert.strictEqual(args.length, 1)
  assert.throws(() => { throw args[0] }, validator)
  return true
}, times)
function invalidArgTypeHelper(input) {
  if (input == null) return ' Received ' + input
  if (typeof input === 'function') return ' Received function ' + input.name
  if (typeof input === 'object') return ' Received ' + (input.constructor?.name ? 'an instance of ' + input.constructor.name : util.inspect(input, { depth: -1 }))
  const shown = util.inspect(input, { colors: false })
  return ' Received type ' + typeof input + ' (' + (shown.length > 28 ? shown.slice(0, 25) + '...' : shown) + ')'
}
const views = [Int8Array, Uint8Array, Uint8ClampedArray, Int16Array, Uint16Array, Int32Array, Uint32Array, Float32Array, Float64Array, BigInt64Array, BigUint64Array, DataView]
function getArrayBufferViews({ buffer, byteOffset, byteLength }) {
  const size = (View) => View.BYTES_PER_ELEMENT || 1
  return views.filter((View) => byteLength % size(View) === 0).map((View) => new View(buffer, byteOffset, byteLength / size(View)))
}
function skip() { suite.skipped = true; process.exit(0) }
function runWithInvalidFD(call) {
  let fd = 1 << 30
  try { while (require('fs').fstatSync(fd--) && fd > 0); } catch { return call(fd) }
}
const not = ['isWindows', 'isIBMi', 'isAIX', 'isMacOS', 'isOSX', 'isSunOS', 'isFreeBSD', 'isOpenBSD', 'isDumbTerminal', 'hasFipsCrypto', 'hasQuic', 'hasIPv6', 'isASan', 'isDebug', 'isInsideDirWithUnusualChars', 'isRiscv64', 'opensslCli', 'usesSharedLibrary', 'inFreeBSDJail']
const yes = ['isLinux', 'isMainThread', 'hasCrypto', 'hasIntl', 'hasOpenSSL3', 'enoughTestMem', 'enoughTestCpu']
const nothing = ['printSkipMessage', 'skipIfDumbTerminal', 'skipIfEslintMissing', 'skipIfInspectorDisabled', 'skipIfWorker', 'skipIf32Bits', 'allowGlobals', 'checkIfCollectableByCounting', 'disableCrashOnUnhandledRejection']
module.exports = {
  ...Object.fromEntries([...not.map((name) => [name, false]), ...yes.map((name) => [name, true]), ...nothing.map((name) => [name, noop])]),
  mustCall, mustCallAtLeast: (call, times) => counted(call, times, true), mustSucceed, mustNotCall, expectWarning, expectsError, invalidArgTypeHelper, getArrayBufferViews, skip, runWithInvalidFD,
  mustNotMutateObjectDeep: (value) => value, getBufferSources: (bytes) => [...getArrayBufferViews(bytes), new Uint8Array(bytes).buffer],
  isAlive: () => false, isPi: () => false, hasOpenSSL: () => true, platformTimeout: (ms) => ms, canCreateSymLink: () => true,
  localIPv6Hosts: [], localhostIPv4: '127.0.0.1', bits: 64, rootDir: '/', PIPE: '/tmp/none', buildType: 'Release', checkoutEOL: '\n',
}
`

const nodeTest = String.raw`'use strict'
const suite = globalThis.__suite
function test(...args) {
  const [call, options] = [args.find((item) => typeof item === 'function'), args.find((item) => item && typeof item === 'object')]
  if (!call || (options && (options.skip || options.todo))) return Promise.resolve()
  const statement = suite.now
  try {
    const made = call.length > 1 ? new Promise((done, fail) => call(context, (error) => (error ? fail(error) : done()))) : call(context)
    if (!made || typeof made.then !== 'function') return Promise.resolve()
    let ended = false
    suite.checks.push(() => { if (!ended) suite.fail(statement, new Error('the test did not end')) })
    return made.then(() => { ended = true }, (error) => { ended = true; suite.fail(statement, error) })
  } catch (error) {
    suite.fail(statement, error)
    return Promise.resolve()
  }
}
const noop = () => {}
const context = { test, it: test, diagnostic: noop, skip: noop, plan: noop, after: noop, before: (call) => call(), beforeEach: noop, afterEach: noop, get signal() { return new AbortController().signal } }
module.exports = Object.assign(test, context, { describe: test, suite: test, only: test, todo: noop })
`

const fixtures = String.raw`'use strict'
const { readFileSync } = require('fs')
const { dirname, join } = require('path')
const { pathToFileURL } = require('url')
const fixturesDir = join(dirname(dirname(__filename)), 'fixtures')
const path = (...parts) => join(fixturesDir, ...parts)
const readSync = (name, encoding) => readFileSync(path(...[name].flat()), encoding)
module.exports = { fixturesDir, path, readSync, fileURL: (...parts) => pathToFileURL(path(...parts)), readKey: (name, encoding) => readSync(['keys', name], encoding), get utf8TestText() { return readSync('utf8_test_text.txt', 'utf8') }, get utf8TestTextPath() { return path('utf8_test_text.txt') } }
`

const temporary = String.raw`'use strict'
const fs = require('fs')
const { dirname, join, resolve } = require('path')
const path = join(dirname(dirname(__filename)), '.tmp.0')
module.exports = { path, refresh() { fs.rmSync(path, { recursive: true, force: true }); fs.mkdirSync(path, { recursive: true }) }, resolve: (...parts) => resolve(path, ...parts), fileURL: (...parts) => require('url').pathToFileURL(join(path, ...parts)), hasEnoughSpace: () => true }
`

const arrayStream = String.raw`'use strict'
const { Stream } = require('stream')
module.exports = class ArrayStream extends Stream {
  readable = true
  writable = true
  run(lines) { for (const line of lines) this.emit('data', line + '\n') }
  pause() {}
  resume() {}
  write() {}
}
`

const hijack = String.raw`'use strict'
const kept = {}
function hijack(name, call) {
  const stream = process[name]
  kept[name] = stream.write
  stream.writeTimes = 0
  stream.write = function (data, done) {
    try { call(data) } catch (error) { process.nextTick(() => { throw error }) }
    if (typeof done === 'function') done()
    stream.writeTimes++
  }
}
function restore(name) { process[name].write = kept[name]; delete process[name].writeTimes }
module.exports = { hijackStdout: (call) => hijack('stdout', call), hijackStderr: (call) => hijack('stderr', call), restoreStdout: () => restore('stdout'), restoreStderr: () => restore('stderr') }
`

/** The files of the suite's `test/common`, and two files that replace Node's own runner. */
export const stubs: Readonly<Record<string, string>> = {
  'test/common/head.js': head,
  'test/common/index.js': index,
  'test/common/nodetest.js': nodeTest,
  'test/common/fixtures.js': fixtures,
  'test/common/tmpdir.js': temporary,
  'test/common/arraystream.js': arrayStream,
  'test/common/hijackstdio.js': hijack,
  'test/common/countdown.js': String.raw`module.exports = class { constructor(left, done) { this.remaining = left; this.done = require('../common').mustCall(done) } dec() { if (--this.remaining === 0) this.done(); return this.remaining } }`,
  'test/common/tick.js': String.raw`module.exports = function tick(left, done) { (function next() { if (--left === 0) { if (done) done() } else setImmediate(next) })() }`,
}
