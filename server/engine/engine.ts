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
import { Refusal } from '../http/errors.ts'
import type { AnalysisAnswer, AnalysisRequest } from './host.ts'
import type { SnapshotFile } from '../run/materialize.ts'
import { nodeHost } from './node-host.ts'
import type { Engine, ServerFacts } from '../http/serve.ts'
import { consentDigest } from '../run/consent.ts'
import { productRoot, productVersion } from './product.ts'

/** The engine as a server needs it: drafts in, plans out. What a client says of the plan is never looked at. */
export function serverEngine(facts: Pick<ServerFacts, 'interpreters' | 'ask'>): Engine {
  return {
    version: productVersion,
    analyzeForRun: (request) => answerFor(request, facts),
    checkSnapshot(document) {
      const parsed = parseSnapshot(document)
      return parsed.kind === 'snapshot' ? undefined : describeSnapshotProblem(parsed.problem)
    },
  }
}

/** Programs that one analysis may ask, so that no draft can make a server run many. */
const mostAsked = 4

async function answerFor(
  request: AnalysisRequest,
  facts: Pick<ServerFacts, 'interpreters' | 'ask'>,
): Promise<AnalysisAnswer> {
  const snapshot = snapshotOf(request)
  const files = [...draftFiles(snapshot), ...bundleFiles(snapshot.bundle)]
  const tree = new MemoryTree()
  for (const { path, bytes } of files) tree.write(path, bytes)
  const { files: _claimed, ...head } = snapshot
  const settings = settingsOfSnapshot(head)
  const question = { item_id: request.item_id, parameters: parametersText(request, snapshot) }
  // What programs there are and what they say is this machine's to tell, whatever the draft pretends.
  const world: World = { ...settings.world, files: programFiles(facts), programs: [] }
  const first = new Workspace({ ...settings, world }, tree, nodeHost)
  const predicted = analyze(first, question)
  const asked = first.unanswered.slice(0, mostAsked)
  if (asked.length === 0) return answerOf(predicted, files)
  const programs: ProgramAnswer[] = []
  for (const argv of asked) programs.push(await facts.ask(argv))
  const workspace = new Workspace({ ...settings, world: { ...world, programs } }, tree, nodeHost)
  return answerOf(analyze(workspace, question), files)
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

function programFiles({ interpreters }: Pick<ServerFacts, 'interpreters'>): readonly string[] {
  const usual = ordinaryWorld.files.filter((path) => existsSync(path))
  return [...new Set([...usual, ...interpreters.map(({ path }) => path)])]
}
