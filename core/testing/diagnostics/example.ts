import type { AnalysisOptions } from '../../answer/request.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import type { TestFiles } from '../workspace.ts'

/** One entry of `docs/reference/problems.md`: what a code means, the smallest workspace that has it, and what to do. */
export interface CodeEntry {
  readonly what: string
  readonly fix: string
  readonly rule: string
  readonly files: TestFiles
  /** Files that cannot be written down in a text. */
  readonly bytes?: Readonly<Record<string, Uint8Array>>
  readonly links?: Readonly<Record<string, string>>
  /** What the example does that its text does not show. */
  readonly note?: string
  readonly item?: string
  readonly parameters?: string
  readonly settings?: Partial<WorkspaceSettings>
  readonly options?: AnalysisOptions
  /** Codes that no analysis of a workspace can have: its elements always have an id and a space, and walks run as tests alone. */
  readonly only?: 'validateTool' | 'broken-tree' | 'walk-tests' | 'check'
}

export type CodeEntries<Code extends DiagnosticCode = DiagnosticCode> = { readonly [C in Code]: CodeEntry }
