import { availableParallelism } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import { openRunSandbox } from '../project/run/prepared-run.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import { agentProjects } from './agent-projects.ts'
import type { AgentSettings } from './agent-settings.ts'
import { policyFolder } from './policy.ts'
import { serveClient } from './stdio.ts'
import { Workplace } from './workplace.ts'

/** Limits of runs that differ from the usual ones, as settings write them: most clients give a call one minute. */
export const usualLimits = ['wall_seconds=45'] as const
/** How often a connected client is notified that a run continues. */
export const heartbeatMs = 5_000

/** What else ends a server, and where its errors are printed, line by line. */
interface Surroundings {
  readonly ended: Promise<void>
  err(line: string): void
}

/** Serve one agent until it goes; answers the exit code. Nothing but the protocol is written to the output. */
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

/** A sandbox that is opened when the first run comes, and closed if it ever was. */
function onceOpened(open: () => Promise<Sandbox>) {
  let opened: Promise<Sandbox> | undefined
  return {
    get: (): Promise<Sandbox> => (opened ??= open()),
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  }
}
