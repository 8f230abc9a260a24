// @ts-expect-error: the package has no types; the types that the sandbox uses are declared here
import Legacy from 'readable-stream/lib/stream.js'

interface Emitting {
  on(name: string, listener: (...args: never[]) => unknown): this
  once(name: string, listener: (...args: never[]) => unknown): this
  emit(name: string, ...args: unknown[]): boolean
  removeListener(name: string, listener: (...args: never[]) => unknown): this
  destroy(error?: Error): this
  listenerCount(name: string): number
}

interface ReadableStream extends Emitting, AsyncIterable<unknown> {
  push(chunk: unknown): boolean
  setEncoding(encoding: string): this
  _read(size: number): void
}

interface WritableStream extends Emitting {
  write(chunk: unknown, ...rest: unknown[]): boolean
  end(...rest: unknown[]): this
  _write(chunk: unknown, encoding: string, done: (error?: Error | null) => void): void
  _destroy(error: unknown, done: (error?: Error | null) => void): void
}

interface DuplexStream extends ReadableStream, WritableStream {
  _transform(chunk: unknown, encoding: string, done: (error?: Error | null, data?: unknown) => void): void
  _flush(done: (error?: Error | null, data?: unknown) => void): void
}

/** The exports of `node:stream` that the sandbox uses. The package contains Node's code. */
interface StreamModule {
  readonly Readable: new (options?: object) => ReadableStream
  readonly Writable: new (options?: object) => WritableStream
  readonly Transform: new (options?: object) => DuplexStream
  readonly promises: object
}

/** `node:stream`. */
export const stream: StreamModule = Legacy
export const { Readable, Writable, Transform } = stream
