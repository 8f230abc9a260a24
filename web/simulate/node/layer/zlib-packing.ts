import { Deflate, Gzip, Zlib } from 'fflate'
import { Buffer } from './buffer.ts'
import { coded } from './errors.ts'
import { constants } from './zlib-constants.ts'
import type { Mode, Settings } from './zlib-options.ts'
import { unpack } from './zlib-unpack.ts'

/** What packs piece by piece, and hands out what is made. */
interface Packer {
  push(data: Uint8Array, final: boolean): void
  flush(): void
}

function packerFor(mode: Mode, { level, dictionary }: Settings, made: (bytes: Uint8Array) => void): Packer | undefined {
  const Engine = { Deflate: Zlib, Gzip, DeflateRaw: Deflate }[mode as 'Deflate']
  if (Engine === undefined) return undefined
  const settings = { level: (level === -1 ? 6 : level) as 6, mem: 8 as const, ...(dictionary && { dictionary }) }
  const engine = new Engine({ ...settings, ...(mode === 'Gzip' && { mtime: 0 }) }, (bytes: Uint8Array) => made(bytes))
  return engine
}

/** What one stream works with; `undefined` after it was closed. */
export interface State {
  readonly mode: Mode
  readonly settings: Settings
  packer: Packer | undefined
  /** What was made and not yet handed on. */
  made: Uint8Array[]
  /** What waits to be unpacked: that is done at the end, on all of it. */
  waiting: Uint8Array[]
  size: number
  isFirst: boolean
}

/** What a stream that has packed nothing yet works with. */
export function begin(mode: Mode, settings: Settings): State {
  const state: State = { mode, settings, packer: undefined, made: [], waiting: [], size: 0, isFirst: true }
  state.packer = packerFor(mode, settings, (bytes) => {
    // The header's time is zero, and its system the one that Node writes.
    if (mode === 'Gzip' && state.isFirst && bytes.length > 9) [bytes[8], bytes[9]] = [0, 3]
    if (bytes.length > 0) state.isFirst = false
    state.made.push(bytes)
  })
  return state
}

/** What is made so far, in pieces as long as the stream was asked to make them. */
export function takeMade(state: State): readonly Buffer[] {
  const all = Buffer.concat(state.made)
  state.made = []
  state.size += all.length
  if (state.size > state.settings.most)
    throw coded(RangeError, 'ERR_BUFFER_TOO_LARGE', `Cannot create a Buffer larger than ${state.settings.most} bytes`)
  const pieces: Buffer[] = []
  for (let at = 0; at < all.length; at += state.settings.chunkSize)
    pieces.push(all.subarray(at, at + state.settings.chunkSize) as Buffer)
  return pieces
}

/** Pack the last bytes, or unpack all that waited. */
export function finish(state: State): void {
  const { packer, mode, settings } = state
  if (packer !== undefined) {
    packer.push(new Uint8Array(), true)
    return
  }
  const data = Buffer.concat(state.waiting)
  state.waiting = []
  state.made.push(unpack(mode, data, settings.dictionary, settings.finishFlush !== constants.Z_FINISH))
}

/** All of `data` packed or unpacked in one turn. */
export function allAtOnce(state: State, data: Uint8Array): readonly Buffer[] {
  if (state.packer === undefined) state.waiting.push(data)
  else if (data.length > 0) state.packer.push(data, false)
  finish(state)
  return takeMade(state)
}
