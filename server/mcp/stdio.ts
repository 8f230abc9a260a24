import type { Readable, Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { makeMcpServer } from './mcp-server.ts'
import type { Workplace } from './workplace.ts'

/** Serve one client until it goes, or until this program is ended; what it left running is ended with it. */
export async function serveClient(
  workplace: Workplace,
  input: Readable,
  output: Writable,
  ended: Promise<void>,
  onError: (error: Error) => void,
): Promise<void> {
  const gone = new Promise<void>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) input.once(event, () => resolve())
    for (const event of ['close', 'error'] as const) output.once(event, () => resolve())
  })
  const handle = serveStdio(() => makeMcpServer(workplace), {
    transport: new StdioServerTransport(input, output),
    onerror: onError,
  })
  await Promise.race([gone, ended])
  await handle.close()
  await workplace.close()
}
