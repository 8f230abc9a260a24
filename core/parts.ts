/** Parts of the engine that most drafts do not need, so that a page can load them when one does. */
export type PartName = 'javascript' | 'characters' | 'graphs' | 'prose'

/** The name of a part, with the type of what it offers. */
export interface Part<Offer> {
  readonly name: PartName
  readonly offers?: Offer
}

/**
 * The parts that a host has; the others are on their way. An answer for which one of those was needed is incomplete and
 * says so in `lacks`: bring the part, and ask again.
 */
export class Parts {
  readonly #here = new Map<PartName, unknown>()
  readonly #lacking = new Set<PartName>()

  /** A part has arrived. */
  bring<Offer>(part: Part<Offer>, offer: Offer): this {
    this.#here.set(part.name, offer)
    this.#lacking.delete(part.name)
    return this
  }

  /** What a part offers, or undefined while it is on its way. */
  get<Offer>(part: Part<Offer>): Offer | undefined {
    if (!this.#here.has(part.name)) this.#lacking.add(part.name)
    return this.#here.get(part.name) as Offer | undefined // `bring` has put it there under the same part
  }

  /** What was asked for in vain and is still on its way. */
  get lacking(): readonly PartName[] {
    return [...this.#lacking]
  }
}
