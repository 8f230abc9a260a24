import { existsSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { resolve } from 'node:path'
import {
  hostProcess,
  isRequest,
  analyze,
  execute,
  executeCall,
  graphReach,
  parameterValues,
  RecentResults,
  visible,
  type AnalysedCall,
  type Dict,
  type ExecuteHost,
  type ExecutionResult,
  type GraphEvent,
  type GraphReach,
  type Plan,
} from '#core'
import { openDirectory, requireTree, type Directory } from '../directory.ts'
import { isoTime } from '../../engine/iso-time.ts'
import { walkLimits } from '../../engine/walk-link.ts'
import { CarriedFiles } from '../../run/graph/carried-files.ts'
import { Questions } from '../../run/graph/questions.ts'
import { readLimits } from '../../config.ts'
import { runPlan } from '../../primitives/run-plan.ts'
import { resultMessage } from '../../run/result-message.ts'
import type { SnapshotFile } from '../../sandbox/materialize.ts'
import type { Limits } from '../../sandbox/limits.ts'
import { installHint, openSandbox } from '../../sandbox/probe.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import type { Given } from '../command.ts'
import { printJson, Trouble, UsageError, type Io } from '../io.ts'
import { paintFor } from '../paint.ts'
import { problemLines } from '../report.ts'
import { writeNew } from '../write.ts'
import { planLines, reachLines } from './run-consent.ts'
import { keepChanges, runFiles } from './run-files.ts'

/** What one run takes, found before anything is asked. */
interface Job {
  readonly given: Given
  readonly io: Io
  readonly directory: Directory
  readonly call: AnalysedCall
  readonly parameters: Dict
  readonly reach: GraphReach | null
  readonly limits: Limits
}

/** Analyse, ask, run, tell; answers the exit code. */
export async function runItem(given: Given, io: Io): Promise<number> {
  const directory = openDirectory(given, io)
  requireTree(directory)
  const item_id = itemOf(given, io, directory)
  const text = parametersOf(given, io)
  const call = analyze(directory.workspace, { item_id, parameters: text })
  const parameters = parameterValues(text) ?? new Map()
  if (call.status !== 'ready' || !call.plan) return refused(given, io, directory, call)
  const reach = graphReach(directory.workspace, { item_id, parameters })
  const messages: string[] = []
  const limits = readLimits(given.texts('limits'), messages)
  if (messages.length > 0) throw new UsageError(messages.join('\n'))
  const job: Job = { given, io, directory, call, parameters, reach, limits }
  const files = runFiles(directory, given.texts('leave-out'), limits)
  if (!given.flag('yes') && !consents(job, call.plan)) return 1
  const result = await inSandbox(limits, (sandbox) => ran(job, files, sandbox))
  return finish(job, result)
}

/** An item id, or the file of one. */
function itemOf(given: Given, io: Io, { inside }: Directory): string {
  const [word, ...more] = given.words
  if (more.length > 0) throw new UsageError('run takes one item.')
  const id = word ?? given.need('item')
  const disk = resolve(io.cwd, id)
  if (!/\.\w+$/.test(id) || !existsSync(disk)) return id
  const path = inside(disk)
  const match = /^\/(?:project|user)\/\.ai\/tools\/(.+)\.\w+$/.exec(path ?? '')
  if (!match?.[1])
    throw new UsageError(`${id} is no file below .ai/tools of this project. Name the project with --dir.`)
  return match[1]
}

function parametersOf(given: Given, io: Io): string {
  const written = given.text('params')
  const read = written === '-' || (written === undefined && given.text('project-path') !== undefined)
  return read ? io.input() : (written ?? '{}')
}

/** R14.2: a call that is refused gives a result too. */
async function refused(given: Given, io: Io, directory: Directory, call: AnalysedCall): Promise<number> {
  const result = await execute(call, { run: () => Promise.reject(new Error('nothing is run')), now: () => '' })
  if (given.flag('json')) printJson(io, resultMessage(result))
  const errors = call.diagnostics.filter(({ severity }) => severity === 'error')
  for (const line of problemLines(errors, directory, paintFor(io))) io.err(`${line}\n`)
  return call.status === 'not_found' ? 2 : 1
}

function consents({ io, reach }: Job, plan: Plan): boolean {
  const paint = paintFor(io)
  for (const line of reach ? reachLines(reach, paint) : planLines(plan, paint)) io.err(`${line}\n`)
  return asked(io, 'Run this? [y/N] ')
}

function asked(io: Io, question: string): boolean {
  if (!io.ask) throw new UsageError('Nobody can be asked here. Look at what it does with analyze, and give --yes.')
  return /^y(?:es)?$/i.test(io.ask(question).trim())
}

async function inSandbox<T>(limits: Limits, action: (sandbox: Sandbox) => Promise<T>): Promise<T> {
  const settings = { limits, firstUser: 210_000, useCgroups: true, needsGroups: false, expose: [], spares: 1 }
  const { sandbox, report } = await openSandbox(tmpdir(), settings)
  try {
    if (report.level === 'none')
      throw new Trouble(`Nothing is run here: no sandbox works on this machine.\n${report.hint ?? installHint()}`)
    return await action(sandbox)
  } finally {
    await sandbox.close()
  }
}

async function ran(job: Job, found: readonly SnapshotFile[], sandbox: Sandbox): Promise<ExecutionResult> {
  const { given, io, directory, call, parameters, reach, limits } = job
  const controller = new AbortController()
  const { signal } = controller
  const cancel = (): void => controller.abort()
  process.once('SIGINT', cancel)
  const quiet = given.flag('json')
  const files = new CarriedFiles(found)
  const allowed = questionsOf(job, signal)
  const http = { reach: { allowed: given.texts('http-allow'), allowedPrivate: [] }, limits }
  const host: ExecuteHost = {
    now: () => isoTime(io.now()),
    trace: (event) => given.flag('trace') && io.err(`${JSON.stringify(event)}\n`),
    async run(plan, place) {
      const refusal = reach && !given.flag('yes') ? await allowed.refusal(plan, place) : null
      if (refusal !== null) throw new Error(refusal)
      const outcome = await runPlan(
        { http, sandbox },
        {
          plan,
          files: files.files,
          signal,
          // What the nodes of a graph print is not what the graph gives.
          onOutput: (stream, chunk) => (stream === 'stdout' && !reach && !quiet ? io.out : io.err)(chunk.toString()),
          onEvent: (data) => !quiet && io.out(`${data}\n`),
        },
      )
      files.take(outcome)
      return outcome
    },
    graphs: {
      milliseconds: () => Date.now(),
      cancelled: () => signal.aborted,
      observe: (event) => tell(event, io),
      pause: () => new Promise((done) => setImmediate(done)),
      cache: new RecentResults(),
      limits: walkLimits(limits),
    },
  }
  try {
    if (!reach) return await execute(call, host)
    const request = {
      item_type: 'tool',
      action: 'run',
      item_id: call.item_id,
      parameters,
      project_path: '/project',
    } as const
    const result = await executeCall(directory.workspace, request, host)
    const said = { text: '', bytes: 0, omitted_bytes: 0 }
    return { ...result, output: { primitive: hostProcess, stdout: said, stderr: said, changes: files.changes() } }
  } finally {
    process.removeListener('SIGINT', cancel)
  }
}

/** What a graph comes to that nobody has seen is asked for, one command at a time. */
function questionsOf({ io, reach }: Job, signal: AbortSignal): Questions {
  const questions: Questions = new Questions({
    confirmed: reach?.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])) ?? [],
    waitMs: 24 * 3_600_000,
    signal,
    ask({ question, plan, place: { address, item_id } }) {
      const lines = planLines(plan, paintFor(io)).join('\n')
      const yes = asked(io, `${visible(address ?? '')} comes to ${visible(item_id)}:\n${lines}\nRun this too? [y/N] `)
      questions.take(question, plan.digest, yes ? 'this' : 'no')
    },
    answered: () => undefined,
  })
  return questions
}

/** A line for each node that is over, and for each walk. */
function tell(event: GraphEvent, io: Io): void {
  if (event.kind !== 'step_recorded') return
  const { address, status, decision, calls } = event.record
  const cached = calls.some(({ outcome }) => outcome === 'cached') ? ' (cached)' : ''
  const place = [...event.graph, `${address.node}@${address.visit}.${address.attempt}`].join('/')
  const next = decision ? ` -> ${decision.to ?? `nothing (${decision.because})`}` : ''
  io.err(`${visible(`${place} ${status}${cached}${next}`)}\n`)
}

function finish({ given, io, directory }: Job, result: ExecutionResult): number {
  const { success, error, data, graph, output } = result
  if (!given.flag('no-lock')) for (const { path, text } of lockfilesOf(result)) keepLockfile(directory, io, path, text)
  const changes = output && !isRequest(output) ? (output.changes ?? []) : []
  const left = given.flag('keep') ? keepChanges(changes, directory) : changes.map(({ path }) => path)
  for (const path of left) io.err(`${visible(path)} was changed and is not kept.\n`)
  const { graph: _walk, ...document } = result
  if (given.flag('json')) printJson(io, resultMessage(document))
  else if (graph) io.out(`${JSON.stringify(data, null, 2)}\n`)
  if (!success && !given.flag('json')) io.err(`${typeof error === 'string' ? visible(error) : JSON.stringify(error)}\n`)
  return success ? 0 : 1
}

/** R11.3: each chain that succeeded for the first time is pinned, that of a graph and those of its calls. */
function lockfilesOf({
  lockfile,
  graph,
}: ExecutionResult): readonly { readonly path: string; readonly text: string }[] {
  const inner = [...(graph?.calls.values() ?? [])].flatMap(lockfilesOf)
  return [...(lockfile ? [lockfile] : []), ...inner]
}

function keepLockfile({ onDisk }: Directory, io: Io, path: string, text: string): void {
  const disk = onDisk(path)
  if (disk === undefined || existsSync(disk)) return
  writeNew(disk, text)
  io.err(`Pinned: ${visible(path)}\n`)
}
