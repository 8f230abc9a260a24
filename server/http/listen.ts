import { createServer } from 'node:http'
import type { RequestListener, Server, ServerResponse } from 'node:http'
import type { Duplex } from 'node:stream'
import type { ServerConfig } from '../config.ts'
import { answerBroken, brokenRequest } from './broken-request.ts'

/** Time limits for a client to send its request; event streams have no such limit. */
export interface Patience {
  readonly headersMs: number
  /** The time limit for headers and body together, in milliseconds. */
  readonly requestMs: number
  /** The interval of connection checks, in milliseconds. */
  readonly checkMs: number
}

const PATIENCE: Patience = { headersMs: 10_000, requestMs: 30_000, checkMs: 1000 }

/** An open port whose requests wait for their listener. The port opens before any other part of the server starts. */
export interface Door {
  readonly port: number
  open(listener: RequestListener): void
  /** Close the port and idle connections, and one second later all other connections. */
  close(): Promise<void>
}

/** Listen on the configured port. If the default port is taken and was not requested, use a free one. */
export async function openDoor(config: ServerConfig, patience: Patience = PATIENCE): Promise<Door> {
  let answer = (_listener: RequestListener): void => {}
  const answering = new Promise<RequestListener>((resolve) => (answer = resolve))
  const latest = new WeakMap<Duplex, ServerResponse>()
  const server = createServer(
    {
      headersTimeout: patience.headersMs,
      requestTimeout: patience.requestMs,
      connectionsCheckingInterval: patience.checkMs,
    },
    (request, response) => {
      latest.set(request.socket, response)
      void answering.then((listener) => listener(request, response))
    },
  )
  server.on('clientError', (error: NodeJS.ErrnoException, socket) => {
    answerBroken(brokenRequest(error.code), socket, latest.get(socket))
  })
  const port = await listenWhereFree(server, config)
  return {
    port,
    open: (listener) => answer(listener),
    close() {
      const closed = new Promise<void>((resolve) => server.close(() => resolve()))
      setTimeout(() => server.closeAllConnections(), 1000).unref()
      return closed
    },
  }
}

async function listenWhereFree(server: Server, config: ServerConfig): Promise<number> {
  const { port, host, hosted, port_asked } = config
  const bound = await listen(server, port, host)
  if (!(bound instanceof Error)) return bound
  if (bound.code !== 'EADDRINUSE') throw bound
  // Clients behind a proxy would not find another port.
  if (!port_asked && !hosted) return listenWhereFree(server, { ...config, port: 0, port_asked: true })
  throw new Error(`Port ${port} is in use. Pass another number with --port, or 0 for a free port.`, { cause: bound })
}

/** The port on which the server listens, or the error. */
function listen(server: Server, port: number, address: string): Promise<number | NodeJS.ErrnoException> {
  return new Promise((resolve) => {
    server.once('error', resolve)
    server.listen(port, address, () => {
      const bound = server.address()
      resolve(typeof bound === 'object' && bound !== null ? bound.port : port)
    })
  })
}
