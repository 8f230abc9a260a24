import {
  ErrorCodes,
  Message,
  MessageType,
  type InitializeParams,
  type MessageStrategy,
  type MessageWriter,
  type NotificationMessage,
  type RequestMessage,
} from 'vscode-languageserver/node'
import { wrongParams } from './params.ts'
import { oneSpelling } from './spelling.ts'

/** Milliseconds between two checks that the editor is still running. */
const watch = 3_000

/**
 * The protocol lifecycle of a server, which the library does not implement. Requests before `initialize` and after
 * `shutdown` are refused, and invalid requests get an error response. Watching the editor does not keep the server
 * running after its input has ended.
 */
export function lifetime(writer: MessageWriter): MessageStrategy {
  let stage: 'new' | 'at work' | 'shut down' = 'new'
  const converted = oneSpelling()
  const refuse = (request: RequestMessage, code: number, message: string): void =>
    void writer.write({ jsonrpc: '2.0', id: request.id, error: { code, message } } as Message)
  /** Writes an error of a notification to the editor's log, because notifications have no response. */
  const note = (message: string): void =>
    void writer.write({
      jsonrpc: '2.0',
      method: 'window/logMessage',
      params: { type: MessageType.Error, message },
    } as Message)
  return {
    handleMessage(given, next) {
      const message = converted(given)
      const request = Message.isRequest(message) ? message : undefined
      const notification: NotificationMessage | undefined = Message.isNotification(message) ? message : undefined
      const sent = request ?? notification
      const wrong = sent && wrongParams(sent.method, sent.params)
      if (request?.method === 'initialize' && stage === 'new') {
        if (wrong !== undefined) return refuse(request, ErrorCodes.InvalidParams, `initialize: ${wrong}.`)
        stage = 'at work'
        return next(watched(request))
      }
      if (request && stage === 'new')
        return refuse(
          request,
          ErrorCodes.ServerNotInitialized,
          `${request.method} is not allowed before initialize. Send initialize first.`,
        )
      const past = stage === 'shut down' ? 'shutdown' : 'the first initialize'
      if (request && (stage === 'shut down' || request.method === 'initialize'))
        return refuse(request, ErrorCodes.InvalidRequest, `${request.method} is not allowed after ${past}.`)
      if (request && wrong !== undefined)
        return refuse(request, ErrorCodes.InvalidParams, `${request.method}: ${wrong}.`)
      if (notification && stage !== 'at work' && notification.method !== 'exit') return
      if (notification && wrong !== undefined) return note(`${notification.method}: ${wrong}.`)
      if (request?.method === 'shutdown') stage = 'shut down'
      return next(message)
    },
  }
}

/**
 * Replaces the library's watch of the editor process, whose timer would keep this program alive as long as the editor.
 */
function watched(message: RequestMessage): RequestMessage {
  const params = message.params as InitializeParams
  const { processId } = params
  if (typeof processId !== 'number') return message
  setInterval(() => isAlive(processId) || process.exit(1), watch).unref()
  return { ...message, params: { ...params, processId: null } } as RequestMessage
}

function isAlive(processId: number): boolean {
  try {
    return process.kill(processId, 0)
  } catch (error) {
    // If this program is not permitted to send a signal, the process exists.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
