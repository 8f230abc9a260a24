import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Location, OptionalVersionedTextDocumentIdentifier, Range } from 'vscode-languageserver/node'
import type { SourceRange } from '#core/text'
import { join, ofUrl, toUrl } from '../disk-paths.ts'
import { productRoot } from '../engine/product.ts'
import { puttingInto, type TextChange } from '../project/line-ends.ts'
import { withEditorPaths } from '../project/own-paths.ts'
import type { OpenProject } from './project.ts'

/** The path on disk that a URI names; undefined if the URI names no file, such as an unsaved document. */
export function diskOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return ofUrl(uri)
  } catch {
    return undefined
  }
}

export function isLocation(value: unknown): value is Location {
  return (
    typeof value === 'object' && value !== null && 'uri' in value && typeof value.uri === 'string' && 'range' in value
  )
}

/** The URL of the page that explains a code. */
export function docsOf(code: string): string {
  return `${toUrl(join(productRoot, 'docs/reference/problems.md'))}#${code}`
}

/** An engine text, with a document that converts its positions to those of the protocol. */
interface Counted {
  readonly text: string
  readonly document: TextDocument
  /** Number of characters at the start of the text that are not in the document. */
  readonly hidden: number
}

/** Converts between the engine's paths and offsets and those of the protocol. */
export class Places {
  readonly #project: OpenProject
  readonly #documents = new Map<string, Counted>()

  constructor(project: OpenProject) {
    this.#project = project
  }

  /**
   * The URI of a path; the editor's own URI if it has the file open. Undefined for a path that is not on the disk, such
   * as in a missing user space.
   */
  uriOf(path: string): string | undefined {
    const disk = this.#project.directory.onDisk(path)
    return this.#project.openAt(path)?.uri ?? (disk === undefined ? undefined : toUrl(disk))
  }

  /**
   * The target of an edit. An open document has a version, so the edit applies only to this version; a file on disk has
   * none.
   */
  documentOf(path: string, uri: string): OptionalVersionedTextDocumentIdentifier {
    return { uri, version: this.#project.openAt(path)?.version ?? null }
  }

  /** A message with the paths of files as the user knows them. */
  worded(text: string): string {
    return withEditorPaths(text, this.#project.directory)
  }

  /** The new text of a change, with its document's line endings. */
  putting(change: TextChange & { readonly path: string }): string {
    return puttingInto(this.#project.writtenText(change.path), change)
  }

  /**
   * The protocol range of engine offsets.
   * @param text The text that the offsets refer to, if known.
   */
  range(path: string, start: number, end: number, text = this.#project.textOf(path)): Range {
    const { document, hidden } = this.#countedIn(path, text)
    return { start: document.positionAt(start - hidden), end: document.positionAt(end - hidden) }
  }

  offset(path: string, position: Range['start']): number {
    const { document, hidden } = this.#countedIn(path, this.#project.textOf(path))
    return document.offsetAt(position) + hidden
  }

  location({ path, start, end }: SourceRange, text?: string): Location | undefined {
    const uri = this.uriOf(path)
    return uri === undefined ? undefined : { uri, range: this.range(path, start, end, text) }
  }

  /**
   * The text of a file, for positions. Universal newlines preserve line numbers, so positions in the engine's text are
   * positions in the file. Positions do not count a byte order mark, unless the editor sent it in the text of an open
   * file.
   */
  #countedIn(path: string, text = ''): Counted {
    const hidden = text.startsWith('\ufeff') && this.#project.hidesMark(path) ? 1 : 0
    const known = this.#documents.get(path)
    if (known?.text === text && known.hidden === hidden) return known
    const counted = { text, hidden, document: TextDocument.create(path, '', 0, text.slice(hidden)) }
    this.#documents.set(path, counted)
    return counted
  }
}
