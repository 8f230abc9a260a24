import { bundleOfDialect, type Snapshot } from '#core'
import { entries } from 'virtual:examples'

/** What an example says of itself in its `example.yaml`. */
interface ExampleAbout {
  readonly title: string
  readonly order: number
  readonly dialect: Snapshot['dialect']
  readonly search: Snapshot['search']
  readonly dev_mode: boolean
  readonly item_id: string
  readonly parameters: string
  /** Short markdown: what to see, what to change, why. */
  readonly lesson: string
  readonly world?: Snapshot['world']
}

/** One entry of the gallery. */
export interface Example {
  readonly slug: string
  readonly about: ExampleAbout
}

/** All examples in teaching order. */
export const gallery: readonly Example[] = [...entries].sort((a, b) => a.about.order - b.about.order)

/** The example that the page opens on. */
export const firstExample = 'hello-chain'

/** A fresh draft of an example, or undefined where there is none of that name. */
export async function openExample(slug: string): Promise<Snapshot | undefined> {
  const entry = entries.find((one) => one.slug === slug)
  if (!entry) return undefined
  const { title, dialect, search, dev_mode, item_id, parameters, world } = entry.about
  const { files } = await entry.load()
  return {
    format: 1,
    name: title,
    dialect,
    search,
    dev_mode,
    bundle: bundleOfDialect[dialect],
    item_id,
    parameters,
    files,
    ...(world ? { world } : {}),
  }
}
