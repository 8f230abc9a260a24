import {
  inputRequired,
  inputResponse,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { approvalSeconds, type Approvals, type QuestionState } from './approvals.ts'

/** A question to the user. */
export interface Question {
  /** The requested action on one line, written by the server. */
  readonly title: string
  /** All effects of the action. */
  readonly shown: readonly string[]
  /** The digest of all shown effects. */
  readonly digest: string
  /** Whether the run has further effects that are unknown in advance; the user can allow those, too. */
  readonly fillsIn: boolean
}

/** The result of a question. */
export type Decision =
  | { readonly kind: 'yes'; readonly mayFillIn: boolean }
  | { readonly kind: 'no'; readonly because: string }
  /** The client must ask the user and call again. */
  | { readonly kind: 'requested'; readonly result: InputRequiredResult }
  /** The client cannot ask the user. */
  | { readonly kind: 'no-person' }

/** Maximum number of characters in a question; users do not read longer questions. */
const questionCharacters = 20_000

/**
 * The user's answer to a question. The answer must belong to a question of this server, can be used once, and is valid
 * only for the shown text. The arguments of the model never count as an answer.
 */
export async function decisionOn(
  question: Question,
  approvals: Approvals,
  context: ServerContext,
  canAsk: boolean,
): Promise<Decision> {
  // The codec verified this state before the tool was called.
  const state = context.mcpReq.requestState<QuestionState>()
  if (state === undefined) return canAsk ? requestApproval(question, approvals) : { kind: 'no-person' }
  const worth = approvals.take(state, question.digest)
  if (worth === 'unknown')
    return no('This approval was already used, or is not from this server. Call again without the approval.')
  if (worth === 'differs')
    return no('The effect of this call differs from what the user approved. Call again without the old approval.')
  const answer = inputResponse(context.mcpReq.inputResponses, 'approval')
  if (answer.kind !== 'elicit' || answer.action === 'cancel')
    return no('The user closed the form without an answer. Ask the user whether to call again.')
  const content = answer.action === 'accept' ? answer.content : undefined
  if (content?.['approve'] !== true) return no('The user refused. Do not request the same action again.')
  return { kind: 'yes', mayFillIn: question.fillsIn && content['fill_in'] === true }
}

function no(because: string): Decision {
  return { kind: 'no', because }
}

async function requestApproval(question: Question, approvals: Approvals): Promise<Decision> {
  const { title, shown, digest, fillsIn } = question
  const message = [
    title,
    ...shown,
    `Your approval applies once, to exactly this action with the current files, and expires after ${approvalSeconds / 60} minutes.`,
  ].join('\n')
  if (message.length > questionCharacters) return { kind: 'no-person' }
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
  return { kind: 'requested', result: inputRequired({ inputRequests: { approval }, requestState }) }
}
