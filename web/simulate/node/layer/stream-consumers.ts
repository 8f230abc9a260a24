import { Buffer } from './buffer.ts'
import { TextDecoder } from './encoding.ts'
import { withAbsent } from './absent.ts'

type Chunks = AsyncIterable<unknown> | Iterable<unknown>

async function all(chunks: Chunks): Promise<Buffer> {
  const parts: Uint8Array[] = []
  for await (const chunk of chunks) parts.push(Buffer.from(chunk as string))
  return Buffer.concat(parts)
}

async function text(chunks: Chunks): Promise<string> {
  const decoder = new TextDecoder()
  let read = ''
  for await (const chunk of chunks) read += typeof chunk === 'string' ? chunk : decoder.decode(chunk, { stream: true })
  return read + decoder.decode()
}

/** `node:stream/consumers`: read a whole Node or web stream. */
export const consumers = withAbsent('stream/consumers', {
  arrayBuffer: async (chunks: Chunks): Promise<ArrayBufferLike> => new Uint8Array(await all(chunks)).buffer,
  buffer: all,
  text,
  json: async (chunks: Chunks): Promise<unknown> => JSON.parse(await text(chunks)),
})
