/** `node:crypto` with its hash functions. */
export { crypto } from '../layer/crypto.ts'
export { subtle } from '../layer/crypto-subtle.ts'
