import { literalEngine, startTestServer, type TestServer } from '../../testing/server.ts'
import { processIo } from '../../cli/io.ts'
import { withAgents } from '../route.ts'
import { envOf } from './agent.ts'

/** A real server with `/mcp` on folders, whose data lie in one of them. */
export function serverWithAgents(cwd: string, flags: readonly string[] = []): Promise<TestServer> {
  const io = { ...processIo(), cwd, env: envOf(cwd) }
  return startTestServer(flags, (facts) => withAgents(literalEngine, facts, io))
}
