import { assert, strict } from './assert.ts'
import { bufferModule } from './buffer-module.ts'
import { console, Console } from './console.ts'
import { crypto } from './crypto.ts'
import { coded } from './errors.ts'
import { EventEmitter } from './events.ts'
import { fs, promises } from './fs.ts'
import { Module } from './loader.ts'
import { os } from './os.ts'
import { path, win32 } from './path.ts'
import { process } from './process.ts'
import { querystring } from './querystring.ts'
import { readline, readlinePromises } from './readline.ts'
import { stream } from './stream.ts'
import { StringDecoder } from './string-decoder.ts'
import { clearImmediate, clearInterval, clearTimeout, setImmediate, setInterval, setTimeout } from './timers.ts'
import { timersPromises } from './timers-promises.ts'
import { urlModule } from './url-legacy.ts'
import { util } from './util.ts'
import { types } from './util-types.ts'
import { performance } from './web-globals.ts'
import { zlib } from './zlib.ts'

const noProcesses = (): never => {
  throw coded(
    Error,
    'ERR_NOT_SIMULATED',
    'The simulation of Node starts no other processes; bash tools can. Run for real',
  )
}

/** Node's modules as the simulation has them. */
export const builtins: Readonly<Record<string, unknown>> = {
  assert,
  'assert/strict': strict,
  buffer: bufferModule,
  child_process: {
    exec: noProcesses,
    execFile: noProcesses,
    execFileSync: noProcesses,
    execSync: noProcesses,
    fork: noProcesses,
    spawn: noProcesses,
    spawnSync: noProcesses,
  },
  console,
  constants: { ...os.constants.errno, ...os.constants.signals, ...(fs.constants as object) },
  crypto,
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
  querystring,
  readline,
  'readline/promises': readlinePromises,
  stream,
  'stream/promises': stream.promises,
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
  url: urlModule,
  util,
  'util/types': types,
  zlib,
}
Object.assign(console, { Console })
