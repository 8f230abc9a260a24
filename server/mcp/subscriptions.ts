import { ProtocolError, ProtocolErrorCode, ResourceNotFoundError, type McpServer } from '@modelcontextprotocol/server'
import { projectFile } from './project-files.ts'
import { addressOf } from './resources.ts'
import { mostSubscriptions } from './subscribed.ts'
import type { Workplace } from './workplace.ts'

/** Lets a client subscribe to project files: it gets a notification after each change. */
export function addSubscriptions(server: McpServer, { roots, subscribed }: Workplace): void {
  const { server: connection } = server
  const open = new Map<string, () => void>()
  connection.setRequestHandler('resources/subscribe', ({ params: { uri } }) => {
    const path = isFile(uri) ? projectFile(roots, addressOf(new URL(uri)).path) : undefined
    if (path === undefined) throw new ResourceNotFoundError(uri)
    if (open.has(uri)) return {}
    // A disconnected client receives no notification.
    const end = subscribed.add(path, () => void connection.sendResourceUpdated({ uri }).catch(() => undefined))
    if (end === undefined)
      throw new ProtocolError(
        ProtocolErrorCode.InvalidRequest,
        `This server has ${mostSubscriptions} subscriptions, the maximum. Unsubscribe from another resource first.`,
      )
    open.set(uri, end)
    return {}
  })
  connection.setRequestHandler('resources/unsubscribe', ({ params: { uri } }) => {
    open.get(uri)?.()
    open.delete(uri)
    return {}
  })
  connection.onclose = () => open.forEach((end) => end())
}

/** Whether a resource is a file. Only files change; the other resources are fixed while the server runs. */
function isFile(uri: string): boolean {
  return /^(?:file:\/\/|rye-chain:\/\/files)\//.test(uri) && URL.canParse(uri)
}
