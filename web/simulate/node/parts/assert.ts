/** `node:assert`, with its line diff of two values. */
export { assert, strict } from '../layer/assert.ts'
