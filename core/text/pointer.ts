/** One step of a JSON pointer, escaped (RFC 6901). */
function escapePointer(step: string): string {
  return step.includes('~') || step.includes('/') ? step.replaceAll('~', '~0').replaceAll('/', '~1') : step
}

/** The pointer to a member of the value at a pointer. */
export function pointerTo(parent: string, name: string | number): string {
  return `${parent}/${escapePointer(String(name))}`
}
