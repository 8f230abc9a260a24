import {
  ProtocolError,
  ProtocolErrorCode,
  type CompleteRequestParams,
  type McpServer,
} from '@modelcontextprotocol/server'
import { newToolKinds } from '#core/write'
import { manualPages } from '../project/manual-pages.ts'
import { ReportedError } from '../project/reported-error.ts'
import { filesOf } from './project-files.ts'
import { promptNames } from './prompts.ts'
import { lessonSlugs, templates } from './resources.ts'
import { pathFrom } from './tools/input.ts'
import type { Workplace } from './workplace.ts'

/** The protocol's limit for the values of one completion. */
const mostValues = 100

/**
 * Completes the arguments of prompts and resource addresses: item IDs, projects, languages, files, rules and lessons.
 */
export function addCompletions(server: McpServer, workplace: Workplace): void {
  server.server.setRequestHandler('completion/complete', ({ params }) => {
    const { ref, argument } = params
    const isKnown = ref.type === 'ref/prompt' ? promptNames.includes(ref.name) : templates.includes(ref.uri)
    if (!isKnown)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidParams,
        'Unknown prompt or resource template. List the prompts or the resource templates first.',
      )
    const typed = argument.value.toLowerCase()
    const fitting = candidates(params, workplace).filter((value) => value.toLowerCase().includes(typed))
    const starts = (value: string): number => (value.toLowerCase().startsWith(typed) ? 0 : 1)
    const values = fitting.sort((a, b) => starts(a) - starts(b)).slice(0, mostValues)
    return { completion: { values, total: fitting.length, hasMore: fitting.length > values.length } }
  })
}

/** All values of an argument. A project that cannot be read has none. */
function candidates({ argument, context }: CompleteRequestParams, { projects, roots }: Workplace): string[] {
  switch (argument.name) {
    case 'item_id': {
      const named = context?.arguments?.['project_path']
      return ifReadable(() => {
        const project = roots.project(named === undefined ? undefined : pathFrom(named))
        return projects.search(project, []).map(({ item_id }) => item_id)
      })
    }
    case 'project_path':
      return [...roots.folders]
    case 'language':
      return [...newToolKinds]
    case 'path':
      return [...filesOf(roots.folders[0])]
    case 'name':
      return manualPages().map(({ name }) => name)
    case 'slug':
      return [...lessonSlugs()]
    default:
      return []
  }
}

function ifReadable(list: () => string[]): string[] {
  try {
    return list()
  } catch (error) {
    if (!(error instanceof ReportedError)) throw error
    return []
  }
}
