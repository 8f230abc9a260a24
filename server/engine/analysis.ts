import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { join, relative } from 'node:path'
import {
  analyze,
  bundleRoot,
  describeSnapshotProblem,
  isDialectName,
  MemoryTree,
  ordinaryWorld,
  parseSnapshot,
  settingsOfSnapshot,
  Workspace,
  type Analysis,
  type ProgramAnswer,
  type Snapshot,
  type World,
} from '#core'
import { Refusal, type TroubleStatus } from '../http/errors.ts'
import { readText } from '../http/read-body.ts'
import type { AnalysisAnswer, AnalysisRequest } from './host.ts'
import type { SnapshotFile } from '../run/materialize.ts'
import { nodeHost } from './node-host.ts'
import { consentDigest } from '../run/consent.ts'
import { productRoot } from './product.ts'

/** What a thread is asked to analyse: the body of a plan request as it came in, and what this machine is. */
export interface AnalysisTask {
  readonly body: string
  readonly interpreters: readonly string[]
  /** What the programs said that were asked for, or null before any was. */
  readonly programs: readonly ProgramAnswer[] | null
}

/** What a thread answers. All of it is plain data. */
export type AnalysisReply =
  | { readonly kind: 'answer'; readonly answer: AnalysisAnswer }
  | { readonly kind: 'asks'; readonly programs: readonly (readonly string[])[] }
  | {
      readonly kind: 'refused'
      readonly status: TroubleStatus
      readonly code: string
      readonly message: string
      readonly hint: string
    }

/** Programs that one analysis may ask, so that no draft can make a server run many. */
const mostAsked = 4

/** Read a request, analyse its draft, and say what would run here, or which programs must be asked before. */
export function analyzeBody(task: AnalysisTask): AnalysisReply {
  try {
    return answerFor(readText('plan request', task.body), task)
  } catch (fault) {
    if (!(fault instanceof Refusal)) throw fault
    const { status, code, message, hint } = fault
    return { kind: 'refused', status, code, message, hint }
  }
}

function answerFor(request: AnalysisRequest, { interpreters, programs }: AnalysisTask): AnalysisReply {
  const snapshot = snapshotOf(request)
  const files = [...draftFiles(snapshot), ...bundleFiles(snapshot.bundle)]
  const tree = new MemoryTree()
  for (const { path, bytes } of files) tree.write(path, bytes)
  const { files: _claimed, ...head } = snapshot
  const settings = settingsOfSnapshot(head)
  const question = { item_id: request.item_id, parameters: parametersText(request, snapshot) }
  // What programs there are and what they say is this machine's to tell, whatever the draft pretends.
  const world: World = { ...settings.world, files: programFiles(interpreters), programs: programs ?? [] }
  const workspace = new Workspace({ ...settings, world }, tree, nodeHost)
  const analysis = analyze(workspace, question)
  const asked = programs === null ? workspace.unanswered.slice(0, mostAsked) : []
  return asked.length > 0 ? { kind: 'asks', programs: asked } : { kind: 'answer', answer: answerOf(analysis, files) }
}

/** What running takes, and no more: the rest of the document would only wait in memory. */
function answerOf(analysis: Analysis, files: readonly SnapshotFile[]): AnalysisAnswer {
  const { dialect, item_id, status, chain, env, plan, lockfile, diagnostics, trace } = analysis
  const call = { dialect, item_id, status, chain, env, plan, lockfile, diagnostics, trace }
  return { call, files, digest: plan ? consentDigest(plan, files) : '' }
}

function snapshotOf({ workspace, dialect, item_id }: AnalysisRequest): Snapshot {
  const parsed = parseSnapshot(workspace)
  if (parsed.kind === 'rejected') {
    const said = describeSnapshotProblem(parsed.problem)
    throw new Refusal(422, 'snapshot-refused', `The workspace cannot be read: ${said}`, 'Send a snapshot of a draft.')
  }
  if (!isDialectName(dialect))
    throw new Refusal(422, 'dialect-unknown', 'There is no such dialect.', 'Use kiwi, lilux or lillux.')
  return { ...parsed.snapshot, dialect, item_id }
}

/** The parameters as they were typed, where the request means the same: only the text still tells `1.0` from `1`. */
function parametersText(request: AnalysisRequest, snapshot: Snapshot): string {
  const given = JSON.stringify(request.parameters)
  try {
    if (JSON.stringify(JSON.parse(snapshot.parameters)) === given) return snapshot.parameters
  } catch {
    // what was typed is no JSON: the request's own parameters are all there is
  }
  return given
}

function draftFiles(snapshot: Snapshot): readonly SnapshotFile[] {
  return Object.entries(snapshot.files).map(([path, content]) => ({
    path,
    bytes: typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64'),
  }))
}

const bundles = new Map<string, readonly SnapshotFile[]>()

function bundleFiles({ id, version }: Snapshot['bundle']): readonly SnapshotFile[] {
  const name = `${id}/${version}`
  const folder = join(productRoot, 'core/bundles', name)
  // Only names of one segment each, so that no draft can name another folder.
  if (!/^[\w-]+\/\d[\w.-]*$/.test(name) || !existsSync(join(folder, 'bundle.json')))
    throw new Refusal(
      422,
      'bundle-unknown',
      `This server has no bundle ${name}.`,
      'Open the draft with another version.',
    )
  const known = bundles.get(name) ?? readBundle(folder, bundleRoot(id))
  bundles.set(name, known)
  return known
}

function readBundle(folder: string, root: string): readonly SnapshotFile[] {
  return readdirSync(join(folder, '.ai'), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .map((path) => ({ path: `${root}/${relative(folder, path)}`, bytes: readFileSync(path) }))
}

function programFiles(interpreters: readonly string[]): readonly string[] {
  const usual = ordinaryWorld.files.filter((path) => existsSync(path))
  return [...new Set([...usual, ...interpreters])]
}
