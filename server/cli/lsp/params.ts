type Params = Readonly<Record<string, unknown>>

/**
 * What a request lacks without which it cannot be answered, undefined where it lacks nothing. The library hands parameters on as they
 * come, and what breaks on them looks like a mistake of the server.
 */
export function wrongParams(method: string, params: unknown): string | undefined {
  const needs = needed[method]
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
  holds: ({ position }) => isObject(position) && isCount(position['line']) && isCount(position['character']),
}
const list = (within: string, of: (params: Params) => unknown): Need => ({
  lacks: `${within} is no list`,
  holds: (params) => Array.isArray(of(params)),
})
const text = (name: string): Need => ({
  lacks: `${name} is no text`,
  holds: (params) => typeof params[name] === 'string',
})

const needed: Readonly<Record<string, readonly Need[]>> = {
  initialize: [{ lacks: 'capabilities is no object', holds: ({ capabilities }) => isObject(capabilities) }],
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
  'workspace/executeCommand': [text('command')],
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function isCount(value: unknown): boolean {
  return Number.isInteger(value) && Number(value) >= 0
}
