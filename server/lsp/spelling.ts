import type { Message } from 'vscode-languageserver/node'
import { diskOf } from './places.ts'

type Params = Readonly<Record<string, unknown>>

/**
 * Converts messages to one spelling. A file has the URI with which the editor opened it, because some editors encode
 * the same path differently in later messages. A range that is null is absent.
 */
export function oneSpelling(): (message: Message) => Message {
  /** The URI of each open file, by its path. */
  const open = new Map<string, string>()
  return (message) => {
    if (!('method' in message) || !('params' in message) || !isObject(message.params)) return message
    const { params } = message
    const { textDocument, contentChanges } = params
    if (!isObject(textDocument) || typeof textDocument['uri'] !== 'string') return message
    const given = textDocument['uri']
    const path = diskOf(given) ?? given
    const uri = open.get(path) ?? given
    if (message.method === 'textDocument/didOpen') open.set(path, uri)
    if (message.method === 'textDocument/didClose') open.delete(path)
    const changes = Array.isArray(contentChanges) ? { contentChanges: contentChanges.map(withoutNulls) } : {}
    return { ...message, params: { ...params, textDocument: { ...textDocument, uri }, ...changes } } as Message
  }
}

function withoutNulls(change: unknown): unknown {
  return isObject(change) ? Object.fromEntries(Object.entries(change).filter(([, value]) => value !== null)) : change
}

function isObject(value: unknown): value is Params {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}
