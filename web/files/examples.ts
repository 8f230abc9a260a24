import type { Analysis } from '#core/answer'
import { bundleOfDialect, type Snapshot } from '#core/workspace'

/** The module of one example. */
export interface ExampleFiles {
  readonly about: Pick<Snapshot, 'dialect' | 'search' | 'dev_mode' | 'item_id' | 'parameters' | 'world'> & {
    readonly title: string
    /** Short markdown: what to see, what to change, why; an example with a lesson has that instead. */
    readonly text?: string
  }
  readonly files: Readonly<Record<string, string>>
  readonly lesson: string | undefined
}

/** What the gallery says of an example. */
export interface GalleryRow {
  readonly slug: string
  readonly title: string
  readonly order: number
  readonly dialect: Snapshot['dialect']
  readonly tags: readonly string[]
  readonly item_id: string
  readonly status: Analysis['status']
  /** The codes of its problems as it comes. */
  readonly codes: readonly string[]
  readonly chain: readonly (ListedElement & { readonly role: Analysis['chain'][number]['role'] })[]
  /** How many words there are to read. */
  readonly words: number
  readonly text: string
  readonly lesson?: LessonOutline
}

/** An element of a chain that an example promises. */
interface ListedElement {
  readonly id: string
  readonly space: string
}

/** A row as the build lists it: what an element of a chain is, the rules of its dialect say. */
export type ListedExample = Omit<GalleryRow, 'chain'> & { readonly chain: readonly ListedElement[] }

/** What is known of a lesson before it is opened. */
interface LessonOutline {
  readonly id: string
  readonly chapter: string
  /** How many steps it has. */
  readonly steps: number
}

/** The example that the page opens on. */
export const firstExample = 'hello-chain'

/** Everything of an example, or undefined where there is none of that name. */
export async function loadExample(slug: string): Promise<ExampleFiles | undefined> {
  // The page opens on it, and waits for no list.
  if (slug === firstExample) return import('virtual:first-example')
  const { entries } = await import('virtual:examples')
  return entries.find((one) => one.slug === slug)?.load()
}

/** A fresh draft of an example, or undefined where there is none of that name. */
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
