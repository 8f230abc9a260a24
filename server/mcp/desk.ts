import type { Analysis, DiagnosticEntry } from '#core/answer'
import type { ExecutionResult } from '#core/run'
import type { Facts } from './fence.ts'

/** What an agent asked for and cannot have: what, and what to do. */
export class Refused extends Error {}

/** An item as a search tells it. */
export interface FoundItem {
  readonly item_id: string
  readonly space: string
  readonly path: string
  readonly description: string
}

/** What a check of a project found. */
export interface Checked {
  readonly items: number
  readonly errors: number
  readonly warnings: number
  readonly failed_walks: number
  readonly problems: readonly { readonly entry: DiagnosticEntry; readonly items: readonly string[] }[]
}

/** A call that may run once somebody says so. */
export interface ReadyRun {
  readonly kind: 'ready'
  /** Covers the command, its environment, and every file that the run will find. */
  readonly digest: string
  /** Everything that it will do, as a person is asked. */
  readonly shown: readonly string[]
  /** Whether a graph comes to commands that nobody can show before it is walked. */
  readonly fillsIn: boolean
  /** Of a graph: the items that its nodes call, as far as they are known before it is walked. */
  readonly calls: readonly string[]
  /** Every file that was read for it, by its path on the disk, with the digest of what was read there. */
  readonly read: readonly (readonly [disk: string, digest: string])[]
  /** What a person types to run it. */
  readonly commandLine: string
  /** `mayFillIn` says whether a command of an item may run that only the walk of a graph completes. */
  run(signal: AbortSignal, mayFillIn: (item_id: string) => boolean): Promise<RanCall>
}

/** What a run gave, and what became of its files. */
export interface RanCall {
  readonly result: ExecutionResult
  readonly pinned: readonly string[]
  /** Why chains were not pinned that would be now. */
  readonly not_pinned: readonly string[]
  readonly changed: readonly string[]
}

/** Files that may be signed once somebody says so. */
export interface ReadySigning {
  /** Covers the key, and every file as it is now. */
  readonly digest: string
  readonly shown: readonly string[]
  readonly commandLine: string
  /** The files that carry the signature now, and those that the disk did not take, with why. */
  sign(): { readonly fingerprint: string; readonly files: readonly Facts[]; readonly not_signed: readonly Facts[] }
}

/** What a link shall hold and open on. */
interface AskedLink {
  readonly item_id: string
  readonly parameters: string
  /** Names of what looks like a secret and may be in it all the same. */
  readonly allow: readonly string[]
  /** The address of the page that opens it; that of a server which is started without settings where none is known. */
  readonly page: string | undefined
}

/** A link that is made once a person approves what it contains. */
export interface ReadyLink {
  /** What looks like a secret and would be in it, and a digest of all that is; null where there is nothing to approve. */
  readonly consent: { readonly digest: string; readonly shown: readonly string[]; readonly commandLine: string } | null
  readonly link: string
  readonly facts: Facts
}

/**
 * The command line as an agent uses it, on real folders: the same parts with the same options. What they refuse comes as `Refused`.
 * Item parameters are JSON text.
 */
export interface Desk {
  analyze(project: string, item_id: string, parameters: string): Analysis
  check(project: string, glob: string | undefined, strict: boolean): Checked
  search(project: string, words: readonly string[]): readonly FoundItem[]
  prepare(
    project: string,
    item_id: string,
    parameters: string,
  ): ReadyRun | { readonly kind: 'refused'; readonly result: Promise<ExecutionResult> }
  /** A new tool as it begins: its files, and parameters to try it with. */
  begin(
    project: string,
    kind: string,
    item_id: string,
  ): { readonly files: readonly { readonly path: string; readonly text: string }[]; readonly parameters: string }
  prepareSigning(project: string, files: readonly string[]): ReadySigning
  prepareShare(project: string, asked: AskedLink): ReadyLink
  /** The folders of the spaces beside the project, on the disk. */
  spaces(project: string): readonly string[]
  /** What a person types to confirm the policy of a project. */
  confirmLine(project: string): string
  close(): Promise<void>
}
