type Params = Readonly<Record<string, unknown>>

/**
 * The first missing or invalid parameter of a request or a notification; undefined if all are valid. The library does
 * not check parameters, so invalid ones would look like a server bug.
 */
export function wrongParams(method: string, params: unknown): string | undefined {
  const needs = Object.hasOwn(needed, method) ? needed[method] : undefined
  if (!needs) return undefined
  if (!isObject(params)) return 'the parameters are not an object'
  return needs.find(({ isMet }) => !isMet(params))?.lacks
}

interface Need {
  readonly lacks: string
  isMet(params: Params): boolean
}

const inDocument: Need = {
  lacks: 'textDocument.uri is not a string',
  isMet: ({ textDocument }) => isObject(textDocument) && typeof textDocument['uri'] === 'string',
}
const atPosition: Need = {
  lacks: 'position is not a line and a character',
  isMet: ({ position }) => isPosition(position),
}
const list = (
  within: string,
  of: (params: Params) => unknown,
  isOne = isObject as (one: unknown) => boolean,
): Need => ({
  lacks: `${within} is not a list of valid elements`,
  isMet: (params) => {
    const all = of(params)
    return Array.isArray(all) && all.every(isOne)
  },
})
const isNamed = (one: unknown): boolean => isObject(one) && typeof one['uri'] === 'string'
const inEvent = (name: string): Need =>
  list(`event.${name}`, ({ event }) => (isObject(event) ? event[name] : undefined), isNamed)
const inText: Need = {
  lacks: 'textDocument has no version',
  isMet: ({ textDocument }) => isObject(textDocument) && Number.isInteger(textDocument['version']),
}
const text = (name: string): Need => ({
  lacks: `${name} is not a string`,
  isMet: (params) => typeof params[name] === 'string',
})

const needed: Readonly<Record<string, readonly Need[]>> = {
  initialize: [
    { lacks: 'capabilities is not an object', isMet: ({ capabilities }) => isObject(capabilities) },
    {
      lacks: 'rootUri is neither a string nor null',
      isMet: ({ rootUri = null }) => rootUri === null || typeof rootUri === 'string',
    },
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
  'textDocument/documentHighlight': [inDocument, atPosition],
  'textDocument/foldingRange': [inDocument],
  'workspace/symbol': [text('query')],
  'textDocument/documentSymbol': [inDocument],
  'textDocument/semanticTokens/full': [inDocument],
  'textDocument/diagnostic': [inDocument],
  'workspace/diagnostic': [list('previousResultIds', ({ previousResultIds }) => previousResultIds)],
  'workspace/executeCommand': [text('command'), list('arguments', ({ arguments: given = [] }) => given)],
  'textDocument/didOpen': [
    inDocument,
    inText,
    {
      lacks: 'textDocument.text is not a string',
      isMet: ({ textDocument }) => isObject(textDocument) && typeof textDocument['text'] === 'string',
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
    { lacks: 'id is not a number or a string', isMet: ({ id }) => ['number', 'string'].includes(typeof id) },
  ],
  '$/setTrace': [text('value')],
  '$/progress': [{ lacks: 'token is missing', isMet: ({ token }) => token !== undefined }],
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
