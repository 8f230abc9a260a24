import {
  ProtocolError,
  ProtocolErrorCode,
  type ListResourcesResult,
  type McpServer,
  type Resource,
} from '@modelcontextprotocol/server'
import { answerBytes } from './answer.ts'

const scheme = 'rye-chain://'

/**
 * List resources page by page, each within the size limit of an answer. The library would send all of them in one
 * response.
 */
export function listByPages(server: McpServer, list: () => readonly Resource[]): void {
  server.server.setRequestHandler('resources/list', ({ params }) => pageAfter(list(), params?.cursor))
}

/**
 * The resources after a cursor that fit on one page. The cursor is the address of the last listed resource, so a change
 * to earlier resources does not shift the next page.
 */
function pageAfter(all: readonly Resource[], cursor: string | undefined): ListResourcesResult {
  const last = cursor ? addressIn(cursor) : ''
  const left = all.filter(({ uri }) => uri > last).sort((a, b) => (a.uri < b.uri ? -1 : 1))
  const resources: Resource[] = []
  for (const resource of left) {
    const page = pageOf([...resources, resource], true)
    if (resources.length > 0 && Buffer.byteLength(JSON.stringify(page)) > answerBytes) return pageOf(resources, true)
    resources.push(resource)
  }
  return pageOf(resources, false)
}

function pageOf(resources: readonly Resource[], goesOn: boolean): ListResourcesResult {
  const nextCursor = Buffer.from(resources.at(-1)?.uri ?? '').toString('base64url')
  return { resources: [...resources], ...(goesOn ? { nextCursor } : {}) }
}

function addressIn(cursor: string): string {
  const address = Buffer.from(cursor, 'base64url').toString()
  if (address.startsWith(scheme)) return address
  throw new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This cursor is not from an answer of this server. Omit the cursor to start again.',
  )
}
