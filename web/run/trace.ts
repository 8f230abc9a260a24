/** A new id for what follows one click: whatever the server and its workers do for it is logged under it (W3C Trace Context). */
export function newTrace(): string {
  return randomHex(16)
}

/** A request of a trace, as the header `traceparent` names it. */
export function traceparentOf(trace: string): string {
  return `00-${trace}-${randomHex(8)}-01`
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
