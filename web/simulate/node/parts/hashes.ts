/** `node:crypto` with its hash functions. */
export { crypto, subtle } from '../layer/crypto.ts'
