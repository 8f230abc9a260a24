import type { DiagnosticEntry, ItemCheck } from '#core/answer'
import type { DiagnosticCode } from '#core/diagnostics'
import { visible } from '#core/text'
import type { Workspace } from '#core/workspace'
import { isCode, noCode } from '../codes.ts'
import type { Directory } from '../directory.ts'
import type { Reason } from '#core/expect'

/**
 * Matches `rye-chain: allow CODE because REASON` in a comment, which applies to its own line and the next one;
 * `allow-file` applies to the whole file.
 */
const comment = /(?:#|\/\/)\s*rye-chain:\s*(allow|allow-file)(?=\s|$)(.*)$/
const allowance = /^\s+([\w-]+(?:\s*,\s*[\w-]+)*)\s+because\s+(\S.*)$/

/** Whether a file might contain suppressions. */
export function canSuppress(workspace: Workspace, path: string): boolean {
  return workspace.file(path)?.text?.includes('rye-chain:') === true
}

interface Allowed {
  /** Line number, starting at 1; 0 for the whole file. */
  readonly line: number
  readonly codes: readonly DiagnosticCode[]
  readonly reason: string
  used: boolean
}

/**
 * Suppressions in comments of the files. A suppression without a reason, and an unknown code, have no effect and are
 * reported. `unused` lists suppressions that suppressed no finding.
 */
export class InlineSuppressions {
  readonly #directory: Directory
  readonly #suppresses: (item_id: string) => boolean
  readonly #files = new Map<string, readonly Allowed[]>()

  /** @param suppresses Whether an item's file contains suppressions. Files of other items are not read. */
  constructor(directory: Directory, suppresses: (item_id: string) => boolean = () => true) {
    this.#directory = directory
    this.#suppresses = suppresses
  }

  /** The reason in the suppression that allows a finding of an item; undefined if there is none. */
  allows({ code, at, facts }: DiagnosticEntry, item?: ItemCheck): Reason | undefined {
    const path = at?.path ?? facts['path']
    if (typeof path !== 'string' || !path.startsWith('/project/')) return undefined
    if (item?.path === path && !this.#suppresses(item.item_id)) return undefined
    const line = at?.from.line ?? 0
    const found = this.#of(path).find(
      (one) => one.codes.includes(code) && (one.line === 0 || one.line === line || one.line === line - 1),
    )
    if (found) found.used = true
    return found && { by: 'comment', reason: found.reason }
  }

  /** Read the suppressions in a file, so that `unused` also covers files without findings. */
  look({ item_id, path }: ItemCheck): void {
    if (path.startsWith('/project/') && this.#suppresses(item_id)) this.#of(path)
  }

  /** Locations of suppressions that match no finding in their file. */
  unused(): readonly string[] {
    return [...this.#files].flatMap(([path, all]) =>
      all
        .filter(({ used }) => !used)
        .map(
          ({ line, codes }) =>
            `${visible(this.#directory.shown(path))}${line === 0 ? '' : `:${line}`}: ${codes.join(', ')}`,
        ),
    )
  }

  #of(path: string): readonly Allowed[] {
    const known = this.#files.get(path)
    if (known) return known
    const read = this.#read(this.#directory.workspace, path)
    this.#files.set(path, read)
    return read
  }

  #read(workspace: Workspace, path: string): readonly Allowed[] {
    return (workspace.file(path)?.text ?? '').split(/\r?\n/).flatMap((text, index) => {
      const [, kind, rest = ''] = comment.exec(text) ?? []
      if (kind === undefined) return []
      const say = (what: string): void =>
        this.#directory.machine.note?.(
          `${visible(this.#directory.shown(path))}:${index + 1}: "rye-chain: ${kind}": ${what}.`,
        )
      const [, words = '', reason] = allowance.exec(rest) ?? []
      if (reason === undefined) {
        say('a code, "because" and a reason are required')
        return []
      }
      const codes = words.split(/\s*,\s*/)
      for (const code of codes.filter((word) => !isCode(word))) say(noCode(code))
      const known = codes.filter(isCode)
      return known.length === 0
        ? []
        : [{ line: kind === 'allow-file' ? 0 : index + 1, codes: known, reason, used: false }]
    })
  }
}
