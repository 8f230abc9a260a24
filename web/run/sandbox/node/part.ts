import type * as args from '../parts/arguments.ts'
import type * as asserts from '../parts/assert.ts'
import type * as deflate from '../parts/deflate.ts'
import type * as hashes from '../parts/hashes.ts'
import type * as urls from '../parts/url-legacy.ts'
import type * as web from '../parts/web-streams.ts'
import { coded } from './errors.ts'
import { hostText } from './host.ts'
import { evaluateAs } from './loader.ts'

interface PartExports {
  readonly 'arguments.js': typeof args
  readonly 'assert.js': typeof asserts
  readonly 'deflate.js': typeof deflate
  readonly 'hashes.js': typeof hashes
  readonly 'url-legacy.js': typeof urls
  readonly 'web-streams.js': typeof web
}

const loaded = new Map<string, unknown>()
let layer: object = {}

/** What the parts share with the layer; to be said once, before any program. */
export function lendToParts(modules: object): void {
  layer = modules
}

/** A part that is loaded with a program whose text names it, evaluated when it is first used; else nothing. */
export function partIfLoaded<Name extends keyof PartExports>(name: Name): PartExports[Name] | undefined {
  if (!loaded.has(name)) {
    const text = hostText('part', name)
    if (text === '') return undefined
    const make = evaluateAs(text, `node:internal/${name}`) as (layer: object) => unknown
    loaded.set(name, make(layer))
  }
  return loaded.get(name) as PartExports[Name]
}

/** The same for who cannot do without it; `word` is what of the program's text loads it. */
export function part<Name extends keyof PartExports>(name: Name, word: string): PartExports[Name] {
  const found = partIfLoaded(name)
  if (found !== undefined) return found
  throw coded(
    Error,
    'ERR_NOT_SIMULATED',
    `The simulation loads what "${word}" needs for programs whose text has this word, and no file of this program has it: write the word out, or run for real`,
  )
}
