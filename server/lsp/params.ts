type Params = Readonly<Record<string, unknown>>

/**
 * What a request or a notification lacks without which nothing can be done about it, undefined where it lacks nothing. The library hands
 * parameters on as they come, and what breaks on them looks like a mistake of the server.
 */
export function wrongParams(method: string, params: unknown): string | undefined {
  const needs = Object.hasOwn(needed, method) ? needed[method] : undefined
  if (!needs) return undefined
  if (!isObject(params)) return 'the parameters are no object'
  return needs.find(({ holds }) => !holds(params))?.lacks
}

interface Need {
  readonly lacks: string
  holds(params: Params): boolean
}

const inDocument: Need = {
  lacks: 'textDocument.uri is no text',
  holds: ({ textDocument }) => isObject(textDocument) && typeof textDocument['uri'] === 'string',
}
const atPosition: Need = {
  lacks: 'position is no line and character',
  holds: ({ position }) => isPosition(position),
}
const list = (
  within: string,
  of: (params: Params) => unknown,
  isOne = isObject as (one: unknown) => boolean,
): Need => ({
  lacks: `${within} is no list of what belongs there`,
  holds: (params) => {
    const all = of(params)
    return Array.isArray(all) && all.every(isOne)
  },
})
const isNamed = (one: unknown): boolean => isObject(one) && typeof one['uri'] === 'string'
const inEvent = (name: string): Need =>
  list(`event.${name}`, ({ event }) => (isObject(event) ? event[name] : undefined), isNamed)
const inText: Need = {
  lacks: 'textDocument has no version',
  holds: ({ textDocument }) => isObject(textDocument) && Number.isInteger(textDocument['version']),
}
const text = (name: string): Need => ({
  lacks: `${name} is no text`,
  holds: (params) => typeof params[name] === 'string',
})

const needed: Readonly<Record<string, readonly Need[]>> = {
  initialize: [
    { lacks: 'capabilities is no object', holds: ({ capabilities }) => isObject(capabilities) },
    { lacks: 'rootUri is no text', holds: ({ rootUri = null }) => rootUri === null || typeof rootUri === 'string' },
    list('workspaceFolders', ({ workspaceFolders }) => workspaceFolders ?? [], isNamed),
  ],
  'textDocument/hover': [inDocument, atPosition],
  'textDocument/completion': [inDocument, atPosition],
  'textDocument/definition': [inDocument, atPosition],
  'textDocument/references': [inDocument, atPosition],
  'textDocument/prepareRename': [inDocument, atPosition],
  'textDocument/rename': [inDocument, atPosition, text('newName')],
  'textDocument/codeAction': [
    inDocument,
    list('context.diagnostics', ({ context }) => (isObject(context) ? context['diagnostics'] : undefined)),
  ],
  'textDocument/codeLens': [inDocument],
  'textDocument/documentSymbol': [inDocument],
  'textDocument/semanticTokens/full': [inDocument],
  'textDocument/diagnostic': [inDocument],
  'workspace/diagnostic': [list('previousResultIds', ({ previousResultIds }) => previousResultIds)],
  'workspace/executeCommand': [text('command'), list('arguments', ({ arguments: given = [] }) => given)],
  'textDocument/didOpen': [
    inDocument,
    inText,
    {
      lacks: 'textDocument.text is no text',
      holds: ({ textDocument }) => isObject(textDocument) && typeof textDocument['text'] === 'string',
    },
  ],
  'textDocument/didChange': [
    inDocument,
    inText,
    list('contentChanges', ({ contentChanges }) => contentChanges, isContentChange),
  ],
  'textDocument/didClose': [inDocument],
  'textDocument/didSave': [inDocument],
  'textDocument/willSave': [inDocument],
  'workspace/didChangeWatchedFiles': [list('changes', ({ changes }) => changes, isNamed)],
  'workspace/didChangeWorkspaceFolders': [inEvent('added'), inEvent('removed')],
  '$/cancelRequest': [
    { lacks: 'id is no number or text', holds: ({ id }) => ['number', 'string'].includes(typeof id) },
  ],
  '$/setTrace': [text('value')],
  '$/progress': [{ lacks: 'there is no token', holds: ({ token }) => token !== undefined }],
}

function isContentChange(one: unknown): boolean {
  if (!isObject(one) || typeof one['text'] !== 'string') return false
  const { range } = one
  return range === undefined || (isObject(range) && isPosition(range['start']) && isPosition(range['end']))
}

function isPosition(value: unknown): boolean {
  return isObject(value) && isCount(value['line']) && isCount(value['character'])
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}
