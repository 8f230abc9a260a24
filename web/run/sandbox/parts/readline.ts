/** `node:readline` and its promises. */
export { readline, readlinePromises } from '../node/readline.ts'
