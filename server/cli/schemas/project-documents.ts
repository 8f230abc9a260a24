import * as v from 'valibot'
import { aspects, migrationParts, useKinds } from '#core/impact'
import { dialectNames } from '#core/rules'
import { protocolSchemas } from '#core/run'
import { expectations } from './expect-document.ts'
import { walks } from './graph-document.ts'

const { count, diagnostic, place, space } = protocolSchemas

const format = v.literal(1)
const path = v.string()

/** The first difference of an item. */
const cause = {
  aspect: v.picklist(aspects),
  what: v.string(),
  before: v.nullable(v.string()),
  after: v.nullable(v.string()),
}

/** The JSON documents about a whole project: its expectations, its history, and the effects of a change. */
export const projectDocuments = {
  bisect: {
    about: 'bisect --json: the commit that last changed a value of an item',
    schema: v.object({
      format,
      item_id: v.string(),
      pointer: v.nullable(v.string()),
      kind: v.picklist(['commit', 'uncommitted', 'first', 'limit']),
      commit: v.nullable(v.object({ id: v.string(), seconds: count, author: v.string(), subject: v.string() })),
      commits: count,
      before: v.nullable(v.string()),
      after: v.nullable(v.string()),
      cause: v.nullable(v.object(cause)),
      at: v.nullable(place),
    }),
  },
  expect: {
    about: 'expect --json: the expectations and the walk tests of a project',
    schema: v.object({ format, failed: count, expectations, walks }),
  },
  'expect-coverage': {
    about: 'expect --coverage --json: the rules that expectations cover, and the changes that none detects',
    schema: v.object({
      format,
      rules: v.array(v.object({ rule: v.string(), decided: count, mutants: count, noticed: count })),
      survivors: v.array(
        v.object({ rule: v.string(), what: v.string(), at: v.nullable(place), affected: count, item_id: v.string() }),
      ),
      mutants: count,
      noticed: count,
      untried: count,
    }),
  },
  'expect-write': {
    about: 'expect --write --json: the written expectation file',
    schema: v.object({ path, goals: count, done: v.picklist(['created', 'updated']) }),
  },
  impact: {
    about: 'impact --json: the items that a change affects, each with its first difference',
    schema: v.object({
      format,
      change: v.object({
        kind: v.picklist(['delete', 'rename', 'bump', 'change', 'drop', 'dialect', 'user', 'world']),
        item_id: v.exactOptional(v.string()),
        from: v.exactOptional(v.string()),
        to: v.exactOptional(v.string()),
        version: v.exactOptional(v.string()),
        path: v.exactOptional(path),
        space: v.exactOptional(v.picklist(['project', 'user', 'system'])),
        dialect: v.exactOptional(v.picklist(dialectNames)),
        user: v.exactOptional(v.nullable(v.string())),
        file: v.exactOptional(v.string()),
      }),
      items: v.object({ before: count, after: count }),
      affected: v.array(
        v.object({
          item_id: v.string(),
          path,
          space,
          change: v.picklist(['added', 'removed', 'changed']),
          ready: v.object({ before: v.nullable(v.boolean()), after: v.nullable(v.boolean()) }),
          aspects: v.array(v.picklist(aspects)),
          cause: v.nullable(v.object({ ...cause, at: v.nullable(place) })),
        }),
      ),
      unchecked: count,
    }),
  },
  migrate: {
    about: 'migrate --json: what changes for each tool in another dialect',
    schema: v.object({
      format,
      from: v.picklist(dialectNames),
      to: v.picklist(dialectNames),
      items: v.array(
        v.object({
          item_id: v.string(),
          path,
          ready: v.object({ before: v.boolean(), after: v.boolean() }),
          steps: v.array(
            v.object({
              part: v.picklist(migrationParts),
              what: v.string(),
              at: v.nullable(place),
              kind: v.picklist(['edit', 'by-hand']),
            }),
          ),
          problems: v.array(diagnostic),
        }),
      ),
      written: v.array(path),
      unsigned: v.array(path),
    }),
  },
  uses: {
    about: 'uses --json: the items that use an item, a file or a variable',
    schema: v.object({
      format,
      target: v.object({ kind: v.picklist(['item', 'file', 'variable']), name: v.string() }),
      users: v.array(
        v.object({
          item_id: v.string(),
          path,
          space,
          direct: v.boolean(),
          uses: v.array(v.object({ kind: v.picklist(useKinds), by: v.string(), at: v.nullable(place) })),
        }),
      ),
      unchecked: count,
    }),
  },
} as const
