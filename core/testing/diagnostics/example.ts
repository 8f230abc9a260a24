import type { AnalysisOptions } from '../../answer/request.ts'
import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import type { WorkspaceSettings } from '../../workspace/workspace-settings.ts'
import type { TestFiles } from '../workspace.ts'

/**
 * One entry of `docs/reference/problems.md`: the meaning of a code, the smallest workspace with the finding, and the
 * fix.
 */
export interface CodeEntry {
  readonly what: string
  readonly fix: string
  readonly rule: string
  readonly files: TestFiles
  /** Files that are not text. */
  readonly bytes?: Readonly<Record<string, Uint8Array>>
  readonly links?: Readonly<Record<string, string>>
  /** The conditions of the example that its files do not show. */
  readonly note?: string
  readonly item?: string
  readonly parameters?: string
  readonly settings?: Partial<WorkspaceSettings>
  readonly options?: AnalysisOptions
  /**
   * The source of a code that an analysis of the files does not report: an element without a valid ID or space, a
   * failing file system, the tests in the workspace, or a check.
   */
  readonly only?: 'validateTool' | 'broken-tree' | 'tests' | 'check'
}

export type CodeEntries<Code extends DiagnosticCode = DiagnosticCode> = { readonly [C in Code]: CodeEntry }
