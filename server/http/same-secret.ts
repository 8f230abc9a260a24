import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal: compared by digest, so that neither time nor length reveals anything. */
export function sameSecret(expected: string, given: string | undefined): boolean {
  return given !== undefined && timingSafeEqual(digest(expected), digest(given))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
