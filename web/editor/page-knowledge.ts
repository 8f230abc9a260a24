import { dialects } from '#core'
import type { Playground } from '../state/playground.svelte.ts'
import { GraphKnowledge } from './graph-knowledge.ts'
import { itemAt, referencesOf, wordAt, type Known } from './ids.ts'
import { definitionAt, hoverFor, lensesFor, suggestionsFor } from './knowledge.ts'
import type { Knowledge, QuickFix } from './providers.ts'
import { renameInDraft, renameProblem } from './rename.ts'

/** The editor's knowledge, taken from what the page knows at the moment of asking. */
export function pageKnowledge(playground: Playground): Knowledge {
  const { session } = playground
  const known = (): Known => ({
    analysis: session.analysis,
    items: session.items,
    env: session.env,
    dialect: dialects[session.snapshot.dialect],
  })
  const graphs = new GraphKnowledge()
  return {
    hover: (path, text, offset) => graphs.hover(path, text, offset) ?? hoverFor(known(), path, text, offset),
    suggest: (path, text, offset) =>
      graphs.suggest(
        path,
        text,
        offset,
        session.items.map(({ item_id }) => item_id),
      ) ?? suggestionsFor(known(), path, text, offset),
    definition: (path, text, offset) => graphs.definition(path, text, offset) ?? definitionAt(known(), text, offset),
    references(path, text, offset) {
      const own = graphs.references(path, text, offset)
      return own.length > 0 ? own : referencesOf(wordAt(text, offset).word, session.texts())
    },
    lenses: (_path, text) => lensesFor(known(), text),
    fixes: (path) =>
      session.diagnostics
        .filter(({ at }) => at?.path === path)
        .flatMap(({ code }) => session.fixes.filter((fix) => fix.code === code))
        .map((fix): QuickFix => ({ title: fix.title, code: fix.code, apply: () => playground.applyFix(fix) })),
    applyFix: (fix) => fix.apply(),
    textOf: (path) => session.textOf(path),
    goTo: (place) => playground.goTo(place),
    renamable(path, text, offset) {
      const own = graphs.renamable(path, text, offset)
      if (own) return own
      const named = itemAt(known(), text, offset)
      if (!named) return 'No item id stands here.'
      return renameProblem(session.items, named.word) ?? { path, start: named.start, end: named.end }
    },
    rename(path, text, offset, to) {
      const own = graphs.renamed(path, text, offset, to)
      if (!own) return renameInDraft(playground, wordAt(text, offset).word, to)
      if ('because' in own) return own.because
      playground.change([[path, own.text]], `Rename to ${to} in ${path}`)
      return undefined
    },
  }
}
