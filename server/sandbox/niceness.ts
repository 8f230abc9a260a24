import { getPriority, setPriority } from 'node:os'

/** The lowest priority of `nice`. */
const last = 19

/**
 * Lower the priority of a process, or on Linux of a thread, by so many steps of `nice` below the caller, whose own value can differ
 * from 0. Throws if there is no such process, or if it belongs to another user.
 */
export function standBehind(id: number, steps: number): void {
  setPriority(id, Math.min(last, getPriority() + steps))
}
