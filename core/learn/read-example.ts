import { readDocument } from '../expect/read-document.ts'
import { readWorld } from '../expect/read-world.ts'
import type { Parts } from '../parts.ts'
import { Fields, type FieldProblem } from '../read/fields.ts'
import { dialectNames } from '../rules/dialect.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'
import { exampleSchema } from './schema.ts'

/** The start of an example without its files. */
export type Start = Omit<Snapshot, 'files' | 'lesson'>

/**
 * Reads the text of an `example.yaml`. If any problem is an error, `start` is null. The expected results are only checked
 * for their form, because tests read them. Accepts any text and never throws.
 */
export function readExample(
  path: string,
  text: string,
  parts: Parts,
): { readonly start: Start | null; readonly problems: readonly FieldProblem[] } {
  const root = readDocument(path, text, { name: 'example', start: 'title', limit: 'lessonLength' }, parts)
  if ('problems' in root) return { start: null, problems: root.problems }
  const problems: FieldProblem[] = []
  const fields = Fields.of(root.document, path, 'the example', exampleSchema, problems)
  const start = fields && startOf(fields)
  const isWhole = !problems.some(({ severity }) => severity === 'error')
  return { start: (isWhole && start) || null, problems }
}

function startOf(fields: Fields): Start | undefined {
  const dialect = fields.oneOf('dialect', dialectNames)
  const world = readWorld(fields)
  const expected = fields.child('expect')
  expected?.child('request')
  for (const { fields: other } of fields.members('also', (number) => `item ${number} of \`also\``))
    other.child('expect')?.child('request')
  return (
    dialect && {
      format: 1,
      name: fields.text('title'),
      dialect,
      search: fields.oneOf('search', ['scoped', 'global']) ?? 'scoped',
      dev_mode: fields.flag('dev_mode'),
      bundle: bundleOfDialect[dialect],
      item_id: fields.text('item_id'),
      parameters: fields.textIfAny('parameters') ?? '{}',
      ...(world && { world }),
    }
  )
}
