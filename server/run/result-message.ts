import {
  isRequest,
  type ExecutionResult,
  type FileChange,
  type JsonValue,
  type RunEvent,
  type RunOutput,
  type RequestKind,
} from '#core'

/** A result as it is sent: the content of files as base64, which JSON can carry. `readMessage` of core is the way back. */
export type ResultMessage = Omit<ExecutionResult, 'output'> & { readonly output: OutputMessage | null }

/** An event of a run as it is sent. */
export type SentEvent =
  | Exclude<RunEvent, { readonly event: 'result' | 'graph' }>
  | { readonly event: 'graph'; readonly data: JsonValue }
  | { readonly event: 'result'; readonly data: ResultMessage }

type ChangeMessage = Omit<FileChange, 'bytes'> & { readonly base64: string | null }
type OutputMessage =
  | Extract<RunOutput, { readonly primitive: RequestKind }>
  | (Omit<Exclude<RunOutput, { readonly primitive: RequestKind }>, 'changes'> & {
      readonly changes?: readonly ChangeMessage[]
    })

export function resultMessage({ output, ...result }: ExecutionResult): ResultMessage {
  return { ...result, output: output && outputMessage(output) }
}

function outputMessage(output: RunOutput): OutputMessage {
  if (isRequest(output)) return output
  const { changes, ...rest } = output
  return changes === undefined ? rest : { ...rest, changes: changes.map(changeMessage) }
}

function changeMessage({ bytes, ...change }: FileChange): ChangeMessage {
  return {
    ...change,
    base64: bytes === null ? null : Buffer.from(bytes.buffer, bytes.byteOffset, bytes.length).toString('base64'),
  }
}
