import { parseSnapshot } from '../workspace/snapshot/snapshot-parser.ts'
import { describeSnapshotProblem } from '../workspace/snapshot/snapshot-problem.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import type { FieldSchema } from '../read/field-schema.ts'
import type { Fields } from '../read/fields.ts'
import { isObject } from '../read/value/object.ts'

/** The `world` of a lesson edit, an expectation or an example. */
export const worldField: FieldSchema = {
  about: 'the values from outside the files, in the format of a snapshot',
  type: 'mapping',
}

/**
 * The `world` of a lesson edit, an expectation or an example; undefined if it is absent or not valid. Drafts have the
 * same format, and share its parser.
 */
export function readWorld(fields: Fields): Snapshot['world'] {
  const world = fields.json('world')
  if (!isObject(world)) return undefined
  const parsed = parseSnapshot({ ...emptyDraft, world })
  if (parsed.kind === 'snapshot') return parsed.snapshot.world
  fields.complain(
    'not-allowed',
    describeSnapshotProblem(parsed.problem),
    'Write `world` in the snapshot format.',
    'world',
  )
  return undefined
}

const emptyDraft: Snapshot = {
  format: 1,
  name: '',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: '', version: '' },
  item_id: '',
  parameters: '{}',
  files: {},
}
