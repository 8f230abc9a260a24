import { nextTick } from './ticks.ts'

/** `process` as the packages of the sandbox ask for it: they want nothing but its ticks. */
export { nextTick }
export default { nextTick, env: {}, browser: false }
