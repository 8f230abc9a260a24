/** `node:stream/web`, which are globals too, and what gives its bytes as such a stream. */
export { blobs } from '../node/blob.ts'
export { webStreams } from '../node/web-streams.ts'
