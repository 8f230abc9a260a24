import type { Hono } from 'hono'
import type { RunService } from '../run/run-service.ts'
import type { GuardVariables } from './guard.ts'

/**
 * Probes for a supervisor, before every guard because a supervisor uses the address of a server. `/livez` reports that
 * the process responds, and `/readyz` reports whether it accepts runs. The probes report no other data.
 */
export function addProbes(
  app: Hono<{ Variables: GuardVariables }>,
  runService: RunService,
  isDraining: () => boolean,
): void {
  app.get('/livez', (c) => c.json({ status: 'alive' }))
  app.get('/readyz', async (c) => {
    const problem = isDraining() ? 'This server is stopping.' : (await runService.status()).problem
    return problem === null ? c.json({ status: 'ready' }) : c.json({ status: 'not ready', problem }, 503)
  })
}
