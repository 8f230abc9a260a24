import type { McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { counted } from '#core'
import { pageResult, resultOf, type Answer } from '../answer.ts'
import type { Facts } from '../fence.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { Workplace } from '../workplace.ts'
import { findingFacts, worstFirst } from './findings.ts'
import { cursor, input, itemId, parameters, parametersText, projectPath, reads } from './input.ts'

/** What there is in a project, how all of it stands, and a link that holds it. */
export function addProject(server: McpServer, workplace: Workplace): void {
  const { kept, desk, roots } = workplace
  server.registerTool(
    'search',
    {
      title: 'Search items',
      description:
        'Use when you do not know the item id: items whose id or description has all words. To read one, use resources.',
      inputSchema: input({
        query: v.optional(v.pipe(v.string(), v.maxLength(1_000), v.description('Words. None: all items'))),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ query = '', project_path, cursor: from }) =>
      workplace.answer(() => {
        const words = query.split(/\s+/).filter((word) => word !== '')
        const rows = desk.search(roots.project(project_path), words).map((item) => ({ ...item }))
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
        'Use when you changed files: findings on all items at once. For one call with its parameters, use validate.',
      inputSchema: input({
        item: v.optional(v.pipe(v.string(), v.description('Only ids of this glob: demo/*'))),
        strict: v.optional(v.pipe(v.boolean(), v.description('Signatures must verify'))),
        project_path: projectPath,
        cursor,
      }),
      annotations: reads,
    },
    ({ item, strict = false, project_path, cursor: from }) =>
      workplace.answer(() => {
        const { problems, ...counts } = desk.check(roots.project(project_path), item || undefined, strict)
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
  server.registerTool(
    'share',
    {
      title: 'Make a link',
      description:
        'Use when a person shall see the project in the playground: a link that holds its files. Nothing is sent anywhere.',
      inputSchema: input({
        item_id: itemId,
        parameters,
        project_path: projectPath,
        allow: v.optional(v.pipe(v.array(v.string()), v.description('Names listed as secrets that are none'))),
      }),
      annotations: reads,
    },
    ({ item_id, parameters: given, project_path, allow = [] }, { http }) =>
      workplace.answer(async () => {
        const project = roots.project(project_path)
        // A server has the page, wherever it listens; the guard has looked at the name it was reached by.
        const page = http?.req && new URL('/', http.req.url).href
        const facts = await desk.share(project, { item_id, parameters: parametersText(given), allow, page })
        return resultOf(linkAnswer(facts, kept), kept)
      }),
  )
}

/** Characters of a link that an answer holds, twice; a part of a link is none. */
const mostOfLink = 2_000

function linkAnswer({ link, ...rest }: Facts & { readonly link: string }, kept: KeptAnswers): Answer {
  const fits = link.length <= mostOfLink
  const where = fits ? '' : ' It does not fit: the pages of link_at, joined, are the link.'
  return {
    headline: `A link of ${link.length} characters.${where}`,
    facts: { ...(fits ? { link } : { link_at: kept.keep(link) }), ...rest },
    failed: false,
    aside: Object.keys(rest),
  }
}
