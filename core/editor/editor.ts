import type { SourceRange } from '../text/source.ts'
import type { HoverText, LensText, Suggestion } from './answers.ts'
import { GraphKnowledge } from './graph-knowledge.ts'
import { itemAt, referencesOf, wordAt, type Known, type Texts } from './ids.ts'
import { definitionAt, hoverFor, lensesFor, suggestionsFor } from './knowledge.ts'
import { renameItem, renameProblem, type Rename } from './rename.ts'

/** The data for an editor's answers, read at each request. */
export interface EditorSource {
  /** The analysis of a file's item, and all items. */
  known(path: string): Known
  /** The files to search for references to an ID. */
  texts(): Texts
}

/**
 * A rename as an editor applies it: edits of one file, an item with its file and all references, or the reason why the
 * rename is impossible.
 */
export type EditorRename =
  | { readonly kind: 'names'; readonly to: string; readonly places: readonly SourceRange[] }
  | ({ readonly kind: 'item'; readonly from: string } & Omit<Extract<Rename, { kind: 'possible' }>, 'kind'>)
  | Extract<Rename, { kind: 'impossible' }>

/** An editor's answers about the files of a workspace, the same in the page and in the language server. */
export class EditorKnowledge {
  readonly #source: EditorSource
  readonly #graphs = new GraphKnowledge()

  constructor(source: EditorSource) {
    this.#source = source
  }

  hover(path: string, text: string, offset: number): HoverText | undefined {
    return this.#graphs.hover(path, text, offset) ?? hoverFor(this.#source.known(path), path, text, offset)
  }

  suggest(path: string, text: string, offset: number): readonly Suggestion[] {
    const known = this.#source.known(path)
    const ids = known.items.map(({ item_id }) => item_id)
    return this.#graphs.suggest(path, text, offset, ids) ?? suggestionsFor(known, path, text, offset)
  }

  definition(path: string, text: string, offset: number): SourceRange | undefined {
    return this.#graphs.definition(path, text, offset) ?? definitionAt(this.#source.known(path), text, offset)
  }

  references(path: string, text: string, offset: number): readonly SourceRange[] {
    const own = this.#graphs.references(path, text, offset)
    if (own.length > 0) return own
    const { word } = itemAt(this.#source.known(path), text, offset) ?? wordAt(text, offset)
    return referencesOf(word, this.#source.texts())
  }

  lenses(path: string, text: string): readonly LensText[] {
    return lensesFor(this.#source.known(path), text)
  }

  /** The range of the renamable name at an offset, or the reason why no rename is possible. */
  renamable(path: string, text: string, offset: number): SourceRange | string {
    const own = this.#graphs.renamable(path, text, offset)
    if (own) return own
    const known = this.#source.known(path)
    const named = itemAt(known, text, offset)
    if (!named) return 'The cursor is not on an item ID.'
    return renameProblem(known.items, named.word) ?? { path, start: named.start, end: named.end }
  }

  rename(path: string, text: string, offset: number, to: string): EditorRename {
    const own = this.#graphs.rename(path, text, offset, to)
    if (own) {
      if ('because' in own) return { kind: 'impossible', because: own.because }
      return { kind: 'names', to, places: own.edits }
    }
    const known = this.#source.known(path)
    const from = (itemAt(known, text, offset) ?? wordAt(text, offset)).word
    const rename = renameItem(known.items, from, to, this.#source.texts())
    return rename.kind === 'impossible' ? rename : { ...rename, kind: 'item', from }
  }
}

/** The text with `to` at each of the places, which can be in any order. */
export function withReplaced(text: string, places: readonly SourceRange[], to: string): string {
  const fromTheEnd = [...places].sort((a, b) => b.start - a.start)
  return fromTheEnd.reduce((all, { start, end }) => all.slice(0, start) + to + all.slice(end), text)
}
