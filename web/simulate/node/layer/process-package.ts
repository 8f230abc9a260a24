import { nextTick } from './ticks.ts'

/** The module `process` for packages of the sandbox, which use only `nextTick`. */
export { nextTick }
export default { nextTick, env: {}, browser: false }
