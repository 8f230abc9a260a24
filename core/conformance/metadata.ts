import { everyPart } from '#core/answer'
import { encodeValue, fieldNames, fieldValue, parseForDocument, plain, type Metadata } from '#core/read'
import { dialects } from '#core/rules'
import { asRecord, asText, type Json } from './json.ts'
import { dialectOf, worldOf, write } from './world.ts'

/** Answers questions `{path, text | b64}` with `{metadata, parsed?}` (corpus README, area `metadata`). */
export function answerMetadata(rev: string, input: Json): Json {
  const { path: at, text, b64 } = asRecord(input)
  const path = asText(at)
  const { tree, workspace } = worldOf(rev, {})
  if (b64 === undefined) write(tree, path, asText(text))
  else tree.write(path, new Uint8Array(Buffer.from(asText(b64), 'base64')))
  const metadata = workspace.metadata(path)
  if (!metadata) throw new Error(`${path} has no metadata`)
  return { metadata: metadataJson(metadata), ...parsed(rev, path, workspace.file(path)?.text) }
}

/** The metadata fields of a file, by their normalized names. */
export function metadataJson(metadata: Metadata): Json {
  const entries = fieldNames.flatMap((name) => {
    const value = fieldValue(metadata, name)
    return value === undefined ? [] : [[name, encodeValue(value)] as const]
  })
  return Object.fromEntries(entries)
}

function parsed(rev: string, path: string, text: string | undefined): { readonly parsed?: Json } {
  if (text === undefined) return { parsed: { error: 'Failure' } }
  const document = parseForDocument(path, text, dialects[dialectOf(rev)], everyPart)
  switch (document.kind) {
    case 'python': {
      const { docstring, literals } = document.module
      const values = new Map(literals.map((literal) => [literal.name, encodeValue(plain(literal.value))]))
      const about = docstring === undefined ? [] : [['__docstring__', docstringText(plain(docstring))] as const]
      // The reference stores a failed parse under the name `error`, so the recorder mistook a variable with this name
      // for a failure: the recording has only the variable's type and text.
      const message = values.get('error')
      if (typeof message === 'string' && message.startsWith('Syntax error'))
        return { parsed: { error: 'SyntaxError', message } }
      return { parsed: Object.fromEntries([...values, ...about]) }
    }
    case 'python-syntax-error':
      return { parsed: { error: 'SyntaxError' } }
    case 'yaml': {
      const value = document.document && plain(document.document)
      return { parsed: isFalsy(value) ? {} : encodeValue(value ?? null) }
    }
    case 'none':
      return { parsed: null }
    case 'yaml-invalid':
    case 'javascript':
    case 'lacking':
      return {}
  }
}

function docstringText(value: unknown): string {
  return typeof value === 'string' ? value.trim() : ''
}

function isFalsy(value: unknown): boolean {
  return (
    value === null ||
    value === undefined ||
    value === '' ||
    value === 0 ||
    value === false ||
    (Array.isArray(value) && value.length === 0)
  )
}
