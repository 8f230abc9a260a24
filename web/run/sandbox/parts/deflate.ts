/** `node:zlib` and what it computes with. */
export { zlib } from '../node/zlib.ts'
