import type { PartName, Parts } from '#core/answer'
import { otherProse } from '#core/diagnostics'
import { graphChecks } from '#core/graph'
import { characterNames, jsParser } from '#core/read'
import { tryAgain } from '../files/try-again.ts'

/** The loaders of engine parts that most drafts do not require. */
const loaders: Readonly<Record<PartName, (parts: Parts) => Promise<unknown>>> = {
  javascript: async (parts) => parts.bring(jsParser, (await import('#core/parts/javascript')).parseJs),
  characters: async (parts) => parts.bring(characterNames, (await import('#core/parts/characters')).namedCharacter),
  graphs: async (parts) => parts.bring(graphChecks, (await import('#core/parts/graphs')).graphFindings),
  prose: async (parts) => parts.bring(otherProse, (await import('#core/parts/prose')).prose),
}

/** Load the parts that were missing in the last run; false if none were missing. */
export async function loadLacking(parts: Parts): Promise<boolean> {
  const { lacking } = parts
  await Promise.all(lacking.map((name) => tryAgain(() => loaders[name](parts))))
  return lacking.length > 0
}
