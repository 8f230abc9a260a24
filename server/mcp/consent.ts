import {
  acceptedContent,
  inputRequired,
  type InputRequiredResult,
  type ServerContext,
} from '@modelcontextprotocol/server'
import { approvalSeconds, type Approvals, type AskedState } from './approvals.ts'

/** What a person is asked. */
export interface Question {
  /** What is wanted, in one line of ours. */
  readonly title: string
  /** Everything that will happen. */
  readonly shown: readonly string[]
  /** Covers all of it. */
  readonly digest: string
  /** Whether more will happen than can be shown, which a person may allow as well. */
  readonly fillsIn: boolean
}

/** What came of a question. */
export type Word =
  | { readonly kind: 'yes'; readonly mayFillIn: boolean }
  | { readonly kind: 'no'; readonly because: string }
  /** The client has to ask its person and call again. */
  | { readonly kind: 'asked'; readonly result: InputRequiredResult }
  /** The client cannot ask a person. */
  | { readonly kind: 'no-person' }

/** Characters of a question; a longer one is none that a person would read. */
const questionCharacters = 20_000

/**
 * A person's answer to a question. Only an answer to a question of ours counts, once, and for exactly what was shown: what the model
 * says in its arguments counts for nothing.
 */
export async function wordOn(
  question: Question,
  approvals: Approvals,
  context: ServerContext,
  canAsk: boolean,
): Promise<Word> {
  // The codec has verified it before the tool was called.
  const state = context.mcpReq.requestState<AskedState>()
  if (state === undefined) return canAsk ? asked(question, approvals) : { kind: 'no-person' }
  const worth = approvals.take(state, question.digest)
  if (worth === 'unknown')
    return no('This approval was used already, or is not from this server. Call again without it.')
  if (worth === 'differs')
    return no('The effect of this call differs from what the person approved. Call again without the old approval.')
  const answer = acceptedContent(context.mcpReq.inputResponses, 'approval')
  if (answer?.['approve'] !== true) return no('The person refused. Do not ask again for the same.')
  return { kind: 'yes', mayFillIn: question.fillsIn && answer['fill_in'] === true }
}

function no(because: string): Word {
  return { kind: 'no', because }
}

async function asked(question: Question, approvals: Approvals): Promise<Word> {
  const { title, shown, digest, fillsIn } = question
  const message = [
    title,
    ...shown,
    `Your approval applies to exactly this, with the current files, once, for ${approvalSeconds / 60} minutes.`,
  ].join('\n')
  if (message.length > questionCharacters) return { kind: 'no-person' }
  const approval = inputRequired.elicit({
    message,
    requestedSchema: {
      type: 'object',
      properties: {
        approve: { type: 'boolean', title: 'Approve', default: false },
        ...(fillsIn
          ? { fill_in: { type: 'boolean', title: 'Also run commands that the walk fills in later', default: false } }
          : {}),
      },
      required: ['approve'],
    },
  })
  const requestState = await approvals.ask(digest)
  return { kind: 'asked', result: inputRequired({ inputRequests: { approval }, requestState }) }
}
