import type { graphFindings as GraphFindings } from '../../core/graph/diagnose.ts'
import { graphRuntime } from '../../core/graph/graph-runtime.ts'
import type { JsParse, parseJs as ParseJs } from '../../core/read/javascript/js-parser.ts'

/*
 * Parts of the engine that most drafts do not need stand for themselves here in the engine's worker (see `vite.config.ts`): each comes when
 * it is first needed. Until then the answer is a placeholder, and `loadWantedParts` says that it must be asked for again.
 */

let parser: typeof ParseJs | undefined
let graphs: typeof GraphFindings | undefined
const wanted = { parser: false, graphs: false }

/** Stands for `core/read/javascript/js-parser.ts`, a third of the whole engine. */
export function parseJs(text: string, extension: string): JsParse {
  if (parser) return parser(text, extension)
  wanted.parser = true
  return { kind: 'syntax-error', message: 'the parser is on its way', start: 0, end: 0 }
}

/** Stands for `core/graph/diagnose.ts`: the checks of state graphs. */
export function graphFindings(
  ...[workspace, elements]: Parameters<typeof GraphFindings>
): ReturnType<typeof GraphFindings> {
  if (graphs) return graphs(workspace, elements)
  wanted.graphs ||= elements[0]?.executor_id === graphRuntime
  return []
}

/** Load what was asked for in vain since the last call; true means: what was answered must be asked again. */
export async function loadWantedParts(): Promise<boolean> {
  const isMissing = { parser: wanted.parser && !parser, graphs: wanted.graphs && !graphs }
  if (isMissing.parser) parser = (await import('../../core/read/javascript/js-parser.ts')).parseJs
  if (isMissing.graphs) graphs = (await import('../../core/graph/diagnose.ts')).graphFindings
  return isMissing.parser || isMissing.graphs
}

/** Load every part at once, for a worker that answers calls while it has no way to ask again. */
export async function loadAllParts(): Promise<void> {
  wanted.parser = true
  wanted.graphs = true
  await loadWantedParts()
}
