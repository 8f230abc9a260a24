/** `node:crypto` and what it computes with. */
export { crypto } from '../layer/crypto.ts'
export { subtle } from '../layer/crypto-subtle.ts'
