import type { PlacedRange } from './analysis.ts'
import { lineStarts, positionIn, type SourceRange } from '../text/source.ts'
import type { Host } from '../input/host.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** Adds lines and columns to ranges, from the files that the workspace has read. */
export class Placer {
  readonly #workspace: Workspace
  readonly #lines = new Map<string, readonly number[]>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** The host of the workspace, with its loaded engine parts. */
  get host(): Host {
    return this.#workspace.host
  }

  /**
   * The range with positions; null without a range. A range outside any file uses its offsets as columns of line one.
   */
  range(at: SourceRange | null): PlacedRange | null {
    if (!at) return null
    const starts = this.#startsOf(at.path)
    return {
      path: at.path,
      start: at.start,
      end: at.end,
      from: positionIn(starts, at.start),
      to: positionIn(starts, at.end),
    }
  }

  #startsOf(path: string): readonly number[] {
    const known = this.#lines.get(path)
    if (known) return known
    const starts = lineStarts(path.startsWith('/') ? (this.#workspace.file(path)?.text ?? '') : '')
    this.#lines.set(path, starts)
    return starts
  }
}
