import { getPriority, setPriority } from 'node:os'

/** The lowest priority, as a `nice` value. */
const last = 19

/**
 * Lower the priority of a process, or on Linux of a thread, by this number of `nice` steps. The steps are relative to
 * the caller's value, which can differ from 0.
 * @throws an error if the process does not exist or belongs to another user.
 */
export function standBehind(id: number, steps: number): void {
  setPriority(id, Math.min(last, getPriority() + steps))
}
