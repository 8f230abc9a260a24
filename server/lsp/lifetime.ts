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

/** Milliseconds between two looks at whether the editor still lives. */
const watch = 3_000

/**
 * The life of a server as the protocol has it, which the library leaves to its user: before `initialize` and after `shutdown` nothing is
 * answered, what is asked amiss is said to be so, and the clock that watches the editor keeps nobody alive whose input has ended.
 */
export function lifetime(writer: MessageWriter): MessageStrategy {
  let stage: 'new' | 'at work' | 'shut down' = 'new'
  const refuse = (request: RequestMessage, code: number, message: string): void =>
    void writer.write({ jsonrpc: '2.0', id: request.id, error: { code, message } } as Message)
  /** Nobody waits for an answer to a notification: the editor's log is told. */
  const note = (message: string): void =>
    void writer.write({
      jsonrpc: '2.0',
      method: 'window/logMessage',
      params: { type: MessageType.Error, message },
    } as Message)
  return {
    handleMessage(message, next) {
      const asked = Message.isRequest(message) ? message : undefined
      const told: NotificationMessage | undefined = Message.isNotification(message) ? message : undefined
      const sent = asked ?? told
      const wrong = sent && wrongParams(sent.method, sent.params)
      if (asked?.method === 'initialize' && stage === 'new') {
        if (wrong !== undefined) return refuse(asked, ErrorCodes.InvalidParams, `initialize: ${wrong}.`)
        stage = 'at work'
        return next(watched(asked))
      }
      if (asked && stage === 'new') return refuse(asked, ErrorCodes.ServerNotInitialized, 'initialize comes first.')
      if (asked && (stage === 'shut down' || asked.method === 'initialize'))
        return refuse(asked, ErrorCodes.InvalidRequest, `${asked.method} comes too late.`)
      if (asked && wrong !== undefined) return refuse(asked, ErrorCodes.InvalidParams, `${asked.method}: ${wrong}.`)
      if (told && stage !== 'at work' && told.method !== 'exit') return
      if (told && wrong !== undefined) return note(`${told.method}: ${wrong}.`)
      if (asked?.method === 'shutdown') stage = 'shut down'
      return next(message)
    },
  }
}

/** The editor is watched here: the clock of the library would keep this program for as long as the editor lives. */
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
    // One that may not be asked is there.
    return error instanceof Error && 'code' in error && error.code === 'EPERM'
  }
}
