import { availableParallelism } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { openRunSandbox } from '../project/run/prepared-run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { agentProjects } from './agent-projects.ts'
import type { AgentSettings } from './agent-settings.ts'
import { policyFolder } from './policy.ts'
import { serveClient } from './stdio.ts'
import { Workplace } from './workplace.ts'

/** Milliseconds between progress notifications during a run. */
export const heartbeatMs = 5_000

/** An additional event that ends a server, and the output for its error lines. */
interface Surroundings {
  readonly ended: Promise<void>
  err(line: string): void
}

/** Serve one agent until it disconnects; returns the exit code. Only protocol messages are written to the output. */
export async function serveAgents(
  start: Omit<AgentSettings, 'sandbox' | 'close'>,
  input: Readable,
  output: Writable,
  { ended, err }: Surroundings,
): Promise<number> {
  const opening = onceOpened(() => openRunSandbox(start.limits))
  const workplace = new Workplace({
    projects: agentProjects({ ...start, sandbox: opening.get, close: opening.close }),
    roots: start.roots,
    policies: policyFolder(start.machine.env),
    runsAtOnce: availableParallelism(),
    heartbeatMs,
    onBug: (error) => err(error instanceof Error ? (error.stack ?? error.message) : String(error)),
  })
  const isWell = await serveClient(workplace, input, output, ended, err)
  if (!isWell) input.destroy()
  return isWell ? 0 : 1
}

/** A sandbox that opens with the first run; it is closed only if it was opened. */
function onceOpened(open: () => Promise<Sandbox>) {
  let opened: Promise<Sandbox> | undefined
  return {
    get: (): Promise<Sandbox> => (opened ??= open()),
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  }
}
