/** `node:assert`, and its text for two values that differ. */
export { assert, strict } from '../layer/assert.ts'
