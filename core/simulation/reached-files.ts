import { decodeUtf8 } from '../text/utf8.ts'
import type { Command } from './lack.ts'
import type { InterpreterName } from './interpreter.ts'

/** Reads a file of the workspace by its absolute path; undefined for a missing file. */
export type ReadBytes = (path: string) => Uint8Array | undefined

export interface ReachedFile {
  readonly path: string
  readonly text: string
  /** Whether the file is longer than `text`. */
  readonly isCut: boolean
}

/** The maximum number of files to read for one tool. */
const mostFiles = 200

/** The maximum total length of the text to search for one tool, in characters. */
export const mostText = 400_000

const inline: Readonly<Record<InterpreterName, RegExp>> = {
  javascript: /^(?:-e|-p|-pe|--eval|--print)$/,
  python: /^-\w*c$/,
  bash: /^-\w*c$/,
}

/**
 * The code in a command line, the files that its arguments name, and the workspace files that they import, in the order
 * of the search.
 */
export function reachedFiles(interpreter: InterpreterName, { args }: Command, read: ReadBytes): readonly ReachedFile[] {
  const found = new Map<string, ReachedFile>()
  const flag = args.findIndex((arg) => inline[interpreter].test(arg))
  const code = flag < 0 ? undefined : args[flag + 1]
  const waiting: ReachedFile[] = []
  let left = mostText
  const cut = (path: string, whole: string): ReachedFile => {
    const text = whole.slice(0, left)
    left -= text.length
    return { path, text, isCut: text.length < whole.length }
  }
  const meet = (path: string): void => {
    if (found.has(path) || found.size >= mostFiles) return
    const bytes = read(path)
    if (bytes === undefined) return
    const reached = cut(path, decodeUtf8(bytes) ?? '')
    found.set(path, reached)
    waiting.push(reached)
  }
  // A runtime can precede the tool (`python runtime.py --tool /project/tool.py`), so every named file counts.
  for (const arg of args) meet(normal(arg.startsWith('/') ? arg : `/project/${arg}`))
  if (code !== undefined) waiting.push(cut('the command line', code))
  const texts = code === undefined ? [] : [...waiting]
  for (let file = waiting.shift(); file !== undefined; file = waiting.shift()) {
    for (const path of importsOf(interpreter, file)) meet(path)
  }
  return [...texts.filter(({ path }) => !found.has(path)), ...found.values()]
}

/** Candidate paths for the imports of a file. */
function importsOf(interpreter: InterpreterName, { path, text }: ReachedFile): readonly string[] {
  const folder = path.slice(0, path.lastIndexOf('/'))
  if (interpreter === 'javascript') {
    const asked = [...text.matchAll(/(?:\bfrom|\bimport|\brequire\s*\(|\bimport\s*\()\s*(['"])(\.{1,2}\/[^'"]+)\1/g)]
    const endings = ['', '.js', '.mjs', '.cjs', '.ts', '.mts', '.json', '/index.js', '/index.ts']
    return asked.flatMap(([, , request = '']) => endings.map((ending) => normal(`${folder}/${request}${ending}`)))
  }
  if (interpreter === 'python') {
    const asked = [...text.matchAll(/^[ \t]*(?:from[ \t]+(\.*\w[\w.]*)[ \t]+import|import[ \t]+([\w.]+))/gm)]
    return asked.flatMap(([, from, name]) => {
      const place = `${folder}/${(from ?? name ?? '').replace(/^\.+/, '').replaceAll('.', '/')}`
      return [`${place}.py`, `${place}/__init__.py`]
    })
  }
  return [...text.matchAll(/(?:^|[\s;])(?:source|\.|bash|sh)[ \t]+['"]?([\w./-]+\.(?:sh|bash))/gm)].map(
    ([, name = '']) => normal(name.startsWith('/') ? name : `${folder}/${name}`),
  )
}

function normal(path: string): string {
  const parts: string[] = []
  for (const part of path.split('/')) {
    if (part === '..') parts.pop()
    else if (part !== '' && part !== '.') parts.push(part)
  }
  return `/${parts.join('/')}`
}
