import { createHash, timingSafeEqual } from 'node:crypto'

/** Whether two secrets are equal. Their digests are compared, so neither time nor length reveals any part of them. */
export function sameSecret(expected: string, received: string | undefined): boolean {
  return received !== undefined && timingSafeEqual(digest(expected), digest(received))
}

function digest(text: string): Buffer {
  return createHash('sha256').update(text).digest()
}
