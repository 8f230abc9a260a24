import { constants as osConstants } from 'node:os'
import { Capture, type ProcessEnding, type ProcessOutcome } from '#core/run'
import { collectChanges } from './changes.ts'
import { materialize, writeNew } from './materialize.ts'
import type { FileStamp, SnapshotFile } from './materialize.ts'
import type { ProcessPlan } from '../plan.ts'
import { capturedText } from './captured-text.ts'
import { bwrapOptions, bwrapScript, ON_DISK, utilLinuxScript, type Installation } from './command.ts'
import type { KeeperEnd } from './keeper.ts'
import { secondsOfRun, type LimitName, type Limits } from './limits.ts'
import type { PreparedSandbox } from './prepared.ts'
import { deniedCallsIn, filterArch } from './seccomp.ts'
import type { Sandbox } from './sandbox.ts'
import { OutputBatches } from './output-batches.ts'
import { watch } from './watchdog.ts'
import type { PeakUse } from './watchdog.ts'
import { within } from './within.ts'

export interface ProcessRun {
  readonly plan: ProcessPlan
  readonly files: readonly SnapshotFile[]
  readonly signal: AbortSignal
  /** The files that the plan's interpreter needs outside the paths of every run; undefined if there are none. */
  readonly installation?: Installation | undefined
  /** Called with output that fits in the stored beginning. */
  onOutput?(stream: 'stdout' | 'stderr', chunk: Buffer): void
  onStarted?(): void
}

export interface ProcessReport {
  readonly outcome: ProcessOutcome
  readonly peak: PeakUse
}

interface Ending {
  readonly ending: ProcessEnding
  readonly limit?: LimitName | undefined
}

/** The first external cause that ends a tool before it exits on its own. */
class Cut {
  #made: Ending | undefined
  readonly #kill: () => void

  constructor(kill: () => void) {
    this.#kill = kill
  }

  get made(): Ending | undefined {
    return this.#made
  }

  end(ending: ProcessEnding, limit?: LimitName): void {
    if (this.#made) return
    this.#made = { ending, limit }
    this.#kill()
  }
}

/**
 * Maximum milliseconds to read the output after all processes of a run have ended, because a process outside the run
 * can keep a pipe open.
 */
export const DRAIN_MS = 1000

const UNUSED: PeakUse = { memoryBytes: 0, processes: 0, cpuSeconds: 0 }

/** Run a process plan in the sandbox (R15.1), with argv, without a shell, and with only the plan's environment. */
export async function runProcess(sandbox: Sandbox, run: ProcessRun): Promise<ProcessReport> {
  const began = performance.now()
  const fault = planFault(run.plan)
  if (fault !== undefined) return notStarted(run.plan, fault, began)
  const prepared = await sandbox.prepare()
  if ('failed' in prepared) return notStarted(run.plan, `The sandbox could not start: ${prepared.failed}`, began)
  try {
    const { disk_entries, disk_bytes } = sandbox.limits
    const { disk } = prepared.keeper
    const caps = { files: disk_entries / 2, bytes: disk_bytes / 2, user: prepared.confinement.user }
    const laid = await materialize(run.files, disk, caps)
    if (laid.kind === 'refused') return notStarted(run.plan, laid.reason, began)
    const { input } = run.plan
    if (input !== null) writeNew(disk + ON_DISK.input, Buffer.from(input), 0o644)
    return await runInSandbox(sandbox, run, prepared, laid.stamps)
  } finally {
    prepared.dispose()
  }
}

async function runInSandbox(
  sandbox: Sandbox,
  run: ProcessRun,
  prepared: PreparedSandbox,
  stamps: ReadonlyMap<string, FileStamp>,
): Promise<ProcessReport> {
  const { limits } = sandbox
  const { keeper, cgroup } = prepared
  const cut = new Cut(() => keeper.killTool())
  const printed = capturePrinted(sandbox, run, prepared, cut)
  const watched = watchBounds(sandbox, run, prepared, cut)
  try {
    run.onStarted?.()
    const spawned = performance.now()
    const ended = await runScript(sandbox, run, prepared, cut)
    const duration_ms = performance.now() - spawned
    if (cgroup?.ranOutOfMemory() === true) cut.end(outOfMemory(limits), 'memory_bytes')
    // The tool has ended, so its time limit and its caller can no longer end it.
    watched.stop()
    const changes = await collectChanges(keeper.disk, stamps, {
      entries: limits.disk_entries,
      bytes: limits.change_bytes,
      fileBytes: limits.file_bytes,
    })
    await keeper.close()
    await within(DRAIN_MS, printed.drained)
    printed.batches.flush()
    const stdout = capturedText(printed.captures.stdout)
    const stderr = capturedText(printed.captures.stderr)
    const { ending, limit } = cut.made ?? endingOf(ended, stderr.text)
    const arch = sandbox.isFiltered ? filterArch(process.arch) : undefined
    const denied = arch === undefined ? [] : deniedCallsIn(`${stderr.text}\n${stdout.text}`, arch)
    const outcome: ProcessOutcome = {
      ...{ primitive: run.plan.primitive, ending, stdout, stderr, duration_ms },
      ...(changes === undefined ? {} : { changes }),
      ...(limit === undefined ? {} : { limit }),
      ...(denied.length === 0 ? {} : { denied_calls: denied }),
    }
    return { outcome, peak: watched.watchdog.peak }
  } finally {
    watched.stop()
  }
}

/** Store the output of the tool, publish the beginning, and end the tool if it prints too much. */
function capturePrinted({ limits }: Sandbox, run: ProcessRun, { keeper }: PreparedSandbox, cut: Cut) {
  const captures = { stdout: new Capture(limits.output_bytes), stderr: new Capture(limits.output_bytes) }
  const batches = new OutputBatches((stream, chunk) => run.onOutput?.(stream, chunk))
  const drained = (['stdout', 'stderr'] as const).map((stream) => {
    const socket = keeper[stream]
    socket.on('data', (chunk: Buffer) => {
      batches.add(stream, chunk.subarray(0, captures[stream].take(chunk)))
      if (captures.stdout.bytes + captures.stderr.bytes <= limits.output_flood_bytes) return
      cut.end({ kind: 'output-limit', limit_bytes: limits.output_flood_bytes }, 'output_flood_bytes')
    })
    socket.on('error', () => {})
    return new Promise<void>((resolve) => socket.on('close', () => resolve()))
  })
  return { captures, batches, drained: Promise.all(drained) }
}

/** End the tool when it is canceled, its time limit passes, or it exceeds another limit. */
function watchBounds({ limits }: Sandbox, { plan, signal }: ProcessRun, { keeper, cgroup }: PreparedSandbox, cut: Cut) {
  const cancel = (): void => cut.end({ kind: 'cancelled' })
  if (signal.aborted) cancel()
  signal.addEventListener('abort', cancel)
  const { seconds, limit } = secondsOfRun(plan.timeout, limits)
  const wall = setTimeout(() => {
    cut.end({ kind: 'timed-out', after_ms: Math.round(seconds * 1000) }, limit)
  }, seconds * 1000)
  const watchdog = watch(keeper.pid, limits, cgroup, (limit) =>
    cut.end(limit === 'memory_bytes' ? outOfMemory(limits) : { kind: 'killed', signal: 'SIGKILL' }, limit),
  )
  const stop = (): void => {
    clearTimeout(wall)
    watchdog.stop()
    signal.removeEventListener('abort', cancel)
  }
  return { watchdog, stop }
}

function outOfMemory({ memory_bytes }: Limits): ProcessEnding {
  return { kind: 'out-of-memory', limit_bytes: memory_bytes }
}

/** Start the tool and wait for its end, unless it was already canceled. */
async function runScript(
  { limits, level, isFiltered }: Sandbox,
  { plan, installation }: ProcessRun,
  { confinement, keeper }: PreparedSandbox,
  cut: Cut,
): Promise<KeeperEnd> {
  if (cut.made) return { kind: 'ended', status: 137, started: true }
  return level === 'full'
    ? keeper.run(bwrapScript(plan, limits), bwrapOptions(plan, confinement, isFiltered, installation))
    : keeper.run(utilLinuxScript(plan, confinement, limits, installation), [])
}

/**
 * The ending of a tool. The sandbox reports signal n as status 128 + n, so a tool that exits with such a status looks
 * the same.
 */
function endingOf(end: KeeperEnd, stderr: string): Ending {
  if (!end.started) {
    const reason = end.kind === 'failed' ? end.reason : stderr.trim().slice(0, 500) || 'the sandbox failed'
    return { ending: { kind: 'not-started', reason } }
  }
  // All processes of the run were killed with the keeper, but earlier effects of the tool remain.
  if (end.kind === 'failed') return { ending: { kind: 'killed', signal: 'SIGKILL' } }
  const signal = signalNames.get(end.status - 128)
  if (signal === undefined) return { ending: { kind: 'exited', return_code: end.status } }
  const ending = { kind: 'killed', signal } as const
  if (signal === 'SIGXCPU') return { ending, limit: 'cpu_seconds' }
  return signal === 'SIGXFSZ' ? { ending, limit: 'file_bytes' } : { ending }
}

/**
 * The names of signals by number. If a signal has two names (SIGABRT and SIGIOT, SIGIO and SIGPOLL), Linux lists the
 * common one first.
 */
const signalNames = new Map(
  Object.entries(osConstants.signals)
    .reverse()
    .map(([name, number]) => [number, name]),
)

function planFault(plan: ProcessPlan): string | undefined {
  if (plan.command === '') return 'The plan has no command. Set command in the config.'
  const words = [plan.command, ...plan.args, plan.cwd ?? '', ...Object.values(plan.env)]
  if (words.some((word) => word.includes('\0')))
    return 'The plan contains a NUL character, which is not valid in a command. Remove it from the parameters or the config.'
  const name = Object.keys(plan.env).find((key) => key === '' || key.includes('=') || key.includes('\0'))
  if (name !== undefined)
    return `${JSON.stringify(name)} is not a valid name of an environment variable. Use a name without "=".`
  if (plan.cwd !== null && !plan.cwd.startsWith('/'))
    return `The working directory ${plan.cwd} is not absolute. Write an absolute path in cwd.`
  return undefined
}

function notStarted({ primitive }: ProcessPlan, reason: string, began: number): ProcessReport {
  const nothing = { text: '', bytes: 0, omitted_bytes: 0 }
  const outcome: ProcessOutcome = {
    primitive,
    ending: { kind: 'not-started', reason },
    stdout: nothing,
    stderr: nothing,
    duration_ms: performance.now() - began,
  }
  return { outcome, peak: UNUSED }
}
