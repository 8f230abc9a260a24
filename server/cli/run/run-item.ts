import { StringDecoder } from 'node:string_decoder'
import { writeJson } from '#core/read'
import { isRequest } from '#core/rules'
import { describeResult, type AnalysedCall, type ExecutionResult, type GraphEvent } from '#core/run'
import { visible } from '#core/text'
import { readLimits } from '../../config.ts'
import { resumedParameters } from '../../engine/resumed-walk.ts'
import { Questions } from '../../run/graph/questions.ts'
import { resultMessage } from '../../run/result-message.ts'
import type { Limits } from '../../sandbox/limits.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { itemGiven, parametersGiven } from '../analyze.ts'
import type { Arguments } from '../command.ts'
import { requireTree, type Directory } from '../../project/directory.ts'
import { openProject } from '../../project/project.ts'
import { projectOptions } from '../project-options.ts'
import { harmless, printJson, type Io } from '../io.ts'
import { isTrouble, ReportedError } from '../../project/reported-error.ts'
import { paintFor } from '../paint.ts'
import { accessLines } from '../../project/program-access.ts'
import { problemLines } from '../report.ts'
import { keepLockfiles } from '../../project/lock.ts'
import {
  changesOf,
  notStartedResult,
  openRunSandbox,
  plansOf,
  refusedResult,
  runPrepared,
  type PreparedRun,
} from '../../project/run/prepared-run.ts'
import { Interruption } from './interruption.ts'
import { changingFindings, keyLines, limitLines, planLines, reachLines } from '../../project/run/run-consent.ts'
import { keepChanges, type NotKept } from '../../project/run/run-files.ts'
import { requireSavable, savedIn, saveWalk } from '../../project/run/saved-walk.ts'

/** Analyze the item, ask for approval, run it and print the result. Returns the exit code. */
export async function runItem(given: Arguments, io: Io): Promise<number> {
  const project = openProject({ ...projectOptions(given, io), venv: given.text('venv') })
  const { directory } = project
  requireTree(directory)
  const item_id = itemGiven(given, directory, given.words)
  const file = given.text('resume')
  const resume = file === undefined ? null : savedIn(file, item_id, io)
  const written = parametersOf(given, io)
  const parameters = resume ? resumedParameters(resume, written) : written
  const limits = limitsOf(given)
  lockGiven(given)
  const leaveOut = given.texts('leave-out')
  const prepared = await project.prepareRun({ item_id, parameters, limits, leaveOut, resume })
  if ('refused' in prepared) return refused(given, io, directory, prepared.refused)
  const place = given.text('save')
  if (place !== undefined) requireSavable(place, prepared)
  if (!isApproved(prepared, given, io)) return 1
  const interruption = new Interruption()
  try {
    return interruption.exitCode(await runInSandbox(prepared, interruption, given, io))
  } finally {
    interruption.release()
  }
}

/** Report the access of a run. Unless `--yes` is given, show its commands and ask for approval. */
export function isApproved(prepared: PreparedRun, given: Arguments, io: Io): boolean {
  reportAccess(prepared, io)
  return given.flag('yes') || consents(prepared, io)
}

async function runInSandbox(
  prepared: PreparedRun,
  interruption: Interruption,
  given: Arguments,
  io: Io,
): Promise<number> {
  const { directory, call, limits } = prepared
  const sandbox = await openRunSandbox(limits).catch(async (error: unknown) => {
    if (given.flag('json') && isTrouble(error) && error.kind === 'no-sandbox')
      printJson(io, resultMessage(await notStartedResult(prepared, error.message)))
    throw error
  })
  try {
    const result = await ran(prepared, sandbox, interruption, given, io)
    const place = given.text('save')
    const isSaved = place === undefined || isWalkSaved(place, call.item_id, result, io)
    const code = finish(given, io, directory, result)
    return isSaved ? code : 1
  } finally {
    await sandbox.close()
  }
}

/** Save the state of a stopped walk, and report the result. Returns false if the file could not be written. */
function isWalkSaved(name: string, item_id: string, result: ExecutionResult, io: Io): boolean {
  const saved = saveWalk(name, item_id, result, io)
  if (!saved) return true
  const { before, because } = saved
  io.err(
    because === undefined
      ? `Saved before ${visible(before)}. Continue with --resume ${name}.\n`
      : `The walk was not saved: ${name} was not written: ${because}\n`,
  )
  return because === undefined
}

function parametersOf(given: Arguments, io: Io): string {
  const written = given.text('params')
  const read = written === '-' || (written === undefined && given.text('project-path') !== undefined)
  return parametersGiven(given, read ? io.input() : written) ?? '{}'
}

/**
 * True with `--lock`, false with `--no-lock`, undefined without either.
 * @throws ReportedError with both
 */
function lockGiven(given: Arguments): boolean | undefined {
  const [yes, no] = [given.flag('lock'), given.flag('no-lock')]
  if (yes && no) throw new ReportedError('usage', '--lock contradicts --no-lock. Pass one of them.')
  return yes || no ? yes : undefined
}

/**
 * The limits of a run: the user's options override `usual`, which overrides the defaults.
 * @throws ReportedError for an unknown limit or an invalid value
 */
export function limitsOf(given: Arguments, usual: readonly string[] = []): Limits {
  const messages: string[] = []
  const limits = readLimits([...usual, ...given.texts('limits')], messages)
  if (messages.length > 0) throw new ReportedError('usage', messages.join('\n'))
  return limits
}

async function refused(given: Arguments, io: Io, directory: Directory, call: AnalysedCall): Promise<number> {
  if (given.flag('json')) printJson(io, resultMessage(await refusedResult(call)))
  const errors = call.diagnostics.filter(({ severity }) => severity === 'error')
  for (const line of problemLines(errors, directory, paintFor(io))) io.err(`${line}\n`)
  return call.status === 'not_found' ? 2 : 1
}

function consents(prepared: PreparedRun, io: Io): boolean {
  const { reach, call, limits } = prepared
  const paint = paintFor(io)
  const lines = reach ? reachLines(reach, paint) : planLines(call.plan, paint)
  for (const line of [...lines, ...limitLines(plansOf(prepared), limits)]) io.err(`${line}\n`)
  return asked(io, 'Run this? [y/N] ')
}

/**
 * Report the readable files of this machine, the hidden files of the project, and the findings that change the run, even
 * without a question.
 */
function reportAccess(prepared: PreparedRun, io: Io): void {
  for (const line of keyLines(prepared)) io.err(`${line}\n`)
  for (const line of accessLines(plansOf(prepared), prepared.directory)) io.err(`${line}\n`)
  const changing = changingFindings(prepared)
  for (const line of problemLines(changing, prepared.directory, paintFor(io))) io.err(`${line}\n`)
}

function asked(io: Io, question: string): boolean {
  if (!io.ask)
    throw new ReportedError(
      'usage',
      'Not a terminal, so no confirmation is possible. Review with `analyze`, then pass `--yes`.',
    )
  return /^y(?:es)?$/i.test(io.ask(question).trim())
}

/** Run an approved call in a sandbox, and print its output. */
export async function ran(
  prepared: PreparedRun,
  sandbox: Sandbox,
  interruption: Interruption,
  given: Arguments,
  io: Io,
): Promise<ExecutionResult> {
  const { reach, limits } = prepared
  const { signal } = interruption
  const quiet = given.flag('json')
  const allowed = questionsOf(prepared, io, interruption)
  // The nodes' output is not the graph's output.
  const said = { stdout: new PrintedStream(!reach && !quiet ? io.out : io.err), stderr: new PrintedStream(io.err) }
  const result = await runPrepared(prepared, {
    sandbox,
    http: { reach: { allowed: given.texts('http-allow'), allowedPrivate: given.texts('http-allow-private') }, limits },
    signal,
    now: () => io.now(),
    trace: (event) => given.flag('trace') && io.err(`${writeJson(event)}\n`),
    output: (stream, chunk) => said[stream].take(chunk),
    event: (data) => !quiet && io.out(`${data}\n`),
    observe: (event) => printEvent(event, io),
    refusal: (plan, place) => (given.flag('yes') ? Promise.resolve(null) : allowed.refusal(plan, place)),
  })
  const { output } = result
  if (output && !isRequest(output) && !reach)
    for (const stream of ['stdout', 'stderr'] as const) said[stream].rest(output[stream].text)
  return result
}

/**
 * Prints one stream of a run: joins characters that were split between chunks, and adds the rest of long output at the
 * end.
 */
class PrintedStream {
  readonly #write: (text: string) => void
  readonly #decoder = new StringDecoder('utf8')
  #length = 0

  constructor(write: (text: string) => void) {
    this.#write = write
  }

  take(chunk: Buffer): void {
    const text = this.#decoder.write(chunk)
    this.#length += text.length
    this.#write(text)
  }

  /**
   * Print the end of the stored output that was not printed yet. If bytes are missing in it, a line shows their number.
   */
  rest(whole: string): void {
    if (whole.length > this.#length) this.#write(whole.slice(this.#length))
  }
}

/** Ask about each command that a graph reaches and that the user has not seen. */
function questionsOf({ reach }: PreparedRun, io: Io, interruption: Interruption): Questions {
  const questions: Questions = new Questions({
    confirmed: reach?.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])) ?? [],
    waitMs: 24 * 3_600_000,
    signal: interruption.signal,
    ask({ question, plan, place: { address, item_id } }) {
      const lines = planLines(plan, paintFor(io)).join('\n')
      const asking = `${visible(address ?? '')} reaches ${visible(item_id)}:\n${lines}\nRun this too? [y/N] `
      const yes = interruption.whileAsked(() => asked(io, asking))
      questions.take(question, plan.digest, yes ? 'this' : 'no')
    },
    answered: () => undefined,
  })
  return questions
}

/** Print a line for each finished node. */
function printEvent(event: GraphEvent, io: Io): void {
  if (event.kind !== 'step_recorded') return
  const { address, status, decision, calls } = event.record
  const cached = calls.some(({ outcome }) => outcome === 'cached') ? ' (cached)' : ''
  const place = [...event.graph, `${address.node}@${address.visit}.${address.attempt}`].join('/')
  const next = decision ? ` -> ${decision.to ?? `nothing (${decision.because})`}` : ''
  io.err(`${visible(`${place} ${status}${cached}${next}`)}\n`)
}

function finish(given: Arguments, io: Io, directory: Directory, result: ExecutionResult): number {
  const { success, data, graph } = result
  const { pinned, troubles } = keepLockfiles(result, directory, lockGiven(given))
  for (const path of pinned) io.err(`Pinned: ${visible(path)}\n`)
  for (const trouble of troubles) io.err(`${visible(trouble)}\n`)
  const changes = changesOf(result)
  const left: readonly NotKept[] = given.flag('keep') ? keepChanges(changes, directory) : changes
  for (const { path, because } of left)
    io.err(`${visible(path)} was changed but not kept${because === undefined ? '.' : `: ${visible(because)}`}\n`)
  const { graph: _walk, ...document } = result
  if (given.flag('json')) printJson(io, resultMessage(document))
  else if (graph) printJson(io, data)
  io.err(`${lineEnd(result)}${harmless(verdictLines(result).join('\n'))}\n`)
  const isWritten = troubles.length === 0 && left.every(({ isLost = false }) => !isLost)
  if (!isWritten) return 1
  return success ? 0 : 1
}

/**
 * R14.2: the last lines of a run: the error that the tool reports, unless it is printed already, and the ending.
 */
function verdictLines(result: ExecutionResult): readonly string[] {
  const { error, success, output, graph } = result
  const { text, advice } = describeResult(result)
  const isPrinted = !graph && output !== null && !isRequest(output) && error === output.stderr.text
  const said = success || isPrinted || error === '' || error === text || error === advice ? [] : [error]
  const verdict = `Result: ${text}.${advice === '' ? '' : ` ${advice}`}`
  return [...said.map((one) => (typeof one === 'string' ? one : writeJson(one))), verdict]
}

/** A line break if the tool's standard error did not end with one. */
function lineEnd({ output, graph }: ExecutionResult): string {
  if (graph || output === null || isRequest(output)) return ''
  return output.stderr.text === '' || output.stderr.text.endsWith('\n') ? '' : '\n'
}
