import type { IdProblem } from '../rules/item-id.ts'
import type { DotenvLineProblem, DotenvProblem, VariableFormProblem } from './env-problems.ts'
import type { GraphFacts } from './graph-facts.ts'
import type { NearMiss } from './near-miss.ts'
import type { ForeignId } from '../rules/counterparts.ts'
import type { DialectName, MetadataFormat } from '../rules/dialect.ts'
import type { SourceRange } from '../text/source.ts'
import type { WorkStep } from '../work-budget.ts'

/** The facts of each diagnostic, by its stable code. Only `describe.ts` turns them into sentences. */
export interface Facts extends GraphFacts {
  // reading a file (R2)
  'file-unreadable': {
    readonly path: string
    readonly because: 'not-utf8' | 'too-large' | 'permission-denied' | 'name-not-utf8'
  }
  'metadata-syntax': { readonly language: string; readonly problem: string }
  'metadata-not-literal': {
    readonly name: string
    readonly because: string
    /** The metadata format of the file. The hint shows the form for this format. */
    readonly format: MetadataFormat
  }
  /** `written` is the text in the file, `read` the value that YAML, Python or JavaScript reads. */
  'version-not-text': { readonly key: string; readonly written: string; readonly read: string; readonly type: string }
  'metadata-lower-case': { readonly name: string; readonly meant: string }
  /** `within` is the path of keys from the field to the parent of `key`; empty if `key` is a field. */
  'metadata-key-unknown': { readonly key: string; readonly meant: string; readonly within: string }
  /** `key` is the path of keys to the value; `counts` describes how the value is treated. */
  'metadata-value-unknown': {
    readonly key: string
    readonly value: string
    readonly allowed: readonly string[]
    readonly meant: string | null
    readonly counts: string
  }
  'metadata-not-read': { readonly extension: string; readonly dialect: DialectName; readonly names: readonly string[] }
  'yaml-duplicate-key': { readonly key: string; readonly first: SourceRange }
  'yaml-limit': { readonly limit: string; readonly most: number }
  /** `mark` is the text that only later releases use, or the path of a file or folder that only they have (R1.9). */
  'later-generation': { readonly mark: string }

  // finding files (R1)
  'project-differs': { readonly asked: string; readonly project: string }
  'item-id-invalid': { readonly item_id: string; readonly because: IdProblem }
  'executor-id-invalid': {
    readonly item_id: string
    readonly executor: string
    readonly because: IdProblem | 'not-text' | 'empty'
  }
  'item-not-found': {
    readonly item_id: string
    readonly searched: readonly string[]
    readonly near: readonly NearMiss[]
  }
  'executor-not-found': {
    readonly item_id: string
    readonly executor_id: string
    readonly from: string
    readonly searched: readonly string[]
    readonly near: readonly NearMiss[]
    readonly dialect: DialectName
    /** Set if the executor is an item of other dialects. */
    readonly foreign?: ForeignId
  }
  /** `other` is an ID of the same space that differs only in case or Unicode form. */
  'id-alike': { readonly item_id: string; readonly other: string }
  'extension-ambiguous': { readonly item_id: string; readonly winner: string; readonly others: readonly string[] }

  // the chain (R3)
  'chain-cycle': { readonly loop: readonly string[] }
  'chain-too-deep': { readonly item_id: string; readonly most: number }
  'chain-not-primitive': {
    readonly item_id: string
    readonly because: string
    readonly dialect: DialectName
    readonly foreign?: ForeignId
  }

  // each pair and each element (R4)
  'space-incompatible': {
    readonly child: string
    readonly parent: string
    readonly child_space: string
    readonly parent_space: string
  }
  'system-to-mutable': { readonly child: string; readonly parent: string; readonly parent_space: string }
  'io-missing-input': {
    readonly child: string
    readonly parent: string
    readonly missing: readonly string[]
    readonly outputs: SourceRange | null
  }
  'version-too-low': {
    readonly child: string
    readonly parent: string
    readonly version: string
    readonly limit: string
    readonly constraint: SourceRange | null
  }
  'version-too-high': {
    readonly child: string
    readonly parent: string
    readonly version: string
    readonly limit: string
    readonly constraint: SourceRange | null
  }
  'version-missing': { readonly child: string; readonly parent: string; readonly constraint: SourceRange | null }
  'version-unreadable': { readonly child: string; readonly parent: string; readonly text: string }
  'item-is-runtime': { readonly item_id: string }
  'item-id-missing': Record<never, never>
  'space-unknown': { readonly item_id: string; readonly space: string }
  'primitive-with-executor': { readonly item_id: string; readonly executor_id: string }
  'runtime-without-executor': { readonly item_id: string }
  'version-undeclared': { readonly item_id: string }
  'category-undeclared': { readonly item_id: string }
  'category-mismatch': { readonly item_id: string; readonly category: string; readonly folder: string }
  'metadata-wrong-type': {
    readonly item_id: string
    readonly field: string
    readonly expected: string
    readonly found: string
  }

  // parameters (R5)
  /** `nested` names parameters that contain other parameters, although the dialect takes flat parameters (R9K). */
  'parameter-invalid': {
    readonly pointer: string
    readonly keyword: string
    readonly problem: string
    readonly schema: SourceRange | null
    readonly nested?: readonly string[]
  }
  'parameters-unreadable': { readonly problem: string }
  'schema-invalid': { readonly problem: string }
  'schema-limit': { readonly limit: 'schemaDepth' | 'parameterErrors'; readonly most: number }

  // environment (R6)
  'interpreter-type-unknown': {
    readonly type: string
    readonly dialect: DialectName
    readonly known_in: readonly DialectName[]
  }
  'interpreter-fallback': { readonly var: string; readonly fallback: string; readonly tried: readonly string[] }
  'interpreter-fallback-missing': {
    readonly var: string
    readonly fallback: string
    readonly tried: readonly string[]
    readonly searched: readonly string[]
  }
  'interpreter-not-found': { readonly var: string; readonly tried: readonly string[] }
  'program-not-asked': { readonly var: string; readonly program: string }
  'dotenv-unreadable': { readonly path: string; readonly because: DotenvProblem }
  'dotenv-link-outside': { readonly path: string; readonly target: string }
  'dotenv-export': { readonly name: string }
  'dotenv-quoted': { readonly name: string }
  'dotenv-line-odd': { readonly name: string; readonly because: DotenvLineProblem }
  'variable-form': { readonly key: string; readonly written: string; readonly because: VariableFormProblem }
  'env-variable-unknown': { readonly name: string; readonly variable: string }

  // anchor and dependencies (R7)
  'anchor-inactive': { readonly because: string }
  'anchor-placeholder-unknown': { readonly placeholder: string }
  'dependency-symlink-escape': { readonly path: string; readonly target: string; readonly base: string }
  'dependency-limit': { readonly most: number }

  // tool config (R8)
  'config-path-invalid': { readonly path: string; readonly because: string }
  'config-unreadable': { readonly path: string; readonly problem: string }
  'config-not-found': { readonly path: string; readonly searched: readonly string[] }
  'config-resolves-nothing': { readonly problem: string }
  'config-stays-with-runtime': { readonly item_id: string; readonly tool: string }
  'config-wrong-type': { readonly problem: string }

  // the plan (R9)
  'template-unknown-name': { readonly placeholder: string; readonly key: string }
  'template-unstable': { readonly key: string; readonly rounds: number }
  'template-quoted': { readonly name: string; readonly key: string }
  /**
   * `key` is the setting that contains the value; `characters` are those that `shlex.quote` would quote, empty for an
   * empty value.
   */
  'template-unquoted': { readonly name: string; readonly key: string; readonly characters: readonly string[] }
  'template-injected': { readonly placeholder: string; readonly key: string; readonly origin: string }
  'template-limit': { readonly key: string; readonly most: number }
  'argument-not-text': { readonly index: number; readonly text: string }
  'parameters-not-json': { readonly problem: string }
  'parameter-is-setting': { readonly name: string; readonly primitive: string; readonly effect: string }
  'parameter-left-out': { readonly name: string; readonly effect: string }
  'plan-unrelated': { readonly item_id: string }
  'package-missing': { readonly path: string; readonly names: readonly string[] }
  'program-cannot-run': { readonly path: string; readonly program: string; readonly runs: readonly string[] }
  'typescript-on-node': { readonly path: string; readonly program: string }
  'timeout-none': Record<never, never>
  /** `item_id` and `path` are set if the plan is for an item. */
  'plan-incomplete': {
    readonly primitive: string
    readonly problem: string
    readonly item_id?: string
    readonly path?: string
    readonly nested?: readonly string[]
  }

  // integrity (R10)
  'signature-missing': { readonly path: string; readonly role: SignedRole }
  'signature-malformed': { readonly path: string; readonly role: SignedRole }
  'signature-modified': {
    readonly path: string
    readonly role: SignedRole
    readonly signed_hash: string
    readonly hash: string
  }
  'signature-untrusted': {
    readonly path: string
    readonly role: SignedRole
    readonly fingerprint: string
    readonly searched: readonly string[]
  }
  'signature-bad': { readonly path: string; readonly role: SignedRole; readonly fingerprint: string }
  'signature-no-format': { readonly path: string; readonly extension: string }
  'key-rejected': { readonly path: string; readonly because: string }

  // lockfiles (R11)
  'lockfile-unreadable': { readonly path: string; readonly problem: string }
  /**
   * A difference between a lockfile and the current chain (R11.2). `file` is the changed file; null for a built-in
   * element.
   */
  'lockfile-root-drift': {
    readonly path: string
    readonly file: string | null
    readonly field: string
    readonly locked: string
    readonly now: string
  }
  'lockfile-element-drift': Facts['lockfile-root-drift'] & { readonly item_id: string }
  'lockfile-chain-differs': {
    readonly path: string
    readonly locked: readonly string[]
    readonly now: readonly string[]
  }
  'lockfile-chain-broken': { readonly path: string; readonly problem: string }

  // The work of all steps together; `step` used the most.
  'work-limit': {
    readonly step: WorkStep
    readonly path: string | null
    readonly limit: 'analysisWork' | 'chainWork'
    readonly most: number
  }

  /** `worst` is the highest severity of the findings that are left out. */
  'findings-limit': {
    readonly limit: 'dependencyFindings' | 'itemFindings'
    readonly most: number
    readonly left_out: number
    readonly worst: 'error' | 'warning' | 'hint'
  }
  /** The item was not checked, because the items before it reached the limit of one check. */
  'check-limit': { readonly limit: 'checkWork' | 'checkFindings'; readonly most: number }

  // expectations of a project
  'expectation-failed': { readonly item_id: string; readonly wanted: string; readonly found: string }
  'expectation-invalid': { readonly problem: string; readonly fix: string }

  // bugs of the engine: core never throws
  'engine-fault': { readonly problem: string }
}

/** The role of a signed file in the chain. */
export type SignedRole = 'element' | 'dependency' | 'config' | 'key'

export type DiagnosticCode = keyof Facts

/** One finding: its code, its place in a file (null without a place), and its facts. */
export type Diagnostic = {
  [Code in DiagnosticCode]: Facts[Code] & { readonly code: Code; readonly at: SourceRange | null }
}[DiagnosticCode]
