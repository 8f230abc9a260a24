import type { Analysis } from '#core/answer'
import { bundleOfDialect, type Snapshot } from '#core/workspace'

/** The content of one example, as its generated module exports it. */
export interface ExampleFiles {
  readonly about: Pick<Snapshot, 'dialect' | 'search' | 'dev_mode' | 'item_id' | 'parameters' | 'world'> & {
    readonly title: string
    /** A short description in Markdown; undefined for an example with a lesson. */
    readonly text?: string
  }
  readonly files: Readonly<Record<string, string>>
  readonly lesson: string | undefined
}

/** The entry of an example in the gallery. */
export interface GalleryRow {
  readonly slug: string
  readonly title: string
  readonly order: number
  readonly dialect: Snapshot['dialect']
  readonly tags: readonly string[]
  readonly item_id: string
  readonly status: Analysis['status']
  /** The codes of the example's problems before any edit. */
  readonly codes: readonly string[]
  readonly chain: readonly (ListedElement & { readonly role: Analysis['chain'][number]['role'] })[]
  /** The number of words in its explanation, or in its lesson. */
  readonly words: number
  readonly text: string
  readonly lesson?: LessonOutline
}

/** A chain element of an example. */
interface ListedElement {
  readonly id: string
  readonly space: string
}

/** A gallery row as the build writes it. It has no roles, which follow from the rules of the dialect. */
export type ListedExample = Omit<GalleryRow, 'chain'> & { readonly chain: readonly ListedElement[] }

/** The lesson of an example, as the gallery shows it. */
interface LessonOutline {
  readonly id: string
  readonly chapter: string
  /** The number of its steps. */
  readonly steps: number
}

/** The example that the page opens first. */
export const firstExample = 'hello-chain'

/** Load an example; undefined for an unknown name. */
export async function loadExample(slug: string): Promise<ExampleFiles | undefined> {
  // The first example loads without the list of all examples.
  if (slug === firstExample) return import('virtual:first-example')
  const { entries } = await import('virtual:examples')
  return entries.find((one) => one.slug === slug)?.load()
}

/** A fresh draft of an example; undefined for an unknown name. */
export async function openExample(slug: string): Promise<Snapshot | undefined> {
  const example = await loadExample(slug)
  if (!example) return undefined
  const { about, files, lesson } = example
  const { title, dialect, search, dev_mode, item_id, parameters, world } = about
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
    ...(lesson === undefined ? {} : { lesson }),
  }
}
