import type { PartName } from '../../parts.ts'
import { coded } from './errors.ts'
import { hostText } from './host.ts'
import { evaluateAs } from './loader.ts'

const loaded = new Map<string, unknown>()
let layer: object = {}

/** Set the modules that parts share with the layer. Call this once, before any program runs. */
export function lendToParts(modules: object): void {
  layer = modules
}

/**
 * A part that loads if the text of a program contains `word`. It is evaluated on first use. Throws `ERR_NOT_SIMULATED`
 * if it is not loaded. The caller declares the type of the exports: with a list of all parts in this file, each part
 * would import itself.
 */
export function part<Exports>(name: PartName, word: string): Exports {
  if (!loaded.has(name)) {
    const text = hostText('part', name)
    if (text === '')
      throw coded(
        Error,
        'ERR_NOT_SIMULATED',
        `"${word}" is simulated only if the source of the program contains this name. Write the name in full, or use a real run.`,
      )
    const make = evaluateAs(text, `node:internal/${name}`) as (layer: object) => unknown
    loaded.set(name, make(layer))
  }
  return loaded.get(name) as Exports
}
