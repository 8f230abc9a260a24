import type * as node from 'node:stream'
// @ts-expect-error: the package has no types, and contains Node's code
import Legacy from 'readable-stream/lib/stream.js'

/** `node:stream`. */
export const stream = Legacy as typeof node.default
export const { Readable, Writable, Transform } = stream
