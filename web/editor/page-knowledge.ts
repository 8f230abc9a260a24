import { EditorKnowledge, withReplaced } from '#core/editor'
import { dialects } from '#core/rules'
import type { Playground } from '../state/playground.svelte.ts'
import type { Knowledge, QuickFix } from './providers.ts'
import { renameInDraft } from './rename.ts'

/** The knowledge for the editor. Each query reads the current state of the page. */
export function pageKnowledge(playground: Playground): Knowledge {
  const { session } = playground
  const editor = new EditorKnowledge({
    known: () => ({
      analysis: session.analysis,
      items: session.items,
      env: session.env,
      dialect: dialects[session.snapshot.dialect],
    }),
    texts: () => session.texts(),
  })
  return {
    hover: (path, text, offset) => editor.hover(path, text, offset),
    suggest: (path, text, offset) => editor.suggest(path, text, offset),
    definition: (path, text, offset) => editor.definition(path, text, offset),
    references: (path, text, offset) => editor.references(path, text, offset),
    lenses: (path, text) => editor.lenses(path, text),
    fixes: (path) =>
      session.diagnostics
        .filter(({ at }) => at?.path === path)
        .flatMap(({ code }) => session.offeredFixes.filter((fix) => fix.code === code))
        .map((fix): QuickFix => ({ title: fix.title, code: fix.code, apply: () => playground.applyFix(fix) })),
    applyFix: (fix) => fix.apply(),
    textOf: (path) => session.textOf(path),
    goTo: (place) => playground.goTo(place),
    renamable: (path, text, offset) => editor.renamable(path, text, offset),
    rename(path, text, offset, to) {
      const rename = editor.rename(path, text, offset, to)
      if (rename.kind === 'impossible') return rename.because
      if (rename.kind === 'item') return renameInDraft(playground, rename.from, to)
      playground.change([[path, withReplaced(text, rename.places, to)]], `Rename to ${to} in ${path}`)
      return undefined
    },
  }
}
