import { isDialectName, dialectNames } from '../rules/dialect.ts'
import { pathProblem } from '../workspace/snapshot/snapshot-path.ts'
import type { Fields } from '../read/fields.ts'
import { readWorld } from '../expect/read-world.ts'
import type { Edit, FileEdit } from './edit.ts'

/** The edit that the fields of a mapping declare. */
export function readEdit(fields: Fields, within: string): Edit {
  const item_id = fields.textIfAny('item_id')
  const parameters = fields.textIfAny('parameters')
  const search = fields.oneOf('search', ['scoped', 'global'])
  const dialect = fields.oneOf('dialect', dialectNames)
  const world = readWorld(fields)
  return {
    files: fields
      .members('files', (number) => `change ${number} of ${within}`)
      .flatMap(({ fields: change }) => readFileEdit(change) ?? []),
    ...(item_id !== null && { item_id }),
    ...(parameters !== null && { parameters }),
    ...(search && { search }),
    ...(dialect && isDialectName(dialect) && { dialect }),
    ...(fields.has('dev_mode') && { dev_mode: fields.flag('dev_mode') }),
    ...(world && { world }),
  }
}

function readFileEdit(fields: Fields): FileEdit | undefined {
  const path = fields.text('path')
  complainOfPath(fields, path, 'path')
  const [form] = fields.forms
  switch (form) {
    case 'remove':
      return { kind: 'remove', path }
    case 'to': {
      const to = fields.text('to')
      complainOfPath(fields, to, 'to')
      return { kind: 'move', path, to }
    }
    case 'find':
      return { kind: 'replace', path, find: fields.text('find'), put: fields.text('put') }
    case 'text':
      return { kind: 'write', path, text: fields.text('text') }
    default:
      return undefined
  }
}

function complainOfPath(fields: Fields, path: string, key: string): void {
  if (pathProblem(path) !== undefined)
    fields.complain(
      'not-allowed',
      `${path} is not a valid path in a draft.`,
      'Write a path such as /project/.ai/tools/hello.py. It must start with /project or /user.',
      key,
    )
}
