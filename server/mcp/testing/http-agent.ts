import { literalEngine, startTestServer, type TestServer } from '../../testing/server.ts'
import { userCommandLines } from '../../program/user-command-lines.ts'
import { withAgents } from '../route.ts'
import { envOf } from './agent.ts'

/** A real server with `/mcp` for a folder, which is also its home directory. */
export function serverWithAgents(cwd: string, flags: readonly string[] = []): Promise<TestServer> {
  const machine = { cwd, env: envOf(cwd), now: () => new Date() }
  return startTestServer(flags, (facts) => withAgents(literalEngine, facts, { machine, lines: userCommandLines([]) }))
}
