/** Parts of the engine that most drafts do not need. A page loads each part on demand. */
export type PartName = 'javascript' | 'characters' | 'graphs' | 'prose'

/** The name of a part, with the type of its exports. */
export interface Part<Offer> {
  readonly name: PartName
  readonly offers?: Offer
}

/**
 * The loaded parts of a host. An answer that needs a part that is not loaded is incomplete and lists the part in
 * `lacks`. Load the part, then request the answer again.
 */
export class Parts {
  readonly #here = new Map<PartName, unknown>()
  readonly #lacking = new Set<PartName>()

  /** Adds the exports of a loaded part. */
  bring<Offer>(part: Part<Offer>, offer: Offer): this {
    this.#here.set(part.name, offer)
    this.#lacking.delete(part.name)
    return this
  }

  /** The exports of a part. If the part is not loaded, returns undefined and adds it to `lacking`. */
  get<Offer>(part: Part<Offer>): Offer | undefined {
    if (!this.#here.has(part.name)) this.#lacking.add(part.name)
    return this.#here.get(part.name) as Offer | undefined // `bring` stored this value for the same part
  }

  /** The requested parts that are not loaded. */
  get lacking(): readonly PartName[] {
    return [...this.#lacking]
  }
}
