import type { CallToolResult, InputRequiredResult, McpServer, ServerContext } from '@modelcontextprotocol/server'
import * as v from 'valibot'
import { visible } from '#core/text'
import { resultOf, type Answer } from '../answer.ts'
import { ifApproved } from '../consent.ts'
import { readyLink, type ReadyLink } from '../ready-link.ts'
import type { KeptAnswers } from '../kept-answers.ts'
import type { Workplace } from '../workplace.ts'
import { input, itemId, parameters, parametersText, projectPath, reads, type Parameters } from './input.ts'

interface Call {
  readonly item_id: string
  readonly parameters?: Parameters | undefined
  readonly project_path?: string | undefined
  readonly allow?: readonly string[] | undefined
}

/**
 * Adds the tool that creates a link to a project. An agent can read the link's contents, so secrets in it require the
 * user's approval.
 */
export function addShare(server: McpServer, workplace: Workplace): void {
  server.registerTool(
    'share',
    {
      title: 'Make a link',
      description:
        'Use to show the project in the playground: makes a link that contains its files. Does not upload data.',
      inputSchema: input({
        item_id: itemId,
        parameters,
        project_path: projectPath,
        allow: v.optional(
          v.pipe(v.array(v.string()), v.description('Names of listed secrets to include; requires approval')),
        ),
      }),
      annotations: reads,
    },
    (call, context) => workplace.answer(() => share(call, context, server, workplace)),
  )
}

async function share(
  { item_id, parameters: given, project_path, allow = [] }: Call,
  context: ServerContext,
  server: McpServer,
  workplace: Workplace,
): Promise<CallToolResult | InputRequiredResult> {
  const { projects, roots, kept } = workplace
  const project = roots.project(project_path)
  // The server serves the page at any address, and the guard has checked the host name of the request.
  const page = context.http?.req && new URL('/', context.http.req.url).href
  const ready = readyLink(project, { item_id, parameters: parametersText(given), allow, page }, projects.settings)
  if (ready.consent === null) return resultOf(linkAnswer(ready, kept), kept)
  const { digest, shown, commandLine } = ready.consent
  const question = { title: visible(`An agent wants a link to ${project}:`), shown, digest, fillsIn: false }
  return ifApproved(question, workplace, context, server, {
    approved: () => resultOf(linkAnswer(ready, kept), kept),
    notDone: (headline, facts) => resultOf({ headline, facts, failed: true }, kept),
    withoutPerson: {
      because:
        "A link with secrets requires the user's approval, which this call cannot request. Show the user the command line.",
      facts: { run_by_a_person: commandLine },
    },
  })
}

/**
 * Maximum number of characters of a link in an answer. The answer contains the link twice. A longer link is read in
 * pages, because a truncated link would be useless.
 */
const mostOfLink = 2_000

function linkAnswer({ link, facts }: ReadyLink, kept: KeptAnswers): Answer {
  const fits = link.length <= mostOfLink
  const where = fits ? '' : ' The link is too long for one answer: read all pages of link_at and join them.'
  const leftOut = 'left_out' in facts ? ' The link does not contain spaces outside the roots.' : ''
  return {
    headline: `A link with ${link.length} characters.${where}${leftOut}`,
    facts: { ...(fits ? { link } : { link_at: kept.keep(link) }), ...facts },
    failed: false,
    aside: Object.keys(facts),
  }
}
