import { crc32 } from '../../../files/bytes.ts'
import { withAbsent } from './absent.ts'
import { Buffer } from './buffer.ts'
import { callable } from './callable.ts'
import { checkFunction } from './validate.ts'
import { bytesOf, codes, constants } from './zlib-options.ts'
import { packedAtOnce, ZlibStream } from './zlib-streams.ts'
import type { Mode, Options } from './zlib-streams.ts'

function later(engine: ZlibStream, data: unknown, done: unknown): void {
  checkFunction(done, 'callback')
  const parts: Uint8Array[] = []
  engine.on('data', (chunk: Uint8Array) => void parts.push(chunk))
  engine.on('error', (error: Error) => void done(error))
  engine.on('end', () => void done(null, Buffer.concat(parts)))
  engine.end(Buffer.from(bytesOf(data)))
}

const modes: readonly Mode[] = ['Deflate', 'Inflate', 'Gzip', 'Gunzip', 'DeflateRaw', 'InflateRaw', 'Unzip']

/** `node:zlib` without Brotli. */
export const zlib: Record<string, unknown> = withAbsent('zlib', {
  crc32: (data: unknown, start?: number): number => crc32(bytesOf(data), start),
  constants: Object.freeze({ __proto__: null, ...constants }),
})
Object.defineProperty(zlib, 'codes', {
  enumerable: true,
  value: Object.freeze({
    ...codes,
    ...Object.fromEntries(Object.entries(codes).map(([name, number]) => [number, name])),
  }),
})
for (const mode of modes) {
  const Class = callable(
    class extends ZlibStream {
      constructor(options?: Options) {
        super(mode, options)
      }
    },
  )
  Object.defineProperty(Class, 'name', { value: mode })
  const name = mode.charAt(0).toLowerCase() + mode.slice(1)
  const sync = (data: unknown, options?: Options): Buffer => packedAtOnce(mode, data, options)
  zlib[mode] = Class
  Object.defineProperty(zlib, `create${mode}`, { value: (options?: Options) => new Class(options), enumerable: true })
  zlib[`${name}Sync`] = Object.defineProperty(sync, 'name', { value: `${name}Sync` })
  zlib[name] = (data: unknown, ...rest: unknown[]): void => {
    const [options, done] = typeof rest[0] === 'function' ? [{}, rest[0]] : rest
    later(new Class((options ?? {}) as Options), data, done)
  }
}
