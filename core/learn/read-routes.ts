import type { Located } from '../read/located.ts'
import { Fields, type FieldProblem } from '../read/fields.ts'
import type { Route, Routes } from './lesson.ts'
import { readEdit } from './read-edit.ts'
import { routesSchema } from './schema.ts'

/** A lesson's routes, from `routes.yaml` or a key in the lesson. */
export function readRoutes(
  path: string,
  node: Located,
): { readonly routes: Routes | null; readonly problems: readonly FieldProblem[] } {
  const problems: FieldProblem[] = []
  const fields = Fields.of(node, path, 'the routes', routesSchema, problems)
  return { routes: (fields && routesIn(fields)) ?? null, problems }
}

/** The routes that the fields of a mapping declare. */
export function routesIn(fields: Fields): Routes {
  return { passes: readList(fields, 'passes', 'valid solution'), fails: readList(fields, 'fails', 'near miss') }
}

function readList(fields: Fields, key: 'passes' | 'fails', called: string): readonly Route[] {
  return fields
    .members(key, (number) => `${called} ${number}`)
    .map(({ fields: route, within }) => {
      const edits = route
        .members('edits', (number) => `change ${number} of ${within}`)
        .map((change) => readEdit(change.fields, change.within))
      return { about: route.text('about'), edits, stops_at: route.textIfAny('stops_at') }
    })
}
