import { EventEmitter } from './events.ts'

/** `events` as the packages of the sandbox ask for it. */
export { EventEmitter }
export default EventEmitter
