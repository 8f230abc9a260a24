import type { PackedFiles } from './packed-files.ts'

/**
 * The parts of the simulated Node that load on demand, each with the pattern in the program's text or the file
 * extension that requires it.
 */
const triggers = {
  'typescript.js': { path: /\.[mc]?tsx?$/ },
  'assert.js': { text: /assert|builtinModules/ },
  'hashes.js': { text: /crypto|builtinModules/ },
  'deflate.js': { text: /zlib|builtinModules/ },
  'web-streams.js': {
    text: /(?:Readable|Writable|Transform)Stream|QueuingStrategy|stream\/web|builtinModules/,
  },
  'arguments.js': { text: /parseArgs/ },
  'url-legacy.js': { text: /['"`](?:node:)?url['"`]|\burl\.(?:parse|format|resolve)|querystring|builtinModules/ },
} as const satisfies Readonly<Record<string, { readonly path: RegExp } | { readonly text: RegExp }>>

export type PartName = keyof typeof triggers

export const partNames = Object.keys(triggers) as readonly PartName[]

const script = /\.(?:[mc]?[jt]sx?|json)$|\/[^/.]*$/

/** The data that decides which parts a program needs. */
interface Texts {
  readonly args: readonly string[]
  readonly stdin: string
  readonly files: PackedFiles
}

/** The parts that a program might require. */
export function partsFor({ args, stdin, files }: Texts): readonly PartName[] {
  const texts = [...args, stdin]
  let from = 0
  files.paths.forEach((path, index) => {
    const end = files.ends[index] ?? from
    if (script.test(path)) texts.push(new TextDecoder().decode(files.bytes.subarray(from, end)))
    from = end
  })
  return partNames.filter((name) => {
    const trigger = triggers[name]
    if ('path' in trigger) return [...files.paths, ...args].some((path) => trigger.path.test(path))
    return texts.some((text) => trigger.text.test(text))
  })
}
