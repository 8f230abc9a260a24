/** `node:assert`, and what it says of two values that differ. */
export { assert, strict } from '../layer/assert.ts'
