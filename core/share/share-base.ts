import { strToU8 } from 'fflate'
import { dictionary1 } from './share-dictionary-1.ts'
import { dictionary10 } from './share-dictionary-10.ts'
import { dictionary11 } from './share-dictionary-11.ts'
import { dictionary12 } from './share-dictionary-12.ts'
import { dictionary2 } from './share-dictionary-2.ts'
import { dictionary3 } from './share-dictionary-3.ts'
import { dictionary4 } from './share-dictionary-4.ts'
import { dictionary5 } from './share-dictionary-5.ts'
import { dictionary6 } from './share-dictionary-6.ts'
import { dictionary7 } from './share-dictionary-7.ts'
import { dictionary8 } from './share-dictionary-8.ts'
import { dictionary9 } from './share-dictionary-9.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** All dictionaries, oldest first. They are frozen: add new ones here, and never change or remove existing ones. */
const dictionaries = [
  dictionary1,
  dictionary2,
  dictionary3,
  dictionary4,
  dictionary5,
  dictionary6,
  dictionary7,
  dictionary8,
  dictionary9,
  dictionary10,
  dictionary11,
  dictionary12,
] as const

/** The base for a draft that resembles no example. */
const plainBase: string = dictionary1.name

interface Base {
  readonly name: string
  readonly text: string
  readonly common: string
}

const bases: readonly Base[] = dictionaries.flatMap(({ name, common, examples }) =>
  Object.entries(examples).map(([slug, text]) => ({ name: `${slug}-${name}`, text, common })),
)

/** The names of the bases that are examples: `<example>-<dictionary>`. */
export const baseNames: readonly string[] = bases.map((base) => base.name)

/** The preset dictionary of a base; undefined for an unknown name. */
export function dictionaryOf(name: string): Uint8Array | undefined {
  if (name === plainBase) return strToU8(dictionary1.common)
  const base = bases.find((known) => known.name === name)
  // The base is last, because deflate only refers to the last 32 KB, and nearer text takes fewer bytes.
  return base && strToU8(base.common + base.text)
}

/** The base that shares the most text with a draft. Default: the plain base. */
export function chooseBase(snapshot: Snapshot): string {
  let best = plainBase
  let most = 0
  for (const base of bases) {
    const shared = sharedLength(snapshot, JSON.parse(base.text) as Snapshot)
    if (shared > most) {
      best = base.name
      most = shared
    }
  }
  return best
}

/**
 * The number of characters that a draft shares with a base. An edited file shares its path, and the unchanged text at
 * its start and end.
 */
function sharedLength(snapshot: Snapshot, base: Snapshot): number {
  let shared = snapshot.item_id === base.item_id ? snapshot.item_id.length : 0
  if (snapshot.name === base.name) shared += snapshot.name.length
  if (snapshot.lesson !== undefined && base.lesson !== undefined) shared += commonEnds(snapshot.lesson, base.lesson)
  for (const [path, content] of Object.entries(snapshot.files)) {
    const original = base.files[path]
    if (typeof original !== 'string' || typeof content !== 'string') continue
    shared += path.length + commonEnds(content, original)
  }
  return shared
}

function commonEnds(a: string, b: string): number {
  const most = Math.min(a.length, b.length)
  let start = 0
  while (start < most && a[start] === b[start]) start++
  let end = 0
  while (end < most - start && a[a.length - 1 - end] === b[b.length - 1 - end]) end++
  return start + end
}
