/** `node:stream/web`, which are globals too, and what gives its bytes as such a stream. */
export { blobs } from '../layer/blob.ts'
export { webStreams } from '../layer/web-streams.ts'
