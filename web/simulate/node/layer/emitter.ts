export type { EventEmitter as Emitter } from 'node:events'

/** The name of an event. */
export type Name = string | symbol
