import { getPriority, setPriority } from 'node:os'

/** The last place among all processes, in the steps of `nice`. */
const last = 19

/**
 * Put a process, or on Linux a thread, so many steps of `nice` behind the caller, whatever its own value: a server can have been started
 * behind others itself. Throws if there is no such process, or if it is of another user.
 */
export function standBehind(id: number, steps: number): void {
  setPriority(id, Math.min(last, getPriority() + steps))
}
