import { InMemoryTransport, type Client } from '@modelcontextprotocol/client'
import { serveStdio } from '@modelcontextprotocol/server/stdio'
import { mcpRoute } from '../http.ts'
import { makeMcpServer } from '../mcp-server.ts'
import { policyFolder } from '../policy.ts'
import { Roots } from '../roots.ts'
import { Workplace } from '../workplace.ts'
import { limitsWith } from '../../sandbox/limits.ts'
import { openTestSandbox } from '../../testing/sandbox.ts'
import type { ProjectOptions } from '../../project/options.ts'
import { userCommandLines } from '../../program/user-command-lines.ts'
import { agentProjects } from '../agent-projects.ts'
import type { AgentSettings } from '../agent-settings.ts'
import { envOf, makeClient, type Era, type User } from './agent.ts'
import { rawBody, rawHeaders, type RawAnswer } from './raw.ts'

/** Makes servers in this process, without connections. All servers of a test file share a sandbox. */
export interface TestPlace {
  at(cwd: string, more?: { readonly options?: ProjectOptions; readonly roots?: readonly string[] }): Workplace
  close(): Promise<void>
}

/** Makes servers without a sandbox, which start no runs. */
export function placeWithout(): TestPlace {
  return placeOver(() => Promise.reject(new Error('nothing is run here')))
}

/** Makes servers with the product's sandbox, at level full. */
export async function openPlace(): Promise<TestPlace> {
  const { sandbox, close } = await openTestSandbox()
  return { ...placeOver(() => Promise.resolve(sandbox)), close }
}

function placeOver(sandbox: AgentSettings['sandbox']): TestPlace {
  return {
    at(cwd, { options = {}, roots: folders = ['project'] } = {}) {
      const roots = new Roots(folders, cwd)
      const limits = limitsWith({})
      const machine = { cwd, env: envOf(cwd), now: () => new Date() }
      const lines = userCommandLines(options.user === undefined ? [] : [['user', options.user]])
      const http = { reach: { allowed: [], allowedPrivate: [] }, limits }
      return new Workplace({
        projects: agentProjects({
          ...{ machine, roots, options, lines, limits, http, sandbox },
          close: () => Promise.resolve(),
        }),
        roots,
        policies: policyFolder(machine.env),
        runsAtOnce: 2,
        heartbeatMs: 20,
        onBug(error) {
          throw error
        },
      })
    },
    close: () => Promise.resolve(),
  }
}

/** The official client, connected without a separate process. */
export async function agentOf(
  workplace: Workplace,
  { era = 'auto', person }: { readonly era?: Era; readonly person?: User } = {},
): Promise<Client> {
  const agent = makeClient(era, person)
  const [here, there] = InMemoryTransport.createLinkedPair()
  serveStdio(({ era: spoken }) => makeMcpServer(workplace, spoken === 'legacy'), { transport: there })
  await agent.connect(here)
  return agent
}

/** Sends a call without a client library, with any claim about approvals. */
export function rawCaller(workplace: Workplace): (name: string, given: object, more?: object) => Promise<RawAnswer> {
  const route = mcpRoute(workplace, () => undefined)
  return async (name, given, more = {}) => {
    const body = JSON.stringify(rawBody(name, given, more))
    const headers = { ...rawHeaders(name), 'content-type': 'application/json' }
    const answer = await route.answer(new Request('http://127.0.0.1/mcp', { method: 'POST', headers, body }))
    return (await answer.json()) as RawAnswer
  }
}
