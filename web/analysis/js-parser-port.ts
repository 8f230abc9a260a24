import type { JsParse } from '../../core/read/javascript/js-parser.ts'

type ParseJs = (text: string, extension: string) => JsParse

let parser: ParseJs | undefined
let wanted = false

/**
 * Stands for `core/read/javascript/js-parser.ts` in the engine's worker (see `vite.config.ts`): the parser is a third of the whole engine and
 * most drafts hold no JavaScript, so it comes when a file of that kind is first read. Until then the answer is a placeholder.
 */
export function parseJs(text: string, extension: string): JsParse {
  if (parser) return parser(text, extension)
  wanted = true
  return { kind: 'syntax-error', message: 'the parser is on its way', start: 0, end: 0 }
}

/** Load the parser if it was asked for in vain since the last call; true means: what was answered must be asked again. */
export async function loadWantedParser(): Promise<boolean> {
  if (!wanted || parser) return false
  const loaded = await import('../../core/read/javascript/js-parser.ts')
  parser = loaded.parseJs
  return true
}
