import { randomBytes } from 'node:crypto'
import type { SandboxLevel } from '../sandbox/command.ts'

/** A person's word that one exact plan may run: bound to its digest and to who gave it, used once (PRODUCT, security 5). */
export interface Confirmation {
  readonly digest: string
  readonly client: string
  /** The level that the person was told; a run at a lower one needs a new word. */
  readonly level: SandboxLevel
}

export interface Confirmations {
  give(confirmation: Confirmation): string
  /** What a nonce stands for; undefined if it is unknown, old, used, or somebody else's. */
  find(nonce: string, client: string): Confirmation | undefined
  /** Use it up; false if somebody was faster. */
  use(nonce: string): boolean
}

const MOST_OPEN = 10_000

/** Words given to this process; they are good for some minutes. */
export function openConfirmations(validMs: number, now: () => number = () => performance.now()): Confirmations {
  const open = new Map<string, Confirmation & { readonly until: number }>()
  const prune = (): void => {
    for (const [nonce, { until }] of open) {
      if (until >= now() && open.size <= MOST_OPEN) break
      open.delete(nonce)
    }
  }
  return {
    give(confirmation) {
      const nonce = randomBytes(24).toString('base64url')
      open.set(nonce, { ...confirmation, until: now() + validMs })
      prune()
      return nonce
    },
    find(nonce, client) {
      prune()
      const found = open.get(nonce)
      if (found === undefined || found.client !== client || found.until < now()) return undefined
      return found
    },
    use: (nonce) => open.delete(nonce),
  }
}
