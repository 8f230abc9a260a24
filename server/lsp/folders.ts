import type { InitializeParams, WorkspaceFoldersChangeEvent } from 'vscode-languageserver/node'
import { isAbsolute, relative } from '../disk-paths.ts'
import { diskOf } from './places.ts'

/** The folders that are open in an editor: those at startup, with later changes. */
export class Folders {
  readonly #uris: Set<string>

  constructor({ workspaceFolders, rootUri }: Partial<Pick<InitializeParams, 'workspaceFolders' | 'rootUri'>>) {
    this.#uris = new Set(workspaceFolders?.map(({ uri }) => uri) ?? (rootUri ? [rootUri] : []))
  }

  change({ added, removed }: WorkspaceFoldersChangeEvent): void {
    for (const { uri } of removed) this.#uris.delete(uri)
    for (const { uri } of added) this.#uris.add(uri)
  }

  /** The workspace folders that are on the disk, as paths. Folders with another URL scheme are omitted. */
  onDisk(): readonly string[] {
    return [...this.#uris].flatMap((uri) => diskOf(uri) ?? [])
  }

  /** Whether a folder on the disk is, or is inside, an open folder. */
  contains(folder: string): boolean {
    return this.onDisk().some((one) => {
      const inner = relative(one, folder)
      return !isAbsolute(inner) && inner !== '..' && !inner.startsWith('../')
    })
  }
}
