import { basename, dirname, join } from 'node:path'
import { headOf, isFile, isFolder } from './files.ts'
import { childrenOf } from './layouts.ts'

/** The interpreter of a script: a path, or a name that `env` searches for in the `PATH`. */
export interface Script {
  readonly interpreter: string
}

/** The interpreter in the first line of a script (`#!`); undefined for any other file. */
export function scriptOf(path: string): Script | undefined {
  const head = headOf(path, 1024)
  if (head[0] !== 0x23 || head[1] !== 0x21) return undefined
  const [first = '', second = ''] = head.toString('utf8').split('\n')
  // The format that pip writes if the path is too long for a `#!` line: a shell starts the interpreter.
  const longer = /^'''exec'\s+"?(\/[^"]+?)"?\s+"\$0"/.exec(second)?.[1]
  if (longer !== undefined) return { interpreter: longer }
  const words = first.slice(2).trim().split(/\s+/)
  if (basename(words[0] ?? '') !== 'env') return { interpreter: words[0] ?? '' }
  const program = words.slice(1).find((word) => !word.startsWith('-') && !/^\w+=/.test(word))
  return { interpreter: program ?? '' }
}

/**
 * The files that a script reads in addition to itself: its package, if it belongs to one. The path of the script
 * contains no symlinks.
 */
export function packageOf(script: string, interpreter: string): readonly string[] {
  const name = basename(interpreter)
  if (/^(?:node|nodejs|deno|bun)$/.test(name)) return nodePackage(script)
  const prefix = dirname(dirname(script))
  if (name.startsWith('ruby'))
    return isFolder(join(prefix, 'specifications'))
      ? ['gems', 'specifications', 'extensions'].map((part) => join(prefix, part)).filter(isFolder)
      : []
  if (/^(?:python|pypy)/.test(name) && !isFile(join(prefix, 'pyvenv.cfg')))
    return childrenOf(join(prefix, 'lib'), /^(?:python|pypy)3\.\d+$/)
      .map((library) => join(library, 'site-packages'))
      .filter(isFolder)
  return []
}

/**
 * The folder of a script's package if it contains its dependencies; otherwise the outermost `node_modules`. Empty for a
 * script outside `node_modules`.
 */
function nodePackage(script: string): readonly string[] {
  const match = /^(.*?\/node_modules)\/(?:.*\/node_modules\/)?((?:@[^/]+\/)?[^/]+)\//.exec(script)
  if (match?.[1] === undefined || match[2] === undefined) return []
  const folder = script.slice(0, script.lastIndexOf(`/node_modules/${match[2]}/`)) + `/node_modules/${match[2]}`
  const lacks = dependenciesOf(folder).some((name) => !isFolder(join(folder, 'node_modules', name)))
  return [lacks ? match[1] : folder]
}

function dependenciesOf(folder: string): readonly string[] {
  const dependencies = packageDocument(folder)?.['dependencies']
  return typeof dependencies === 'object' && dependencies !== null ? Object.keys(dependencies) : []
}

function packageDocument(folder: string): Readonly<Record<string, unknown>> | undefined {
  try {
    const document: unknown = JSON.parse(headOf(join(folder, 'package.json'), 1 << 20).toString('utf8'))
    return typeof document === 'object' && document !== null ? (document as Record<string, unknown>) : undefined
  } catch {
    return undefined
  }
}
