import { crc32 } from '../../../files/bytes.ts'
import { Buffer } from './buffer.ts'
import { coded } from './errors.ts'
import { checkFunction } from './validate.ts'
import { codes, constants } from './zlib-constants.ts'
import { bytesOf } from './zlib-options.ts'
import { classFor, packedAtOnce } from './zlib-streams.ts'
import type { Options, Stream } from './zlib-streams.ts'

function atOnce(Class: Stream, data: unknown, options: Options | undefined): unknown {
  const engine = new Class(options)
  const buffer = packedAtOnce(engine, bytesOf(data))
  return buffer !== undefined && options?.info ? { buffer, engine } : buffer
}

function later(Class: Stream, data: unknown, options: Options | undefined, done: unknown): void {
  const engine = new Class(options)
  checkFunction(done, 'callback')
  const parts: Uint8Array[] = []
  engine.on('data', (chunk: Uint8Array) => parts.push(chunk))
  engine.on('error', (error: Error) => {
    done(error)
  })
  engine.on('end', () => {
    const buffer = Buffer.concat(parts)
    done(null, options?.info ? { buffer, engine } : buffer)
  })
  if (data instanceof ArrayBuffer || ArrayBuffer.isView(data)) engine.end(Buffer.from(bytesOf(data)))
  else engine.end(data)
}

/** `node:zlib` without Brotli. */
export const zlib: Record<string, unknown> = {
  crc32: (data: unknown, start?: number): number => crc32(bytesOf(data), start),
  constants: Object.freeze(Object.assign(Object.create(null) as object, constants)),
}
Object.defineProperty(zlib, 'codes', {
  enumerable: true,
  value: Object.freeze({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, number]) => [number, name])),
  }),
})
for (const mode of ['Deflate', 'Inflate', 'Gzip', 'Gunzip', 'DeflateRaw', 'InflateRaw', 'Unzip'] as const) {
  const Class = classFor(mode)
  const name = mode.charAt(0).toLowerCase() + mode.slice(1)
  const sync = (data: unknown, options?: Options): unknown => atOnce(Class, data, options)
  zlib[mode] = Class
  Object.defineProperty(zlib, `create${mode}`, { value: (options?: unknown) => new Class(options), enumerable: true })
  zlib[`${name}Sync`] = Object.defineProperty(sync, 'name', { value: `${name}Sync` })
  zlib[name] = (data: unknown, ...rest: unknown[]): void => {
    const [options, done] = typeof rest[0] === 'function' ? [{}, rest[0]] : rest
    later(Class, data, options as Options | undefined, done)
  }
}
for (const name of [
  'brotliCompress',
  'brotliDecompress',
  'brotliCompressSync',
  'brotliDecompressSync',
  'createBrotliCompress',
  'createBrotliDecompress',
]) {
  zlib[name] = () => {
    throw coded(Error, 'ERR_NOT_SIMULATED', `The simulation has no Brotli (zlib.${name}); run for real`)
  }
}
