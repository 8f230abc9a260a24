import type { PlacedRange } from './analysis.ts'
import { positionAt, type SourceRange } from './source.ts'
import type { Workspace } from './workspace.ts'

/** Gives ranges their lines and columns, from the files the workspace has read. */
export class Placer {
  readonly #workspace: Workspace

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** The range with positions; a range into no file keeps its offsets as columns of line one. */
  range(at: SourceRange | null): PlacedRange | null {
    if (!at) return null
    const text = at.path.startsWith('/') ? (this.#workspace.file(at.path)?.text ?? '') : ''
    return {
      path: at.path,
      start: at.start,
      end: at.end,
      from: positionAt(text, at.start),
      to: positionAt(text, at.end),
    }
  }
}
