import { isReadOnly, itemIdOf } from '../files/places.ts'
import type { Playground } from '../playground.svelte.ts'
import {
  definitionAt,
  hoverFor,
  lensesFor,
  referencesOf,
  suggestionsFor,
  winnerOf,
  wordAt,
  type Known,
} from './knowledge.ts'
import type { Knowledge, QuickFix } from './providers.ts'

/** The editor's knowledge, taken from what the page knows at the moment of asking. */
export function pageKnowledge(playground: Playground): Knowledge {
  const { session } = playground
  const known = (): Known => ({ analysis: session.analysis, items: session.items })
  const texts = (): (readonly [string, string])[] => [
    ...Object.entries(session.snapshot.files).flatMap(([path, text]) =>
      typeof text === 'string' ? [[path, text] as const] : [],
    ),
    ...session.systemFiles,
  ]
  return {
    hover: (path, text, offset) => hoverFor(known(), path, text, offset),
    suggest: (path, text, offset) => suggestionsFor(known(), path, text, offset),
    definition: (_path, text, offset) => definitionAt(known(), text, offset),
    references: (_path, text, offset) => referencesOf(wordAt(text, offset).word, texts()),
    lenses: (_path, text) => lensesFor(known(), text),
    fixes: (path) =>
      session.diagnostics
        .filter(({ at }) => at?.path === path)
        .flatMap(({ code }) => session.fixes.filter((fix) => fix.code === code))
        .map((fix): QuickFix => ({ title: fix.title, code: fix.code, apply: () => playground.applyFix(fix) })),
    applyFix: (fix) => fix.apply(),
    textOf: (path) => session.textOf(path),
    goTo: (place) => playground.goTo(place),
    rename(_path, text, offset, to) {
      const from = wordAt(text, offset).word
      return renameItem(playground, known(), from, to, texts())
    },
  }
}

/** Rename an item: its file and every place that names it, in one step; gives the reason where it cannot be done. */
export function renameItem(
  playground: Playground,
  known: Known,
  from: string,
  to: string,
  texts: readonly (readonly [string, string])[],
): string | undefined {
  const own = winnerOf(known, from)
  if (!own) return `“${from}” is no item id.`
  if (isReadOnly(own.path)) return 'System files are read-only: copy it to the project first.'
  const target = own.path.replace(from, to)
  if (itemIdOf(target) !== to) return `“${to}” cannot be the id of a file.`
  const changed = new Map<string, string>()
  for (const place of [...referencesOf(from, texts)].reverse()) {
    if (isReadOnly(place.path)) continue
    const text = changed.get(place.path) ?? playground.session.textOf(place.path) ?? ''
    changed.set(place.path, text.slice(0, place.start) + to + text.slice(place.end))
  }
  const content = changed.get(own.path) ?? playground.session.textOf(own.path) ?? ''
  changed.delete(own.path)
  const item = playground.session.snapshot.item_id === from ? { item_id: to } : {}
  playground.session.change([...changed, [own.path, null], [target, content]], `Rename ${from} to ${to}`, item)
  playground.session.open(target)
  return undefined
}
