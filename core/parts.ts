/** Parts of the engine that most drafts do not need, so that a page can load them when one does. */
export type PartName = 'javascript' | 'characters' | 'graphs' | 'prose'

/** The name of a part, with the type of its exports. */
export interface Part<Offer> {
  readonly name: PartName
  readonly offers?: Offer
}

/**
 * The loaded parts of a host; the others are still loading. An answer that needed a missing part is incomplete and
 * lists it in `lacks`. Load the part, then request the answer again.
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

  /** The exports of a part, or undefined while it is loading. */
  get<Offer>(part: Part<Offer>): Offer | undefined {
    if (!this.#here.has(part.name)) this.#lacking.add(part.name)
    return this.#here.get(part.name) as Offer | undefined // `bring` has put it there under the same part
  }

  /** Parts that were requested and are still missing. */
  get lacking(): readonly PartName[] {
    return [...this.#lacking]
  }
}
