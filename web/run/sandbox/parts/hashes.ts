/** `node:crypto` and what it computes with. */
export { crypto } from '../node/crypto.ts'
