import { homedir, tmpdir } from 'node:os'
import type { ProcessOutcome } from '#core/run'
import type { SnapshotFile } from '../sandbox/materialize.ts'
import type { HttpPlan, ProcessPlan } from '../plan.ts'
import { runProcess } from '../sandbox/subprocess.ts'
import type { ProcessRun } from '../sandbox/subprocess.ts'
import type { SandboxLevel } from '../sandbox/command.ts'
import { installationOf } from '../sandbox/installations.ts'
import { limitsWith } from '../sandbox/limits.ts'
import type { Limits } from '../sandbox/limits.ts'
import { installHint, openSandbox } from '../sandbox/probe.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'

const PATH = '/usr/bin:/bin'

export interface TestSandbox {
  readonly sandbox: Sandbox
  run(plan: Partial<ProcessPlan>, more?: Partial<ProcessRun>): Promise<ProcessOutcome>
  /** Run a Python program, with changes to the plan and with files. */
  python(program: string, more?: Partial<ProcessPlan>, files?: readonly SnapshotFile[]): Promise<ProcessOutcome>
  close(): Promise<void>
}

/** A complete plan; the test sets only the parts it needs. */
export function processPlan(plan: Partial<ProcessPlan>): ProcessPlan {
  return {
    primitive: 'execute',
    command: 'true',
    args: [],
    env: { PATH },
    cwd: null,
    input: null,
    timeout: 30,
    ...plan,
  }
}

/** An HTTP plan that sends one request without retries. */
export function requestPlan(url: string): HttpPlan {
  return {
    primitive: 'http_client',
    method: 'GET',
    url,
    headers: {},
    body: null,
    auth: null,
    retry: { max_attempts: 1, backoff: 'none' },
    timeout: 20,
    mode: 'sync',
  }
}

/**
 * A sandbox of exactly this level. If the machine does not support it, the test fails and names the packages to
 * install.
 */
export async function openTestSandbox(
  level: Exclude<SandboxLevel, 'none'> = 'full',
  limits: Partial<Limits> = {},
  useCgroups = true,
): Promise<TestSandbox> {
  const settings = {
    limits: limitsWith(limits),
    firstUser: 300_000,
    useCgroups,
    needsGroups: false,
    expose: [],
    spares: 1,
  }
  const { sandbox, report } = await openSandbox(tmpdir(), settings, [level])
  if (sandbox.level !== level) {
    throw new Error(
      `Sandbox level ${level} does not work here (${report.missing.join('; ')}). To install it: ${installHint()}`,
    )
  }
  const run: TestSandbox['run'] = async (plan, more = {}) => {
    const whole = processPlan(plan)
    const { outcome } = await runProcess(sandbox, {
      plan: whole,
      files: [],
      // Expose the Node that runs the tests, because it can be in any folder.
      installation: installationOf(whole, { onDisk: () => undefined, home: homedir() }),
      signal: new AbortController().signal,
      ...more,
    })
    return outcome
  }
  return {
    sandbox,
    run,
    python: (program, more = {}, files = []) =>
      run({ command: '/usr/bin/python3', args: ['-c', program], ...more }, { files }),
    close: () => sandbox.close(),
  }
}

/** A workspace file with this text. */
export function textFile(path: string, text: string, mode?: number): SnapshotFile {
  return { path, bytes: Buffer.from(text), ...(mode === undefined ? {} : { mode }) }
}
