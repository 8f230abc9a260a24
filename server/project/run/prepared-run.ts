import { tmpdir } from 'node:os'
import { analyze, type Plan, type TraceEvent } from '#core/answer'
import { RecentResults, type SavedWalk } from '#core/graph'
import { parameterValues } from '#core/plan'
import type { Dict } from '#core/read'
import { hostProcess, isRequest } from '#core/rules'
import {
  execute,
  executeCall,
  graphReach,
  type AnalysedCall,
  type ExecuteHost,
  type ExecutionResult,
  type GraphEvent,
  type GraphReach,
  type RunPlace,
} from '#core/run'
import { visible } from '#core/text'
import { plain } from '../../disk-paths.ts'
import { isoTime } from '../../engine/iso-time.ts'
import { resumeParameters, savedOnce } from '../../engine/resumed-walk.ts'
import type { HttpSettings } from '../../primitives/http-client.ts'
import { outcomeOf } from '../../primitives/http-reply.ts'
import { runPlan } from '../../primitives/run-plan.ts'
import { CarriedFiles } from '../../engine/snapshot-files.ts'
import { walkLimits, type Limits } from '../../sandbox/limits.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import { installHint, openSandbox } from '../../sandbox/probe.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Directory } from '../directory.ts'
import { ReportedError } from '../reported-error.ts'
import { accessOf } from '../program-access.ts'
import { runFiles } from './run-files.ts'

/** A run to prepare in a directory. The parameters are JSON text as the user typed it. */
export interface RunRequest {
  readonly item_id: string
  readonly parameters: string
  readonly limits: Limits
  /** Files and folders of the project to hide from the tool. */
  readonly leaveOut?: readonly string[]
  /** A walk of a graph to continue (R16.8); null to start from the beginning. */
  readonly resume?: SavedWalk | null
}

/** A call that cannot run, with its analysis. */
export interface RefusedCall {
  readonly refused: AnalysedCall
}

/** A run that was analyzed with the files that it will find, so the user approves exactly what runs. */
export interface PreparedRun {
  readonly directory: Directory
  readonly call: AnalysedCall & { readonly plan: Plan }
  readonly parameters: Dict
  /** The commands that a graph can reach (R16.1); null for other items. */
  readonly reach: GraphReach | null
  readonly limits: Limits
  readonly files: readonly SnapshotFile[]
  /** Files that are hidden from the run because they contain private keys. */
  readonly keys: readonly string[]
  readonly resume: SavedWalk | null
}

/** The host of a run: receives its output and events, can stop it, and allows or denies the commands of a graph. */
export interface RunHost {
  readonly sandbox: Sandbox
  readonly http: HttpSettings
  readonly signal: AbortSignal
  now(): Date
  trace(event: TraceEvent): void
  output(stream: 'stdout' | 'stderr', chunk: Buffer): void
  event(data: string): void
  observe(event: GraphEvent): void
  /** The reason why a command of a graph is not allowed to run; null if it is allowed. */
  refusal(plan: Plan, place: RunPlace): Promise<string | null>
}

/**
 * Analyze a call in a directory. A call that cannot run is returned with its analysis.
 * @throws ReportedError for a file or program that the run would not find, and for files above the limits.
 */
export function prepareRun(
  directory: Directory,
  { item_id, parameters: text, limits, leaveOut = [], resume = null }: RunRequest,
): PreparedRun | RefusedCall {
  const { workspace } = directory
  directory.folders.requireOwn(directory.shown)
  const call = analyze(workspace, { item_id, parameters: text })
  const { plan } = call
  if (call.status !== 'ready' || !plan) return { refused: call }
  const parameters = parameterValues(text) ?? new Map()
  const reach = graphReach(workspace, { item_id, parameters })
  const { files, keys } = runFiles(directory, leaveOut, limits)
  const prepared = { directory, call: { ...call, plan }, parameters, reach, limits, files, keys, resume }
  requireTools(prepared)
  requirePrograms(prepared)
  return prepared
}

/**
 * Require that a run can see the files that its command names. A run does not see excluded files, private keys and
 * symlinks that lead outside, so the command would fail although the file exists.
 * @throws ReportedError that names the file and the solution.
 */
function requireTools(prepared: PreparedRun): void {
  const { workspace, shown } = prepared.directory
  const found = new Set(prepared.files.map(({ path }) => path))
  const named = plansOf(prepared).flatMap((plan) => (isRequest(plan) ? [] : plan.args))
  const lost = named.find(
    (word) => /^\/(?:project|user)\/\.ai\//.test(word) && !found.has(word) && workspace.isFile(word),
  )
  if (lost !== undefined)
    throw new ReportedError(
      'trouble',
      `The run would not find ${visible(shown(lost))}. It is left out, contains a private key, is in a symlinked folder, or is a symlink to a file that is left out or outside the project. Replace it with a copy.`,
    )
}

/**
 * Require that a run can see its program. A hidden program would fail as a missing file, although it exists.
 *
 * @throws ReportedError that names the program, and why it is hidden.
 */
function requirePrograms(prepared: PreparedRun): void {
  for (const plan of plansOf(prepared)) {
    const { problem } = accessOf(plan, prepared.directory)
    if (problem !== undefined && !isRequest(plan))
      throw new ReportedError('trouble', `The run would not find ${visible(plan.command)}. ${problem}`)
  }
}

/** Every plan that a run can reach and that is known in advance. */
export function plansOf({ call, reach }: PreparedRun): readonly Plan[] {
  return reach ? reach.commands.flatMap(({ plan }) => plan ?? []) : [call.plan]
}

/** R14.2: the result of a refused call. */
export function refusedResult(call: AnalysedCall): Promise<ExecutionResult> {
  return execute(call, { run: () => Promise.reject(new Error('this call does not run')), now: () => '' })
}

/** R14.1: execute a prepared run; a graph runs node by node. */
export async function runPrepared(prepared: PreparedRun, host: RunHost): Promise<ExecutionResult> {
  const { directory, call, parameters, reach, limits, resume } = prepared
  const { sandbox, http, signal } = host
  const files = new CarriedFiles(prepared.files)
  const lent: ExecuteHost = {
    now: () => isoTime(host.now()),
    trace: (event) => host.trace(event),
    async run(plan, place) {
      const refusal = reach ? await host.refusal(plan, place) : null
      if (refusal !== null) throw new Error(refusal)
      const raw = await runPlan(
        { http, sandbox, neededBy: (plan) => accessOf(plan, directory).installation },
        {
          plan,
          files: files.files,
          signal,
          onOutput: (stream, chunk) => host.output(stream, chunk),
          onEvent: (data) => host.event(data),
        },
      )
      const outcome = outcomeOf(raw)
      if (!isRequest(outcome)) files.take(outcome.changes ?? [])
      return outcome
    },
    graphs: {
      milliseconds: () => Date.now(),
      cancelled: () => signal.aborted,
      observe: (event) => host.observe(event),
      pause: () => new Promise((done) => setImmediate(done)),
      cache: new RecentResults(),
      limits: walkLimits(limits),
      saved: savedOnce(resume),
    },
  }
  if (!reach) return execute(call, lent)
  const request = {
    item_type: 'tool',
    action: 'run',
    item_id: call.item_id,
    parameters: resume ? new Map([...parameters, ...resumeParameters]) : parameters,
    project_path: '/project',
  } as const
  const result = await executeCall(directory.workspace, request, lent)
  const empty = { text: '', bytes: 0, omitted_bytes: 0 }
  return { ...result, output: { primitive: hostProcess, stdout: empty, stderr: empty, changes: files.changes() } }
}

/** R14.2: the result of a run without a working sandbox. */
export function notStartedResult({ call }: PreparedRun, reason: string): Promise<ExecutionResult> {
  const empty = { text: '', bytes: 0, omitted_bytes: 0 }
  const outcome = { ending: { kind: 'not-started', reason }, stdout: empty, stderr: empty, duration_ms: 0 } as const
  return execute(call, { run: () => Promise.resolve({ ...outcome, primitive: hostProcess }), now: () => '' })
}

/**
 * Open a sandbox for the runs of one program.
 * @throws ReportedError without a working sandbox.
 */
export async function openRunSandbox(limits: Limits): Promise<Sandbox> {
  const settings = { limits, firstUser: 210_000, useCgroups: true, needsGroups: false, expose: [], spares: 1 }
  const { sandbox, report } = await openSandbox(plain(tmpdir()), settings).catch((error: unknown) => {
    const because = error instanceof Error ? error.message : String(error)
    throw new ReportedError('no-sandbox', `Runs are off: no sandbox can be set up in ${plain(tmpdir())}. ${because}`)
  })
  if (report.level !== 'none') return sandbox
  await sandbox.close()
  throw new ReportedError(
    'no-sandbox',
    `Runs are off: no sandbox works on this machine. ${report.reason ?? ''}\n${report.hint ?? installHint()}`,
  )
}

/** The files that a run changed, with their new content. */
export function changesOf({ output }: ExecutionResult) {
  return output && !isRequest(output) ? (output.changes ?? []) : []
}
