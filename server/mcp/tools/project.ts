import type { McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { counted } from '#core/text'
import { pageResult } from '../answer.ts'
import type { Workplace } from '../workplace.ts'
import { findingFacts, worstFirst } from './findings.ts'
import { cursor, input, projectPath, reads } from './input.ts'

/** Adds the tools for a project's contents and all its findings. */
export function addProject(server: McpServer, workplace: Workplace): void {
  const { kept, projects, roots } = workplace
  server.registerTool(
    'search',
    {
      title: 'Search items',
      description:
        'Use when you do not know the item ID: finds items whose ID or description contains all words. To read a file, use resources.',
      inputSchema: input({
        query: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.description('Words to find. Default: all items'))),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ query = '', project_path, cursor: from }) =>
      workplace.answer(() => {
        const words = query.split(/\s+/).filter((word) => word !== '')
        const rows = projects.search(roots.project(project_path), words).map((item) => ({ ...item }))
        const headline = rows.length === 0 ? 'No item has all of these words.' : `${counted(rows.length, 'item')}.`
        return pageResult(
          { headline, facts: { total: rows.length }, failed: false, rows, name: 'items', cursor: from },
          kept,
        )
      }),
  )
  server.registerTool(
    'check',
    {
      title: 'Check a project',
      description:
        'Use to list the problems of all items after file changes. For one call with its parameters, use validate.',
      inputSchema: input({
        item: v.optional(v.pipe(v.string(), v.description('Glob of item IDs, such as demo/*'))),
        strict: v.optional(v.pipe(v.boolean(), v.description('Require valid signatures'))),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ item, strict = false, project_path, cursor: from }) =>
      workplace.answer(() => {
        const { problems, ...counts } = projects.check(roots.project(project_path), item || undefined, strict)
        const rows = worstFirst(problems, ({ entry }) => entry).map(({ entry, items }) => ({
          ...findingFacts(entry),
          items: items.slice(0, 5),
        }))
        const { items, errors, warnings, failed_walks } = counts
        const numbers = [
          counted(items, 'item'),
          counted(errors, 'error'),
          counted(warnings, 'warning'),
          counted(failed_walks, 'failed walk'),
        ]
        const headline = `${numbers.join(', ')}.`
        const failed = errors + failed_walks > 0
        return pageResult({ headline, facts: { ...counts }, failed, rows, name: 'problems', cursor: from }, kept)
      }),
  )
}
