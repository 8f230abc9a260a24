import { getPriority, setPriority } from 'node:os'

/** The last place among all processes, in the steps of `nice`. */
const last = 19

/**
 * Put a process, or on Linux a thread, so many steps of `nice` behind whoever calls, wherever that stands: a server may have been started
 * behind others itself. Throws where there is no such process, or it is somebody else's.
 */
export function standBehind(id: number, steps: number): void {
  setPriority(id, Math.min(last, getPriority() + steps))
}
