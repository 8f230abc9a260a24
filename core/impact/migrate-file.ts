import { interpreterEdit } from '../answer/fixes/interpreter-edit.ts'
import { replaceText } from '../answer/fixes/edits.ts'
import { nodeAt } from '../read/located.ts'
import { fieldValue, type FieldName, type Metadata } from '../read/metadata/metadata.ts'
import { isDict } from '../read/value/value.ts'
import { idOf } from '../resolve/files.ts'
import { findItem, placesFrom } from '../resolve/resolve.ts'
import { foreignId, readsParameters } from '../rules/counterparts.ts'
import { primitiveOf } from '../rules/dialect.ts'
import { isSystem, type Space } from '../rules/space.ts'
import type { SourceRange } from '../text/source.ts'
import type { Workspace } from '../workspace/workspace.ts'
import { parameterEdits, type Edit } from './migrate-parameters.ts'

/** The parts of a file that another dialect can read differently. */
export const migrationParts = ['executor', 'interpreter', 'parameters'] as const

type MigrationPart = (typeof migrationParts)[number]

/** One change to a file for another dialect: edits, or a note if only the author can make the change. */
export interface MigrationStep {
  readonly part: MigrationPart
  readonly at: SourceRange
  /** The change as a sentence. */
  readonly what: string
  /** Empty for a change that the author makes. */
  readonly edits: readonly Edit[]
}

/** An item's file in its current dialect. */
export interface MigratedFile {
  readonly from: Workspace
  readonly to: Workspace
  readonly path: string
  readonly space: Space
  readonly metadata: Metadata
  readonly text: string
}

/** The changes to one file, in chain order: executor, interpreter, parameters. */
export function stepsOf(file: MigratedFile): readonly MigrationStep[] {
  return [...executorSteps(file), ...interpreterSteps(file), ...parameterSteps(file)]
}

function rangeOf({ metadata, path }: MigratedFile, name: FieldName): SourceRange {
  const value = metadata.fields.get(name)?.value
  return { path, start: value?.start ?? 0, end: value?.end ?? 0 }
}

/** Section 0: the executor with the same job; in a dialect without file names as IDs, the whole ID of an own file. */
function executorSteps(file: MigratedFile): readonly MigrationStep[] {
  const { from, to, space, metadata } = file
  const written = fieldValue(metadata, 'executor_id')
  if (typeof written !== 'string') return []
  const id = from.formOf(written)
  const at = rangeOf(file, 'executor_id')
  const own = findItem(from, id, placesFrom(from, space))
  // A copy of a primitive is not a primitive in the other dialect.
  if (own && !isSystem(own.place.space) && !primitiveOf(from.dialect, id)) {
    const whole = idOf(to, own.path, own.place)
    return whole === id ? [] : [executorStep(at, id, whole)]
  }
  const { name } = to.dialect
  const foreign = foreignId(to.dialect, id)
  if (foreign?.here === null) {
    const what = `${id} has no counterpart in ${name}. Choose another executor.`
    return [{ part: 'executor', at, what, edits: [] }]
  }
  return foreign ? [executorStep(at, id, foreign.here ?? id)] : []
}

function executorStep(at: SourceRange, before: string, after: string): MigrationStep {
  const edits = replaceText(at, after, '').flatMap(({ changes }) => changes.filter((change) => change.kind === 'edit'))
  return { part: 'executor', at, what: `${before} becomes ${after}.`, edits }
}

function interpreterSteps(file: MigratedFile): readonly MigrationStep[] {
  const { to, metadata, text } = file
  const node = nodeAt(metadata.fields.get('env_config')?.value, ['interpreter', 'type'])
  const type = node?.kind === 'scalar' && typeof node.value === 'string' ? node.value : undefined
  if (!node || type === undefined) return []
  const at = { path: file.path, start: node.start, end: node.end }
  const edit = interpreterEdit(metadata, text, to.dialect)
  if (edit) {
    const what = `The interpreter type ${type} becomes the type of ${to.dialect.name} that searches the same folders.`
    return [{ part: 'interpreter', at, what, edits: [edit] }]
  }
  if ([...to.dialect.interpreters].some((known) => known === type)) return []
  const what = `The interpreter type ${type} has no counterpart in ${to.dialect.name}. Choose another type.`
  return [{ part: 'interpreter', at, what, edits: [] }]
}

/** The way in which each dialect passes parameters to a tool, as part of a sentence. */
const passes = {
  merged: 'as JSON after --params',
  argv: 'as JSON after --params',
  stdin: 'as JSON on standard input',
} as const

/** R9.2: a runtime with its own arguments gets edits; a tool that reads its parameters gets a note. */
function parameterSteps(file: MigratedFile): readonly MigrationStep[] {
  const { from, to, metadata, text } = file
  const [before, after] = [passes[from.dialect.parameters], passes[to.dialect.parameters]]
  if (before === after) return []
  const at = rangeOf(file, 'config')
  const edits = parameterEdits(metadata, text)
  if (edits.length > 0) {
    const what = `The runtime passes parameters ${after}, not ${before}.`
    return [{ part: 'parameters', at, what, edits }]
  }
  const executor = fieldValue(metadata, 'executor_id')
  if (typeof executor !== 'string') return []
  if (!readsParameters(executor) && !ownRuntimeChanges(file, executor)) return []
  const whole = { path: file.path, start: 0, end: 0 }
  const what = `The tool receives its parameters ${after}, not ${before}. Change its code.`
  return [{ part: 'parameters', at: whole, what, edits: [] }, ...scriptStep(file, executor)]
}

/** Whether the executor is a runtime of the project that gets edits for its parameters. */
function ownRuntimeChanges({ from, space }: MigratedFile, executor: string): boolean {
  const own = findItem(from, from.formOf(executor), placesFrom(from, space))
  if (!own || isSystem(own.place.space)) return false
  const [metadata, text] = [from.metadata(own.path), from.file(own.path)?.text]
  if (!metadata || text === undefined) return false
  return parameterEdits(metadata, text).length > 0
}

/** The Node runtime of lillux runs the tool itself; the others run the file that the tool names. */
function scriptStep(file: MigratedFile, executor: string): readonly MigrationStep[] {
  const { to, path, metadata } = file
  const config = fieldValue(metadata, 'config')
  const names = isDict(config) && typeof config.get('script') === 'string' && executor.includes('node')
  if (!names || !to.dialect.formats.has('.mjs')) return []
  const what = `In ${to.dialect.name}, Node runs the tool itself. Move the metadata to the JavaScript file that config.script names.`
  return [{ part: 'parameters', at: { path, start: 0, end: 0 }, what, edits: [] }]
}
