/** `node:zlib` and what it computes with. */
export { zlib } from '../layer/zlib.ts'
