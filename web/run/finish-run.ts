import { writeJson } from '#core/read'
import { isRequest } from '#core/rules'
import type { FileChange } from '#core/run'
import { counted } from '#core/text'
import type { Snapshot } from '#core/workspace'
import type { Playground } from '../state/playground.svelte.ts'
import type { FinishedRun } from '../state/run.svelte.ts'
import { signingTime } from '../state/signing.ts'
import type { FileChanges } from '../files/content.ts'

type Lane = 'simulated' | 'real'

/**
 * Show a result in its lane, and offer to save the files that the tool changed. `known` contains these changes if they
 * are already collected.
 */
export async function finishRun(
  playground: Playground,
  lane: Lane,
  ended: Omit<FinishedRun, 'kind' | 'files' | 'changes' | 'lockfile'> & { readonly snapshot: Snapshot },
  known?: FileChanges,
): Promise<void> {
  const { runs, view, session } = playground
  const { snapshot, ...run } = ended
  const { systemFiles } = session
  const changes = known ?? (await draftChanges(ended, systemFiles))
  // A simulation is not an execution, so its success does not write a lockfile (R11.3).
  const lockfile = lane === 'real' ? ended.result.lockfile : null
  // Ignore the result if another draft is open now.
  if (runs[lane].kind !== 'running') return
  runs.end(lane, { ...run, kind: 'done', files: snapshot.files, changes, ...(lockfile ? { lockfile } : {}) })
  if (changes.length === 0) return
  view.say({
    text: `The tool changed ${counted(changes.length, 'file')} in a copy of the draft.`,
    tone: 'calm',
    action: { title: 'Save to draft', run: () => keepChanges(playground, lane) },
  })
}

/** Save the files that a tool wrote to the draft, as one undo step. */
export function keepChanges(playground: Playground, lane: Lane): void {
  const run = playground.runs[lane]
  if (run.kind !== 'done' || run.changes.length === 0) return
  take(playground, lane, run.changes, `Save ${counted(run.changes.length, 'file')} from the tool`, {
    ...run,
    changes: [],
  })
}

/** Discard the files that a tool wrote. */
export function dropChanges(playground: Playground, lane: Lane): void {
  const run = playground.runs[lane]
  if (run.kind === 'done') playground.runs.end(lane, { ...run, changes: [] })
}

/** Save the lockfile of a first success to the draft (R11.3). */
export function keepLockfile(playground: Playground): void {
  const run = playground.runs.real
  if (run.kind !== 'done' || !run.lockfile) return
  const { lockfile, ...rest } = run
  take(playground, 'real', [[lockfile.path, lockfile.text]], 'Save the lockfile of the run', rest)
}

/** Save the lockfile of the current chain to the draft, without a run. The engine makes it with `newLockfile`. */
export async function addLockfile(playground: Playground): Promise<void> {
  const answer = await playground.engine.query({ kind: 'lockfile', now: signingTime() })
  if (answer?.kind !== 'files') return
  if (answer.files.length === 0) return playground.view.say(answer.problems.join(' '))
  playground.session.change(
    answer.files.map(({ path, text }) => [path, text]),
    'Create lockfile',
  )
}

/** Save the response to a real request as a recording for the simulation (R15.2). */
export async function keepRecording(playground: Playground): Promise<void> {
  const run = playground.runs.real
  if (run.kind !== 'done' || !isRequest(run.plan)) return
  const { ending, output, duration_ms } = run.result
  if (!output || !isRequest(output) || ending.kind !== 'responded') return
  const { placeOfRecording, recordAnswer } = await import('../simulate/recorded-http.ts')
  const recording = recordAnswer(run.plan, { ...output, ending, duration_ms })
  if (!recording) return
  const path = placeOfRecording(run.plan, playground.session.snapshot.files)
  take(playground, 'real', [[path, `${writeJson(recording, { indent: '  ' })}\n`]], 'Save a recorded answer', run)
  playground.view.say({ text: `Saved as ${path}. Simulations now use this answer.`, tone: 'calm' })
}

/** Save files of a run to the draft. Results of the previous state remain valid. */
function take(playground: Playground, lane: Lane, changes: FileChanges, label: string, left: FinishedRun): void {
  const { session, runs } = playground
  const before = session.snapshot.files
  if (!session.change(changes, label)) return
  const now = session.snapshot.files
  runs.end(lane, left)
  for (const name of ['simulated', 'real'] as const) {
    const run = runs[name]
    if (run.kind === 'done' && run.files === before) runs.end(name, { ...run, files: now })
  }
}

async function draftChanges(
  { result: { output }, snapshot }: Pick<FinishedRun, 'result'> & { readonly snapshot: Snapshot },
  systemFiles: ReadonlyMap<string, string>,
): Promise<FileChanges> {
  if (output === null || isRequest(output) || !output.changes?.length) return []
  const { DraftVolume } = await import('../files/volume.ts')
  const volume = new DraftVolume(snapshot.files, systemFiles)
  volume.apply(withoutCaches(output.changes))
  return volume.changesAgainst(snapshot.files)
}

/** The changes, except interpreter caches. */
export function withoutCaches(changes: readonly FileChange[]): readonly FileChange[] {
  return changes.filter(({ path }) => !path.includes('/__pycache__/'))
}
