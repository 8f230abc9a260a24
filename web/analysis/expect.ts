import { analyze } from '#core/answer'
import {
  addGoals,
  checkGoal,
  coverageOf,
  expectedCall,
  Expectations,
  goalInWords,
  isSameCall,
  pinnedGoals,
  suggestGoals,
  type CheckedExpectation,
  type ExpectationCoverage,
  type ExpectationEdit,
  type GoalAssertion,
  type ResultsOf,
} from '#core/expect'
import type { Snapshot, Workspace } from '#core/workspace'

/** The workspace and the request of the last analysis. */
interface Asked {
  readonly workspace: Workspace
  readonly item_id: string
  readonly parameters: string
}

/** The results of the draft's last runs, which goals about a run refer to. */
type Results = ReturnType<ResultsOf>

/** Questions about the expectations of the draft: their state, or the file with more goals. */
export type ExpectQuery =
  | {
      readonly kind: 'expectations'
      /** Only the expectations of the analyzed item, and no suggestions. */
      readonly brief: boolean
      readonly world: Snapshot['world']
      readonly results: Results
    }
  | { readonly kind: 'coverage' }
  | {
      readonly kind: 'expect'
      /** Goals to add, the pointer of a value to pin, or null to pin the whole current answer. */
      readonly wanted: readonly GoalAssertion[] | string | null
      readonly world: Snapshot['world']
    }

/** The draft's expectations, and goals that pass now. */
export interface DraftExpectations {
  readonly tests: readonly CheckedExpectation[]
  readonly offers: readonly { readonly goal: GoalAssertion; readonly words: string }[]
}

export type ExpectAnswer =
  | { readonly kind: 'coverage'; readonly found: ExpectationCoverage | undefined }
  | ({ readonly kind: 'expectations' } & DraftExpectations)
  | { readonly kind: 'expect'; readonly edit: ExpectationEdit }

/** Answers a question about the expectations of the draft. */
export function answerExpect(asked: Asked | undefined, query: ExpectQuery): ExpectAnswer {
  if (query.kind === 'coverage') return { kind: 'coverage', found: asked && coverageOf(asked.workspace) }
  if (query.kind === 'expectations') return { kind: 'expectations', ...(asked ? found(asked, query) : none) }
  return {
    kind: 'expect',
    edit: asked ? edit(asked, query) : { problem: 'No draft is open yet. Try again when the chain is shown.' },
  }
}

const none: DraftExpectations = { tests: [], offers: [] }

function found(
  { workspace, item_id, parameters }: Asked,
  { brief, world, results }: Extract<ExpectQuery, { kind: 'expectations' }>,
): DraftExpectations {
  const analysis = analyze(workspace, { item_id, parameters })
  const call = expectedCall({ item_id, parameters, world }, analysis)
  const resultsOf: ResultsOf = (one) => (call && isSameCall(one, call) ? results : {})
  const { tests } = new Expectations(workspace).check((id) => !brief || id === item_id, resultsOf)
  if (brief) return { tests: tests.filter((one) => one.item_id !== null), offers: [] }
  const evidence = { analysis, ...results }
  const goals = suggestGoals(analysis, undefined, results.real ?? results.simulated).filter(
    (goal) => checkGoal(goal, evidence).holds,
  )
  return { tests, offers: goals.map((goal) => ({ goal, words: goalInWords(goal) })) }
}

function edit(
  { workspace, item_id, parameters }: Asked,
  { wanted, world }: Extract<ExpectQuery, { kind: 'expect' }>,
): ExpectationEdit {
  const analysis = analyze(workspace, { item_id, parameters })
  const call = expectedCall({ item_id, parameters, world }, analysis)
  if (!call) return { problem: 'The parameters are not valid JSON. Correct them first.' }
  if (wanted === null) return addGoals(workspace, call, pinnedGoals(new Expectations(workspace).analysisOf(call)))
  if (typeof wanted !== 'string') return addGoals(workspace, call, wanted)
  const entry = analysis.provenance[wanted]
  if (!entry) return { problem: 'The current result does not contain this value. Choose another value.' }
  if (entry.secret)
    return { problem: 'This value is a secret, and the expectation file would contain it. Choose another value.' }
  return addGoals(workspace, call, [
    { kind: 'value', lane: 'analysis', pointer: wanted, test: { kind: 'is', value: entry.value } },
  ])
}
