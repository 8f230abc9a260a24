import { randomUUID } from 'node:crypto'
import { WebStandardStreamableHTTPServerTransport, type McpServer } from '@modelcontextprotocol/server'
import * as v from 'valibot'

/** Maximum number of open sessions; a new session then closes the one that was unused for the longest time. */
export const openSessions = 64

interface Session {
  readonly server: McpServer
  readonly transport: WebStandardStreamableHTTPServerTransport
}

/** The start of a connection whose client can show a form. */
const asksForForms = v.object({
  method: v.literal('initialize'),
  params: v.object({ capabilities: v.object({ elicitation: v.looseObject({}) }) }),
})

const requestId = v.object({ method: v.string(), id: v.union([v.string(), v.number()]) })

/**
 * The sessions of clients that use protocol 2025 over HTTP and can show forms: the server can only ask on a connection
 * that it knows. Other requests need no session.
 */
export class Sessions {
  readonly #make: () => McpServer
  readonly #onError: (error: Error) => void
  /** The least recently used session is first. */
  readonly #open = new Map<string, Session>()

  constructor(make: () => McpServer, onError: (error: Error) => void) {
    this.#make = make
    this.#onError = onError
  }

  /** The answer to a request that starts or uses a session; undefined for other requests. */
  async answer(request: Request, body: unknown): Promise<Response | undefined> {
    const id = request.headers.get('mcp-session-id')
    if (id === null && !v.is(asksForForms, body)) return undefined
    const session = id === null ? await this.#begin() : this.#open.get(id)
    if (session === undefined) return unknownSession()
    if (id !== null) {
      this.#open.delete(id)
      this.#open.set(id, session)
    }
    request.signal.addEventListener('abort', () => cancel(session, body))
    return session.transport.handleRequest(request, body === undefined ? {} : { parsedBody: body })
  }

  async close(): Promise<void> {
    await Promise.all([...this.#open.values()].map(({ server }) => server.close()))
    this.#open.clear()
  }

  async #begin(): Promise<Session> {
    const server = this.#make()
    const transport: WebStandardStreamableHTTPServerTransport = new WebStandardStreamableHTTPServerTransport({
      sessionIdGenerator: () => randomUUID(),
      onsessioninitialized: (id) => this.#keep(id, { server, transport }),
      onsessionclosed: (id) => void this.#open.delete(id),
    })
    transport.onerror = this.#onError
    await server.connect(transport)
    return { server, transport }
  }

  #keep(id: string, session: Session): void {
    this.#open.set(id, session)
    const [oldest] = this.#open
    if (this.#open.size <= openSessions || oldest === undefined) return
    this.#open.delete(oldest[0])
    oldest[1].server.close().catch(this.#onError)
  }
}

/** Cancel the calls of a request whose client disconnected, because their answers cannot reach the client. */
function cancel({ transport }: Session, body: unknown): void {
  for (const message of Array.isArray(body) ? body : [body])
    if (v.is(requestId, message))
      transport.onmessage?.({
        jsonrpc: '2.0',
        method: 'notifications/cancelled',
        params: { requestId: message.id, reason: 'The client disconnected.' },
      })
}

/** The response for an unknown session, after which a client starts a new session (protocol 2025). */
function unknownSession(): Response {
  const error = { code: -32001, message: 'This session does not exist. Send initialize again.' }
  return Response.json({ jsonrpc: '2.0', id: null, error }, { status: 404 })
}
