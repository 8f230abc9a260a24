import type { McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import type { PlacedRange } from '#core/answer'
import { listed } from '#core/diagnostics'
import type { AffectedItem, Hypothesis, MigratedItem, Migration, User } from '#core/impact'
import { dialectNames } from '#core/rules'
import { counted } from '#core/text'
import { posix } from 'node:path'
import type { OtherWorld } from '../../project/impact.ts'
import { withProjectPaths } from '../../project/own-paths.ts'
import { ReportedError } from '../../project/reported-error.ts'
import { pageResult } from '../answer.ts'
import { named, type Facts } from '../fence.ts'
import type { Roots } from '../roots.ts'
import type { Workplace } from '../workplace.ts'
import { cursor, input, projectPath, reads } from './input.ts'

const changes = ['delete', 'rename', 'bump', 'file', 'drop', 'dialect', 'migrate', 'user', 'variable'] as const

const about = <Schema extends v.GenericSchema>(schema: Schema, text: string) => v.pipe(schema, v.description(text))

/** Adds the tools for questions about a whole project: the items that use a target, and the effects of a change. */
export function addImpact(server: McpServer, workplace: Workplace): void {
  const { kept, projects, roots } = workplace
  server.registerTool(
    'uses',
    {
      title: 'Find items that use a target',
      description: 'Use to list the items that use an item, file or variable before you change it.',
      inputSchema: input({
        target: about(v.string(), 'Item ID, workspace path or $NAME'),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ target, project_path, cursor: from }) =>
      workplace.answer(() => {
        const { users, unchecked } = projects.uses(roots.project(project_path), target)
        const headline = `${counted(users.length, 'item uses', 'items use')} ${named(target, 'the target')}.`
        const facts = { total: users.length, unchecked }
        return pageResult(
          { headline, facts, failed: false, rows: users.map(userFacts), name: 'users', cursor: from },
          kept,
        )
      }),
  )
  server.registerTool(
    'impact',
    {
      title: 'Preview a change',
      description: 'Use to preview a change: lists each item with a different chain, verdict or value. Writes nothing.',
      inputSchema: input({
        change: v.picklist(changes),
        item_id: v.optional(about(v.string(), 'For delete, rename, bump; for file: its workspace path')),
        value: v.optional(about(v.string(), 'New ID, version or text; space, dialect, user folder or NAME=VALUE')),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ change, item_id, value, project_path, cursor: from }) =>
      workplace.answer(() => {
        const project = roots.project(project_path)
        if (change === 'migrate') {
          const to = oneOf(change, value, dialectNames)
          return pageResult({ ...migrationPage(projects.migrate(project, to)), cursor: from }, kept)
        }
        const asked = changeOf(change, item_id || undefined, value, roots)
        const { affected, unchecked } = projects.impact(project, asked)
        const broken = affected.filter(({ ready }) => ready.before === true && ready.after === false).length
        const headline = `${counted(affected.length, 'item')} affected, ${broken} can no longer run.`
        const facts = { total: affected.length, broken, unchecked }
        return pageResult(
          { headline, facts, failed: false, rows: affected.map(affectedFacts), name: 'affected', cursor: from },
          kept,
        )
      }),
  )
}

/** The change of a call. @throws ReportedError for a missing or invalid argument. */
function changeOf(
  kind: Exclude<(typeof changes)[number], 'migrate'>,
  item_id: string | undefined,
  value: string | undefined,
  roots: Roots,
): Hypothesis | OtherWorld {
  const invalid = (wanted: string): ReportedError => new ReportedError('usage', `${kind} requires ${wanted}.`)
  switch (kind) {
    case 'drop':
      return { kind, space: oneOf(kind, value, ['project', 'user', 'system']) }
    case 'dialect':
      return { kind, dialect: oneOf(kind, value, dialectNames) }
    case 'user':
      if (!value) throw invalid('value: a folder, or none')
      return { kind, user: value === 'none' ? null : roots.folder(value, 'value') }
    case 'variable':
      // Without a value, the variable would have its value on this machine.
      if (value?.includes('=') !== true) throw invalid('value: NAME=VALUE')
      return { kind, variable: value }
    case 'file':
      if (item_id === undefined || !/^\/(?:project|user)\/./.test(item_id) || posix.normalize(item_id) !== item_id)
        throw invalid('item_id: a workspace path in /project or /user')
      if (value === undefined) throw invalid('value: the new text')
      return { kind: 'files', texts: { [item_id]: value } }
    default:
      return itemChange(kind, item_id, value || undefined)
  }
}

function oneOf<Name extends string>(kind: string, value: string | undefined, names: readonly Name[]): Name {
  const found = names.find((name) => name === value)
  if (found !== undefined) return found
  throw new ReportedError('usage', `${kind} requires value: ${listed(names, 'or')}.`)
}

/** The edits per tool for a newer dialect, and the changes that remain for the author. */
function migrationPage({ to, items, edits }: Migration): Omit<Parameters<typeof pageResult>[0], 'cursor'> {
  const runs = items.filter(({ ready }) => ready.after).length
  const rows = items.filter(({ steps, problems }) => steps.length + problems.length > 0).map(migratedFacts)
  const headline = `${counted(edits.length, 'edit')}, then ${runs} of ${counted(items.length, 'tool')} can run in ${to}.`
  return { headline, facts: { total: rows.length, edits: edits.length }, failed: false, rows, name: 'items' }
}

function migratedFacts({ item_id, steps, ready, problems }: MigratedItem): Facts {
  return {
    item_id,
    ready: ready.after,
    steps: steps.map(({ kind, what, at }) => ({ kind, what, ...placeOf(at) })),
    problems: problems.map(({ code, message, at }) => ({ code, message: withProjectPaths(message), ...placeOf(at) })),
  }
}

function itemChange(
  kind: 'delete' | 'rename' | 'bump',
  item_id: string | undefined,
  value: string | undefined,
): Hypothesis {
  if (item_id === undefined) throw new ReportedError('usage', `${kind} requires item_id.`)
  if (kind === 'delete') return { kind, item_id }
  if (value === undefined)
    throw new ReportedError('usage', `${kind} requires value: the new ${kind === 'rename' ? 'ID' : 'version'}.`)
  return kind === 'rename' ? { kind, from: item_id, to: value } : { kind: 'bump', item_id, version: value }
}

function placeOf(at: PlacedRange | null): Facts {
  return at === null ? {} : { at: `${at.path}:${at.from.line}:${at.from.column}` }
}

function userFacts({ item_id, space, direct, uses }: User): Facts {
  return { item_id, space, direct, uses: uses.map(({ kind, by, at }) => ({ kind, by, ...placeOf(at) })) }
}

function affectedFacts({ item_id, space, change, ready, aspects, cause }: AffectedItem): Facts {
  if (!cause) return { item_id, space, change }
  const { what, before, after, at } = cause
  return { item_id, space, change, ready: ready.after, aspects, what, before, after, ...placeOf(at) }
}
