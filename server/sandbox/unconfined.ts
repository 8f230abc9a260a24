import { spawn } from 'node:child_process'
import { Capture, type ProcessEnding, type ProcessOutcome } from '#core/run'
import { collectChanges } from './changes.ts'
import { materialize } from './materialize.ts'
import type { ProcessRun } from './subprocess.ts'
import { DRAIN_MS } from './subprocess.ts'
import { capturedText } from './captured-text.ts'
import { secondsOfRun, type LimitName } from './limits.ts'
import { OutputBatches } from './output-batches.ts'
import type { Sandbox } from './sandbox.ts'
import { within } from './within.ts'

/**
 * Run without isolation, only for `--unsafe-no-sandbox`. The workspace is not mounted at its own paths. Paths that
 * begin with `/project`, `/user` or `/system` are therefore rewritten to the real location of the files.
 */
export async function runUnconfined(sandbox: Sandbox, run: ProcessRun): Promise<ProcessOutcome> {
  const { limits } = sandbox
  const { plan } = run
  const dir = sandbox.base.newRun()
  const captures = { stdout: new Capture(limits.output_bytes), stderr: new Capture(limits.output_bytes) }
  const began = performance.now()
  const outcome = (ending: ProcessEnding, limit?: LimitName, changes?: ProcessOutcome['changes']): ProcessOutcome => ({
    primitive: plan.primitive,
    ending,
    stdout: capturedText(captures.stdout),
    stderr: capturedText(captures.stderr),
    duration_ms: performance.now() - began,
    ...(limit === undefined ? {} : { limit }),
    ...(changes === undefined ? {} : { changes }),
  })
  try {
    const caps = { files: limits.disk_entries / 2, bytes: limits.disk_bytes / 2, user: null }
    const laid = await materialize(run.files, dir, caps)
    if (laid.kind === 'refused') return outcome({ kind: 'not-started', reason: laid.reason })
    const here = (text: string): string =>
      text.replace(/(?<![\w.-])\/(project|user|system)(?=\/|$|[:;,'"\s])/g, `${dir}/$1`)
    const bound = secondsOfRun(plan.timeout, limits)
    let cut: { ending: ProcessEnding; limit?: LimitName } | undefined
    const child = spawn(here(plan.command), plan.args.map(here), {
      cwd: here(plan.cwd ?? '/project'),
      env: Object.fromEntries(Object.entries(plan.env).map(([name, value]) => [name, here(value)])),
      detached: true,
      stdio: ['pipe', 'pipe', 'pipe'],
    })
    const end = (ending: ProcessEnding, limit?: LimitName): void => {
      cut ??= limit === undefined ? { ending } : { ending, limit }
      killGroup(child.pid)
    }
    const batches = new OutputBatches((stream, chunk) => run.onOutput?.(stream, chunk))
    for (const stream of ['stdout', 'stderr'] as const) {
      child[stream].on('data', (chunk: Buffer) => {
        batches.add(stream, chunk.subarray(0, captures[stream].take(chunk)))
        if (captures.stdout.bytes + captures.stderr.bytes <= limits.output_flood_bytes) return
        end({ kind: 'output-limit', limit_bytes: limits.output_flood_bytes }, 'output_flood_bytes')
      })
    }
    child.stdin.on('error', () => {})
    child.stdin.end(plan.input ?? '')
    const cancel = (): void => end({ kind: 'cancelled' })
    run.signal.addEventListener('abort', cancel)
    if (run.signal.aborted) cancel()
    const wall = setTimeout(
      () => end({ kind: 'timed-out', after_ms: bound.seconds * 1000 }, bound.limit),
      bound.seconds * 1000,
    )
    run.onStarted?.()
    const drained = new Promise<void>((resolve) => child.on('close', () => resolve()))
    const ending = await new Promise<ProcessEnding>((resolve) => {
      child.on('error', (error) => {
        if ('code' in error && error.code === 'ENOENT') {
          captures.stderr.take(Buffer.from(`${plan.command}: No such file or directory\n`))
          resolve({ kind: 'exited', return_code: 127 })
        } else resolve({ kind: 'not-started', reason: error.message })
      })
      child.on('exit', (code, signal) => {
        resolve(signal === null ? { kind: 'exited', return_code: code ?? 0 } : { kind: 'killed', signal })
      })
    })
    clearTimeout(wall)
    run.signal.removeEventListener('abort', cancel)
    killGroup(child.pid)
    // A process that left the process group can keep the pipes open.
    await within(DRAIN_MS, drained)
    batches.flush()
    const changes = await collectChanges(dir, laid.stamps, {
      entries: limits.disk_entries,
      bytes: limits.change_bytes,
      fileBytes: limits.file_bytes,
    })
    return outcome(cut?.ending ?? ending, cut?.limit, changes)
  } finally {
    await sandbox.base.removeRun(dir)
  }
}

function killGroup(pid: number | undefined): void {
  if (pid === undefined) return
  try {
    process.kill(-pid, 'SIGKILL')
  } catch {
    // The group has no processes left.
  }
}
