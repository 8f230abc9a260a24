import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import { TextDocument } from 'vscode-languageserver-textdocument'
import type { Location, Range } from 'vscode-languageserver/node'
import type { SourceRange } from '#core'
import { productRoot } from '../../engine/product.ts'
import type { OpenProject } from './project.ts'

/** The path on the disk that a URI names; undefined for what is no file, such as a text that was never saved. */
export function diskOf(uri: string): string | undefined {
  if (!uri.startsWith('file:')) return undefined
  try {
    return fileURLToPath(uri)
  } catch {
    return undefined
  }
}

/** Where a code is explained. */
export function docsOf(code: string): string {
  return `${pathToFileURL(join(productRoot, 'docs/reference/problems.md')).href}#${code}`
}

/** Between the engine's paths and offsets and those of the protocol. */
export class Places {
  readonly #project: OpenProject
  readonly #documents = new Map<string, { readonly text: string; readonly document: TextDocument }>()

  constructor(project: OpenProject) {
    this.#project = project
  }

  /** Undefined for a path that is not on the disk, such as in an absent user space. */
  uriOf(path: string): string | undefined {
    const disk = this.#project.directory.onDisk(path)
    return disk === undefined ? undefined : pathToFileURL(disk).href
  }

  /** `text` is what the offsets count in, where it is known already. */
  range(path: string, start: number, end: number, text = this.#project.textOf(path)): Range {
    const document = this.#documentOf(path, text)
    return { start: document.positionAt(start), end: document.positionAt(end) }
  }

  offset(path: string, position: Range['start']): number {
    return this.#documentOf(path, this.#project.textOf(path)).offsetAt(position)
  }

  location({ path, start, end }: SourceRange, text?: string): Location | undefined {
    const uri = this.uriOf(path)
    return uri === undefined ? undefined : { uri, range: this.range(path, start, end, text) }
  }

  /** Lines are the same before and after universal newlines, so positions of the engine's text are those of the file. */
  #documentOf(path: string, text = ''): TextDocument {
    const known = this.#documents.get(path)
    if (known?.text === text) return known.document
    const document = TextDocument.create(path, '', 0, text)
    this.#documents.set(path, { text, document })
    return document
  }
}
