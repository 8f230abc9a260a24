import { limits } from '../limits.ts'
import type { Located } from '../read/located.ts'
import { isDialectName, dialectNames } from '../rules/dialect.ts'
import { pathProblem } from '../workspace/snapshot/snapshot-path.ts'
import type { Fields } from '../expect/fields.ts'
import { readWorld } from '../expect/read-world.ts'
import type { Edit, FileEdit } from './edit.ts'
import { editKeys } from './schema.ts'

/** The edit that the fields of a mapping declare. */
export function readEdit(fields: Fields, within: string): Edit {
  const files = fields.list('files', limits.lessonEntries, false).flatMap((node, index) => {
    const edit = readFileEdit(fields, node, `change ${index + 1} of ${within}`)
    return edit ? [edit] : []
  })
  const search = fields.oneOf('search', ['scoped', 'global'])
  const dialect = fields.oneOf('dialect', dialectNames)
  const item_id = fields.textIfAny('item_id')
  const parameters = fields.textIfAny('parameters')
  const world = readWorld(fields)
  return {
    files,
    ...(item_id !== null && { item_id }),
    ...(parameters !== null && { parameters }),
    ...(search && { search }),
    ...(dialect && isDialectName(dialect) && { dialect }),
    ...(fields.has('dev_mode') && { dev_mode: fields.flag('dev_mode') }),
    ...(world && { world }),
  }
}

function readFileEdit(owner: Fields, node: Located, within: string): FileEdit | undefined {
  const fields = owner.member(node, within, editKeys['files']?.keys ?? {})
  if (!fields) return undefined
  const path = fields.text('path')
  complainOfPath(fields, path, 'path')
  if (fields.flag('remove')) return { kind: 'remove', path }
  if (fields.has('to')) {
    const to = fields.text('to')
    complainOfPath(fields, to, 'to')
    return { kind: 'move', path, to }
  }
  if (fields.has('find')) {
    const find = fields.text('find')
    if (find === '')
      fields.complain('not-allowed', `\`find\` of ${within} is empty.`, 'Write the text to replace.', 'find')
    return { kind: 'replace', path, find, put: fields.text('put') }
  }
  return { kind: 'write', path, text: fields.text('text') }
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
