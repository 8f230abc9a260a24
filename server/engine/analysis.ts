import { existsSync } from 'node:fs'
import { analyze, type Analysis } from '#core/answer'
import { readSavedWalk, type SavedWalk } from '#core/graph'
import { MemoryTree } from '#core/input'
import { parameterValues } from '#core/plan'
import { readJson, writeJson } from '#core/read'
import { dialectNames, isDialectName } from '#core/rules'
import { graphReach } from '#core/run'
import {
  describeSnapshotProblem,
  ordinaryWorld,
  parseSnapshot,
  settingsOfSnapshot,
  Workspace,
  type Snapshot,
  type World,
} from '#core/workspace'
import { Refusal, type TroubleStatus } from '../protocol/refusal.ts'
import { readPlanRequest } from '../protocol/read-body.ts'
import { textOfBody } from '../protocol/receive-body.ts'
import type { AnalysisAnswer, AnalysisRequest, AnalysisTask, MachineFacts, WalkTask } from './host.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import { sharedText, type ReadSnapshot, type ShareTask } from '../shares/share-body.ts'
import { nodeHost } from './node-host.ts'
import { beginningDigest, consentDigest } from './consent-digest.ts'
import { keptBytes } from './kept-bytes.ts'
import { draftFiles } from './snapshot-files.ts'
import { resumeParameters, resumedParameters } from './resumed-walk.ts'

/**
 * The reply of a thread to a plan request, as plain data: the answer, the programs to run first (`asks`), or a refusal.
 */
export type AnalysisReply =
  | { readonly kind: 'answer'; readonly answer: AnalysisAnswer }
  | { readonly kind: 'asks'; readonly programs: readonly (readonly string[])[] }
  | Refused

/** The reply of a thread to a share request. */
export type ShareReply = { readonly kind: 'share'; readonly text: string } | Refused

/** A `Refusal` as plain data. */
export interface Refused {
  readonly kind: 'refused'
  readonly status: TroubleStatus
  readonly code: string
  readonly message: string
  readonly hint: string
}

/** Maximum number of programs that one analysis can run, so a draft cannot start many processes. */
const mostAsked = 4

/** Parse a request and analyze its draft. Returns the call that would run here, or the programs to run first. */
export function analyzeBody(task: AnalysisTask): AnalysisReply {
  return orRefused(() => {
    const body = textOfBody(task.body)
    return answerFor(readPlanRequest(body), { ...task, body })
  })
}

/** Read a share request, and return the part that is stored. */
export function readShare(task: ShareTask): ShareReply {
  return orRefused(() => ({ kind: 'share', text: sharedText(task, readSnapshot) }))
}

function readSnapshot(document: unknown): ReturnType<ReadSnapshot> {
  const parsed = parseSnapshot(document)
  if (parsed.kind === 'snapshot') return { snapshot: parsed.snapshot }
  return { problem: describeSnapshotProblem(parsed.problem) }
}

function orRefused<T>(work: () => T): T | Refused {
  try {
    return work()
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    const { status, code, message, hint } = fault
    return { kind: 'refused', status, code, message, hint }
  }
}

function answerFor(request: AnalysisRequest, task: WalkTask): AnalysisReply {
  const { workspace, question, files, saved } = openDraft(request, task)
  const analysis = analyze(workspace, question)
  const ready = analysis.status === 'ready'
  const parameters = ready ? parameterValues(question.parameters) : null
  const at = parameters && saved ? new Map([...parameters, ...resumeParameters]) : parameters
  const reach = at && graphReach(workspace, { ...question, parameters: at })
  const asked = task.programs === null ? workspace.unanswered.slice(0, mostAsked) : []
  if (asked.length > 0) return { kind: 'asks', programs: asked }
  const graph = reach ? { reach, begins: beginningDigest(request.walk), task } : null
  return { kind: 'answer', answer: answerOf(analysis, files, graph) }
}

/** A draft on this machine: the workspace, the files that a run finds, and the call. */
export function openDraft(request: AnalysisRequest, { interpreters, programs }: MachineFacts) {
  const snapshot = snapshotOf(request)
  const files = draftFiles(snapshot)
  const tree = new MemoryTree()
  for (const { path, bytes } of files) tree.write(path, bytes)
  const { files: _claimed, ...head } = snapshot
  const settings = settingsOfSnapshot(head)
  const saved = savedWalkOf(request)
  const given = parametersText(request, snapshot)
  const question = { item_id: request.item_id, parameters: saved ? resumedParameters(saved, given) : given }
  // The facts of this machine replace the programs and answers that the draft claims.
  const world: World = { ...settings.world, files: programFiles(interpreters), programs: programs ?? [] }
  return { workspace: new Workspace({ ...settings, world }, tree, nodeHost), question, files, saved }
}

/**
 * The saved walk of the requested graph to continue (R16.8); null to start from the beginning.
 * @throws Refusal `saved-walk-refused` for an invalid walk, or a walk of another item
 */
function savedWalkOf({ walk, item_id }: AnalysisRequest): SavedWalk | null {
  if (walk?.resume === undefined) return null
  const read = readSavedWalk(walk.resume)
  const problem = 'problem' in read ? read.problem : read.item_id === item_id ? null : `it belongs to ${read.item_id}`
  if ('saved' in read && problem === null) return read.saved
  throw new Refusal(
    422,
    'saved-walk-refused',
    `The saved walk cannot continue: ${problem}.`,
    'Send the document from a walk_saved event of this graph.',
  )
}

/**
 * Maximum number of findings in a plan answer. They are written on the event loop, which serves all clients, and the
 * page has its own analysis.
 */
const mostFindings = 1_000

function foremost({ diagnostics }: Analysis): Analysis['diagnostics'] {
  if (diagnostics.length <= mostFindings) return diagnostics
  const isError = ({ severity }: (typeof diagnostics)[number]): boolean => severity === 'error'
  return [...diagnostics.filter(isError), ...diagnostics.filter((one) => !isError(one))].slice(0, mostFindings)
}

/** An answer with only the parts that a run needs, to save memory. */
function answerOf(analysis: Analysis, files: readonly SnapshotFile[], graph: AnalysisAnswer['graph']): AnalysisAnswer {
  const { dialect, item_id, status, chain, env, plan, lockfile, trace } = analysis
  const call = { dialect, item_id, status, chain, env, plan, lockfile, diagnostics: foremost(analysis), trace }
  // A plan that cannot run needs no files and no digest.
  if (plan === null || status !== 'ready')
    return { call: { ...call, trace: [] }, files: [], digest: '', graph: null, bytes: 0 }
  return { call, files, digest: consentDigest(plan, files, graph), graph, bytes: keptBytes(call, files, graph) }
}

function snapshotOf({ workspace, dialect, item_id }: AnalysisRequest): Snapshot {
  const parsed = parseSnapshot(workspace)
  if (parsed.kind === 'rejected') {
    const said = describeSnapshotProblem(parsed.problem)
    throw new Refusal(422, 'snapshot-refused', `The workspace cannot be read: ${said}`, 'Send a snapshot of a draft.')
  }
  if (!isDialectName(dialect))
    throw new Refusal(422, 'dialect-unknown', 'The dialect is unknown.', `Use one of: ${dialectNames.join(', ')}.`)
  return { ...parsed.snapshot, dialect, item_id }
}

/** The parameters as typed, if they equal those of the request: findings refer to positions in that text. */
function parametersText(request: AnalysisRequest, snapshot: Snapshot): string {
  const given = writeJson(request.parameters)
  const typed = readJson(snapshot.parameters)
  return 'value' in typed && writeJson(typed.value) === given ? snapshot.parameters : given
}

function programFiles(interpreters: readonly string[]): readonly string[] {
  const usual = ordinaryWorld.files.filter((path) => existsSync(path))
  return [...new Set([...usual, ...interpreters])]
}
