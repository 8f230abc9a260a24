import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { MetadataFormat } from '../../rules/dialect.ts'
import { plain, type Located, type LocatedEntry } from '../located.ts'
import type { Value } from '../value/value.ts'

/** The names of metadata fields in the engine and in documents (R2.2). */
export const fieldNames = [
  'version',
  'tool_type',
  'executor_id',
  'category',
  'tool_description',
  'execution_owner',
  'native_async',
  'native_resume',
  'config_schema',
  'env_config',
  'config',
  'config_resolve',
  'anchor',
  'verify_deps',
  'execution_params',
  'inputs',
  'outputs',
  'child_constraints',
] as const

export type FieldName = (typeof fieldNames)[number]

/** A field as set in a file: its spelling, its place and its value. Null is a value, not an absent field (R2.6). */
export class MetadataField {
  readonly spelled: string
  readonly keyStart: number
  readonly keyEnd: number
  readonly value: Located
  #bare: Value | undefined

  constructor(spelled: string, keyStart: number, keyEnd: number, value: Located) {
    this.spelled = spelled
    this.keyStart = keyStart
    this.keyEnd = keyEnd
    this.value = value
  }

  /** The value without its places. Containers are built only once, because they are read often. */
  get bare(): Value {
    return this.value.kind === 'scalar' ? this.value.value : (this.#bare ??= plain(this.value))
  }
}

/** The metadata of one file, and the findings about it. */
export interface Metadata {
  readonly path: string
  readonly format: MetadataFormat | null
  readonly fields: ReadonlyMap<FieldName, MetadataField>
  /** The file's keys that only graphs use (R16.2). */
  readonly graphKeys?: ReadonlyMap<GraphKey, LocatedEntry>
  readonly diagnostics: readonly Diagnostic[]
}

/** The top-level keys of a graph that are not metadata. */
export const graphKeyNames = ['permissions', 'env_requires'] as const
type GraphKey = (typeof graphKeyNames)[number]

/** The value of a field without places; undefined if the file does not set the field. */
export function fieldValue(metadata: Metadata, name: FieldName): Value | undefined {
  return metadata.fields.get(name)?.bare
}

/**
 * The kind of a file in `.ai/tools`. Only tools are linted. Libraries and data are listed separately (R1.7, R1.8).
 */
export type ItemKind = 'tool' | 'library' | 'data'

/**
 * A file without an executor ID and without a tool type is a library (R1.7). A file that sets its executor ID to null
 * and has a tool type other than `primitive` is data (R1.8). A file counts as a tool if the file or one of these fields
 * is unreadable, so that its findings are reported.
 */
export function itemKind({ fields, diagnostics }: Metadata): ItemKind {
  const executor = fields.get('executor_id')?.bare
  const type = fields.get('tool_type')?.bare ?? null
  const isLibrary = executor === undefined && type === null
  const isData = executor === null && type !== null && type !== 'primitive'
  if (!(isLibrary || isData) || diagnostics.some(mayHideTool)) return 'tool'
  return isLibrary ? 'library' : 'data'
}

function mayHideTool(finding: Diagnostic): boolean {
  return unread.has(finding.code) || (finding.code === 'metadata-not-literal' && wantsToBeTool.has(finding.name))
}

/**
 * Whether a file has no usable metadata because it cannot be read or parsed, or because it is from a later release.
 * Such a file has a finding.
 */
export function isBroken({ diagnostics }: Metadata): boolean {
  return diagnostics.some(({ code }) => code !== 'metadata-not-read' && unread.has(code))
}

const unread: ReadonlySet<Diagnostic['code']> = new Set<Diagnostic['code']>([
  'file-unreadable',
  'later-generation',
  'metadata-not-read',
  'metadata-syntax',
  'yaml-limit',
])
const wantsToBeTool: ReadonlySet<string> = new Set(['__executor_id__', '__tool_type__'])
