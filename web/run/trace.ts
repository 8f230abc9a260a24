/** A new trace ID for one click. The server and its workers log all related work with this ID (W3C Trace Context). */
export function newTrace(): string {
  return randomHex(16)
}

/** The `traceparent` header of a request in a trace. */
export function traceparentOf(trace: string): string {
  return `00-${trace}-${randomHex(8)}-01`
}

function randomHex(bytes: number): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(bytes)), (byte) => byte.toString(16).padStart(2, '0')).join(
    '',
  )
}
