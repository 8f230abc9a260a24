/** `buffer` as the packages of the sandbox ask for it. */
export { Buffer } from './buffer.ts'
