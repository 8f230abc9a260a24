import { getPriority, setPriority } from 'node:os'

/** The lowest priority of `nice`. */
const last = 19

/**
 * Lower the priority of a process, or on Linux of a thread, by a number of `nice` steps relative to the caller. The caller's own
 * value can differ from 0. Throws if the process does not exist or belongs to another user.
 */
export function standBehind(id: number, steps: number): void {
  setPriority(id, Math.min(last, getPriority() + steps))
}
