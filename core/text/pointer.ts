/** One step of a JSON pointer (RFC 6901). */
function escapePointer(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

/** The pointer to one member of what a pointer names. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${escapePointer(String(name))}`
}

/** A JSON value that has no parts. */
export type Leaf = string | number | boolean | null

/** Every leaf of a JSON value by its pointer, in the order of the value. */
export function leavesOf(value: unknown, pointer = '', into = new Map<string, Leaf>()): ReadonlyMap<string, Leaf> {
  if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) leavesOf(inner, pointerTo(pointer, key), into)
  } else if (value !== undefined) into.set(pointer, value as Leaf)
  return into
}
