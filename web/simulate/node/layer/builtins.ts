import type * as asserts from '../parts/assert.ts'
import type * as deflate from '../parts/deflate.ts'
import type * as hashes from '../parts/hashes.ts'
import type * as urls from '../parts/url-legacy.ts'
import type * as web from '../parts/web-streams.ts'
import { notSimulated } from './absent.ts'
import { bufferModule } from './buffer.ts'
import { console, Console } from './console.ts'
import { EventEmitter } from './events.ts'
import { fs, promises } from './fs.ts'
import { Module } from './loader.ts'
import { os } from './os.ts'
import { part } from './part.ts'
import { path, win32 } from './path.ts'
import { process } from './process.ts'
import { readline, readlinePromises } from './readline.ts'
import { consumers } from './stream-consumers.ts'
import { stream } from './stream.ts'
import { StringDecoder } from './string-decoder.ts'
import { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from './timers.ts'
import { timersPromises } from './timers-promises.ts'
import { util } from './util.ts'
import { types } from './util-types.ts'
import { performance } from './web-globals.ts'

const noPrograms = (): never => {
  throw notSimulated('child_process', 'the simulated Node cannot start other programs; bash tools can')
}

/** The simulated modules of Node. Modules behind a getter load only for programs that name them. */
export const builtins: Readonly<Record<string, unknown>> = {
  get assert() {
    return part<typeof asserts>('assert.js', 'assert').assert
  },
  get 'assert/strict'() {
    return part<typeof asserts>('assert.js', 'assert').strict
  },
  buffer: bufferModule,
  child_process: {
    exec: noPrograms,
    execFile: noPrograms,
    execFileSync: noPrograms,
    execSync: noPrograms,
    fork: noPrograms,
    spawn: noPrograms,
    spawnSync: noPrograms,
  },
  console,
  constants: { ...os.constants.errno, ...os.constants.signals, ...(fs.constants as object) },
  get crypto() {
    return part<typeof hashes>('hashes.js', 'crypto').crypto
  },
  events: EventEmitter,
  fs,
  'fs/promises': promises,
  module: Module,
  os,
  path,
  'path/posix': path,
  'path/win32': win32,
  perf_hooks: { performance, Performance: performance.constructor },
  process,
  get querystring() {
    return part<typeof urls>('url-legacy.js', 'querystring').querystring
  },
  readline,
  'readline/promises': readlinePromises,
  stream,
  'stream/consumers': consumers,
  'stream/promises': stream.promises,
  get 'stream/web'() {
    return part<typeof web>('web-streams.js', 'stream/web').webStreams
  },
  string_decoder: { StringDecoder },
  sys: util,
  timers: {
    setTimeout,
    clearTimeout,
    setImmediate,
    clearImmediate,
    setInterval,
    clearInterval,
    promises: timersPromises,
  },
  'timers/promises': timersPromises,
  get url() {
    return part<typeof urls>('url-legacy.js', 'url').urlModule
  },
  util,
  'util/types': types,
  get zlib() {
    return part<typeof deflate>('deflate.js', 'zlib').zlib
  },
}
Object.assign(console, { Console })
