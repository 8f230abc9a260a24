import { limits } from '../limits.ts'
import type { Located } from '../read/located.ts'
import { Fields, type FieldProblem } from '../expect/fields.ts'
import type { Route, Routes } from './lesson.ts'
import { readEdit } from './read-edit.ts'
import { editKeys, routesKeys } from './schema.ts'

/** A lesson's routes, from `routes.yaml` or a key in the lesson. */
export function readRoutes(
  path: string,
  node: Located,
): { readonly routes: Routes | null; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = []
  const fields = Fields.of(node, path, 'the routes', routesKeys, problems)
  return { routes: (fields && routesIn(fields)) ?? null, problems }
}

/** The routes that the fields of a mapping declare. */
export function routesIn(fields: Fields): Routes {
  return { passes: readList(fields, 'passes', 'valid solution'), fails: readList(fields, 'fails', 'near miss') }
}

function readList(fields: Fields, key: 'passes' | 'fails', called: string): readonly Route[] {
  const keys = routesKeys[key]?.keys ?? {}
  return fields.list(key, limits.lessonRoutes, false).flatMap((node, index) => {
    const route = fields.member(node, `${called} ${index + 1}`, keys)
    return route ? [readRoute(route, `${called} ${index + 1}`)] : []
  })
}

function readRoute(fields: Fields, within: string): Route {
  const edits = fields.list('edits', limits.lessonEntries, true).flatMap((node, index) => {
    const change = `change ${index + 1} of ${within}`
    const edit = fields.member(node, change, editKeys)
    return edit ? [readEdit(edit, change)] : []
  })
  return { about: fields.text('about'), edits, stops_at: fields.textIfAny('stops_at') }
}
