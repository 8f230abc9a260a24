/** The module `buffer` for packages of the sandbox. */
export { Buffer } from './buffer.ts'
