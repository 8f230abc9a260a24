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
  throw wrongCursor()
}

function wrongCursor(): ProtocolError {
  return new ProtocolError(
    ProtocolErrorCode.InvalidParams,
    'This cursor is not from an answer of this server. Omit the cursor to start again.',
  )
}

/** The lists of the library. Each is sent as one page, so no cursor is valid. */
const onePageLists: readonly string[] = ['tools/list', 'prompts/list', 'resources/templates/list']

type Handler = (request: { readonly params?: { readonly cursor?: string } }, context: unknown) => unknown

/**
 * Refuse cursors of the lists that have one page. The library ignores them, so a client with a wrong cursor would read
 * the same page again. Call this before the library adds these lists.
 */
export function refuseCursors({ server }: McpServer): void {
  const set = server.setRequestHandler.bind(server) as (method: string, handler: Handler, ...more: unknown[]) => void
  const setChecked: typeof set = (method, handler, ...more) => {
    const checked: Handler = (request, context) => {
      if (request.params?.cursor) throw wrongCursor()
      return handler(request, context)
    }
    set(method, onePageLists.includes(method) ? checked : handler, ...more)
  }
  server.setRequestHandler = setChecked as typeof server.setRequestHandler
}
