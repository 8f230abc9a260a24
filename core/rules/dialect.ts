import type { PrimitiveKind } from './primitives.ts'
import type { Space } from './space.ts'

export type DialectName = 'kiwi' | 'lilux' | 'lillux'

export type MetadataFormat = 'python' | 'yaml' | 'javascript' | 'shell'

export type InterpreterType = (typeof interpreterNames)[number]

/** The interpreter types of all dialects. */
export const interpreterNames = [
  'venv_python',
  'node_modules',
  'system_binary',
  'version_manager',
  'local_binary',
  'command',
  'generic',
] as const

/**
 * One dialect: a column of the table in `docs/reference/dialects.md`. Other engine code must not compare dialects by
 * name.
 */
export interface Dialect {
  readonly name: DialectName
  /** The numbers of the seeds, the specification documents from which the dialect was derived. */
  readonly seeds: string
  /** IDs of primitives without a file (R1.1). */
  readonly builtin: ReadonlyMap<string, PrimitiveKind>
  /**
   * The primitives by the last segment of their ID, for dialects in which any file with a null executor is a primitive.
   */
  readonly bySegment: ReadonlyMap<string, PrimitiveKind>
  /** Whether an ID can also be the stem of a file with metadata, at any depth (kiwi). */
  readonly stemSearch: boolean
  /** The metadata format of each extension (with dot). */
  readonly formats: ReadonlyMap<string, MetadataFormat>
  readonly interpreters: ReadonlySet<InterpreterType>
  /** Whether `venv_python` searches a `search` list of spaces (kiwi) instead of one `venv_path`. */
  readonly venvSearch: boolean
  /** Whether a variable that is already set to an existing file overrides the search (R6.3). */
  readonly presetInterpreterWins: boolean
  /** The way in which the tool receives the caller's parameters. */
  readonly parameters: 'merged' | 'argv' | 'stdin'
  /** Whether the output of a process becomes the data unchanged, JSON or not (R9K, K4). */
  readonly rawOutput: boolean
  readonly lockfiles: boolean
  readonly configResolve: boolean
  readonly stateGraph: boolean
  /** Whether `{name}` of the anchor context is expanded in env_config (R6.5). */
  readonly contextInEnv: boolean
  /** Whether portable chain entries name their bundle (`provider_id`, `provider_version`). */
  readonly providers: boolean
  systemLabel(bundleId: string): Space
}

const python: readonly [string, MetadataFormat][] = [['.py', 'python']]
const yaml: readonly [string, MetadataFormat][] = [
  ['.yaml', 'yaml'],
  ['.yml', 'yaml'],
]
/** The format of shell scripts, which have metadata in all dialects (R2.8). */
const shell: readonly [string, MetadataFormat][] = [['.sh', 'shell']]
const javascript: readonly [string, MetadataFormat][] = [
  ['.js', 'javascript'],
  ['.ts', 'javascript'],
  ['.mjs', 'javascript'],
  ['.cjs', 'javascript'],
]

const kiwi: Dialect = {
  name: 'kiwi',
  seeds: '002, 003, 004',
  builtin: new Map(),
  bySegment: new Map<string, PrimitiveKind>([
    ['subprocess', 'subprocess'],
    ['http_client', 'http_client'],
  ]),
  stemSearch: true,
  formats: new Map([...python, ...yaml, ...shell]),
  interpreters: new Set<InterpreterType>(['venv_python', 'generic']),
  venvSearch: true,
  presetInterpreterWins: false,
  parameters: 'merged',
  rawOutput: true,
  lockfiles: false,
  configResolve: false,
  stateGraph: false,
  contextInEnv: false,
  providers: false,
  systemLabel: () => 'system',
}

const lilux: Dialect = {
  name: 'lilux',
  seeds: '000',
  builtin: new Map<string, PrimitiveKind>([
    ['rye/core/primitives/subprocess', 'subprocess'],
    ['rye/core/primitives/http_client', 'http_client'],
  ]),
  bySegment: new Map(),
  stemSearch: false,
  formats: new Map([...python, ...yaml, ...shell]),
  interpreters: new Set<InterpreterType>(['venv_python', 'node_modules', 'system_binary', 'version_manager']),
  venvSearch: false,
  presetInterpreterWins: false,
  parameters: 'argv',
  rawOutput: false,
  lockfiles: true,
  configResolve: false,
  stateGraph: false,
  contextInEnv: false,
  providers: false,
  // The recorded cases also contain the bundle here, and they are more precise than section 0.
  systemLabel: (bundleId) => `system:${bundleId}`,
}

const lillux: Dialect = {
  name: 'lillux',
  seeds: '001',
  builtin: new Map<string, PrimitiveKind>([['rye/core/primitives/execute', 'execute']]),
  bySegment: new Map(),
  stemSearch: false,
  formats: new Map([...python, ...yaml, ...javascript, ...shell]),
  interpreters: new Set<InterpreterType>(['local_binary', 'system_binary', 'command']),
  venvSearch: false,
  presetInterpreterWins: true,
  parameters: 'stdin',
  rawOutput: false,
  lockfiles: true,
  configResolve: true,
  stateGraph: true,
  contextInEnv: true,
  providers: true,
  systemLabel: (bundleId) => `system:${bundleId}`,
}

/** All dialects, oldest first. */
export const dialects: Readonly<Record<DialectName, Dialect>> = { kiwi, lilux, lillux }

/** The names of the dialects, oldest first. */
export const dialectNames = Object.keys(dialects) as readonly DialectName[] // the record has these keys and no others

/** Whether a string is the name of a dialect. */
export function isDialectName(name: unknown): name is DialectName {
  return typeof name === 'string' && Object.hasOwn(dialects, name)
}

/** The primitive with an ID, for the last element of a chain; undefined if the dialect has no such primitive (R3.3). */
export function primitiveOf(dialect: Dialect, itemId: string): PrimitiveKind | undefined {
  return dialect.builtin.get(itemId) ?? dialect.bySegment.get(itemId.slice(itemId.lastIndexOf('/') + 1))
}
