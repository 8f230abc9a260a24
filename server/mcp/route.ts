import { availableParallelism } from 'node:os'
import type { Engine, RunningFacts } from '../engine/host.ts'
import { mcpRoute } from './http.ts'
import { policyFolder } from './policy.ts'
import { Roots } from './roots.ts'
import { Workplace } from './workplace.ts'
import { ReportedError } from '../project/reported-error.ts'
import { agentProjects } from './agent-projects.ts'
import type { AgentSettings } from './agent-settings.ts'
import { heartbeatMs } from './start.ts'

/**
 * An engine with `/mcp` for folders of this machine, in the server's sandbox. A hosted server does not have this
 * route, because it offers no folders.
 */
export function withAgents(
  engine: Engine,
  facts: RunningFacts,
  { machine, lines }: Pick<AgentSettings, 'machine' | 'lines'>,
): Engine {
  const { config, report, sandbox, http, log } = facts
  if (config.hosted) return engine
  const roots = new Roots(config.mcp_roots, machine.cwd)
  const projects = agentProjects({
    machine,
    lines,
    roots,
    options: {},
    limits: config.limits,
    http,
    sandbox: () =>
      report.level === 'none' && !config.unsafe_no_sandbox
        ? Promise.reject(
            new ReportedError('trouble', `Runs are off: no sandbox works on this machine.\n${report.hint ?? ''}`),
          )
        : Promise.resolve(sandbox),
    // The server owns the sandbox and closes it.
    close: () => Promise.resolve(),
  })
  const workplace = new Workplace({
    projects,
    roots,
    policies: policyFolder(machine.env),
    runsAtOnce: availableParallelism(),
    heartbeatMs,
    onBug: (error) => log.error({ error }, 'MCP request failed'),
  })
  const route = mcpRoute(workplace, (error) => log.debug({ error: error.message }, 'mcp'))
  return {
    ...engine,
    routes: { ...engine.routes, '/mcp': (request) => route.answer(request) },
    async close() {
      await route.close()
      await engine.close?.()
    },
  }
}
