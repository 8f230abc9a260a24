/** `node:zlib` with its compression code. */
export { zlib } from '../layer/zlib.ts'
