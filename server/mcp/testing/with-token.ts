import { createServer, request } from 'node:http'
import { once } from 'node:events'

/**
 * A proxy that adds a server's token to requests of programs that cannot send it. It replaces its own address with that
 * of the server, and passes on any other host and origin unchanged.
 */
export async function withToken(origin: string, token: string): Promise<{ readonly url: string; close(): void }> {
  const { hostname, port, host } = new URL(origin)
  const proxy = createServer((incoming, outgoing) => {
    const own = `${hostname}:${ownPort()}`
    const meant = (said: string | undefined): string | undefined => said?.replace(own, host)
    const { headers, method, url: path } = incoming
    const origins = headers.origin === undefined ? {} : { origin: meant(headers.origin) }
    const sent = { ...headers, ...origins, host: meant(headers.host), authorization: `Bearer ${token}` }
    const onward = request({ hostname, port, path, method, headers: sent }, (answer) => {
      outgoing.writeHead(answer.statusCode ?? 500, answer.headers)
      answer.pipe(outgoing)
    })
    onward.on('error', () => outgoing.destroy())
    incoming.pipe(onward)
  })
  const ownPort = (): number => {
    const address = proxy.address()
    return typeof address === 'object' && address ? address.port : 0
  }
  proxy.listen(0, hostname)
  await once(proxy, 'listening')
  return {
    url: `http://${hostname}:${ownPort()}/mcp`,
    close() {
      proxy.close()
      proxy.closeAllConnections()
    },
  }
}
