/** `node:crypto` and what it computes with. */
export { crypto } from '../node/crypto.ts'
export { subtle } from '../node/crypto-subtle.ts'
