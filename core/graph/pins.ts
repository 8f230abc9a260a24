import { addressText, type StepAddress } from './address.ts'
import type { CallAnswer, GraphCall } from './effects.ts'

/** A prepared result for calls that match an address. */
export interface Pin {
  /** A full or abbreviated address: `build`, `build@2`, `build@2.1`, `each[3]`, `each@1[3]`. */
  readonly at: string
  readonly answer: CallAnswer
  /** The digest of the action that returned this result in a walk. A different action makes the pin outdated. */
  readonly digest?: string
}

/** The pinned answer to a call. */
export type PinAnswer =
  | { readonly kind: 'pinned'; readonly answer: CallAnswer }
  | { readonly kind: 'stale'; readonly at: string }
  | { readonly kind: 'none' }

/** Results by address. The most specific pin applies; of several pins with the same address, the last (R16.2). */
export class Pins {
  readonly #pins: ReadonlyMap<string, Pin>
  readonly #used = new Set<string>()

  constructor(pins: readonly Pin[]) {
    this.#pins = new Map(pins.map((pin) => [pin.at, pin]))
  }

  answer({ address, digest }: Pick<GraphCall, 'address' | 'digest'>): PinAnswer {
    for (const at of spellings(address)) {
      const pin = this.#pins.get(at)
      if (!pin) continue
      this.#used.add(at)
      if (pin.digest !== undefined && pin.digest !== digest) return { kind: 'stale', at }
      return { kind: 'pinned', answer: { ...pin.answer, pinned: true } }
    }
    return { kind: 'none' }
  }

  /** The addresses of pins that have matched no call. */
  unused(): readonly string[] {
    return [...this.#pins.keys()].filter((at) => !this.#used.has(at))
  }
}

/** The forms of an address, the most specific first. */
function spellings(address: StepAddress): readonly string[] {
  const whole = addressText(address)
  const start = whole.lastIndexOf('/') + 1
  const match = /^([^@[#]*)(?:@(\d+)\.(\d+))?(\[\d+\])?(#.*)?$/.exec(whole.slice(start))
  const [, node = '', visit, attempt, item = '', hook = ''] = match ?? []
  if (visit === undefined) return [whole]
  const places = [`${node}@${visit}.${attempt}`, `${node}@${visit}`, node]
  const parts = item === '' ? [''] : [item, '']
  return parts.flatMap((part) => places.map((place) => `${whole.slice(0, start)}${place}${part}${hook}`))
}
