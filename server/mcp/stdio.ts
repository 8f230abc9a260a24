import type { Readable, Writable } from 'node:stream'
import { serveStdio, StdioServerTransport } from '@modelcontextprotocol/server/stdio'
import { visible } from '#core/text'
import { ExactLines } from './exact-messages.ts'
import { Exchange } from './exchange.ts'
import { LongLines, messageBytes } from './long-lines.ts'
import { makeMcpServer } from './mcp-server.ts'
import type { Workplace } from './workplace.ts'

/** A connection that reports its end; unreadable input, such as an endless message, also ends it. */
class Connection extends StdioServerTransport {
  #resolveClosed = (): void => undefined
  readonly closed = new Promise<void>((resolve) => (this.#resolveClosed = resolve))

  override async close(): Promise<void> {
    await super.close()
    this.#resolveClosed()
  }
}

/**
 * Serve one client until it disconnects or sends unreadable input, or until this program is ended. The client's runs
 * then end too. Returns false only after unreadable input.
 */
export async function serveClient(
  workplace: Workplace,
  input: Readable,
  output: Writable,
  ended: Promise<void>,
  onError: (line: string) => void,
): Promise<boolean> {
  const gone = new Promise<true>((resolve) => {
    for (const event of ['end', 'close', 'error'] as const) input.once(event, () => resolve(true))
    for (const event of ['close', 'error'] as const) output.once(event, () => resolve(true))
  })
  const exchange = new Exchange((line) => output.write(`${line}\n`))
  const answers = new ExactLines((text) => exchange.outgoing(text))
  answers.pipe(output)
  const short = new LongLines((id) => {
    const message = `The message has more than ${messageBytes} bytes and was not read. Send a shorter one.`
    output.write(`${JSON.stringify({ jsonrpc: '2.0', id, error: { code: -32600, message } })}\n`)
  })
  const messages = input.pipe(short).pipe(new ExactLines((text) => exchange.incoming(text)))
  const connection = new Connection(messages, answers, {
    // The conversion writes out numbers that JavaScript cannot represent, so messages get longer.
    maxBufferSize: 16 * messageBytes,
  })
  const handle = serveStdio(({ era }) => makeMcpServer(workplace, era === 'legacy'), {
    transport: connection,
    onerror: (error) => onError(visible(error.message)),
  })
  const isWell = await Promise.race([gone, ended.then(() => true), connection.closed.then(() => false)])
  // An open input would keep the process running.
  input.unpipe()
  input.pause()
  await handle.close()
  await workplace.close()
  return isWell
}
