import { EventEmitter } from './events.ts'

/** The module `events` for packages of the sandbox. */
export { EventEmitter }
export default EventEmitter
