import {
  inputRequired,
  inputResponse,
  type CallToolResult,
  type InputRequiredResult,
  type McpServer,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { approvalSeconds, type Approvals, type QuestionState } from './approvals.ts'
import { canAsk } from './client.ts'
import type { Facts } from './fence.ts'
import type { Workplace } from './workplace.ts'

/** A request for the user's approval of an action. */
interface Question {
  /** The requested action on one line, written by the server. */
  readonly title: string
  /** The known effects of the action, one per line. */
  readonly shown: readonly string[]
  /** The digest of everything that the approval covers. */
  readonly digest: string
  /** Whether the run has further effects that are unknown in advance; the user can allow those, too. */
  readonly fillsIn: boolean
}

/** The action of a tool after approval, and the answers without an approval. */
interface Answers {
  /** The action. `mayFillIn` also allows effects that are unknown in advance. */
  readonly approved: (mayFillIn: boolean) => CallToolResult | Promise<CallToolResult>
  /** The answer that nothing was done, with further facts. */
  readonly notDone: (because: string, facts: Facts) => CallToolResult
  /** The answer if the client cannot ask the user, or if the question is too long. */
  readonly withoutPerson: { readonly because: string; readonly facts: Facts }
}

/** Maximum number of characters in a question; users do not read longer questions. */
const questionCharacters = 20_000

/**
 * Ask the user, and do the action only after approval. The answer must belong to a question of this server, can be used
 * once, and is valid only for an action with the same digest. The arguments of the model never count as an answer.
 */
export async function ifApproved(
  question: Question,
  { approvals }: Pick<Workplace, 'approvals'>,
  context: ServerContext,
  server: McpServer,
  { approved, notDone, withoutPerson }: Answers,
): Promise<CallToolResult | InputRequiredResult> {
  const no = (because: string): CallToolResult => notDone(because, {})
  // The codec verified this state before the tool was called.
  const state = context.mcpReq.requestState<QuestionState>()
  if (state === undefined) {
    const request = canAsk(server, context) ? await requestApproval(question, approvals) : undefined
    return request ?? notDone(withoutPerson.because, withoutPerson.facts)
  }
  const worth = approvals.take(state, question.digest)
  if (worth === 'unknown')
    return no('This approval was already used, or newer requests replaced it. Call again without the approval.')
  if (worth === 'differs')
    return no('The effect of this call differs from the approved effect. Call again without the old approval.')
  const answer = inputResponse(context.mcpReq.inputResponses, 'approval')
  if (answer.kind !== 'elicit' || answer.action === 'cancel')
    return no('The user closed the form without an answer. Ask the user whether to call again.')
  const content = answer.action === 'accept' ? answer.content : undefined
  if (content?.['approve'] !== true) return no('The user refused. Do not request the same action again.')
  return approved(question.fillsIn && content['fill_in'] === true)
}

/** The request for a form; undefined if the question is too long for a user to read. */
async function requestApproval(question: Question, approvals: Approvals): Promise<InputRequiredResult | undefined> {
  const { title, shown, digest, fillsIn } = question
  const message = [
    title,
    ...shown,
    `Your approval applies once, to exactly this action with the current files, and expires after ${approvalSeconds / 60} minutes.`,
  ].join('\n')
  if (message.length > questionCharacters) return undefined
  const approval = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve', default: false },
        ...(fillsIn
          ? {
              fill_in: {
                type: 'boolean',
                title: 'Also run commands whose values are only known during the walk',
                default: false,
              },
            }
          : {}),
      },
      required: ['approve'],
    },
  })
  const requestState = await approvals.ask(digest)
  return inputRequired({ inputRequests: { approval }, requestState })
}
