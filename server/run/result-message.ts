import { writeJson, type JsonValue } from '#core/read'
import { isRequest, type RequestKind } from '#core/rules'
import type { ExecutionResult, FileChange, RunEvent, RunOutput } from '#core/run'
import { Turns } from '../turns.ts'

/** A result as it is sent: the content of files as base64, which JSON can carry. `readMessage` of core is the way back. */
type ResultMessage = Omit<ExecutionResult, 'output'> & { readonly output: OutputMessage | null }

/** An event of a run as it is sent; a result is JSON text already. */
export type SentEvent =
  | Exclude<RunEvent, { readonly event: 'result' | 'graph' }>
  | { readonly event: 'graph'; readonly data: JsonValue }
  | { readonly event: 'result'; readonly text: string }

type ChangeMessage = Omit<FileChange, 'bytes'> & { readonly base64: string | null }
type OutputMessage =
  | Extract<RunOutput, { readonly primitive: RequestKind }>
  | (Omit<Exclude<RunOutput, { readonly primitive: RequestKind }>, 'changes'> & {
      readonly changes?: readonly ChangeMessage[]
    })

/** What is known of a run once it has ended, and its result as it is sent. */
export interface EndedRun {
  readonly result: Omit<ExecutionResult, 'data'>
  /** The whole result, as JSON text. */
  readonly text: string
}

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

/** The result of a run as it is sent. */
export function endedRun({ data, ...result }: ExecutionResult): Promise<EndedRun> {
  return writtenRun(result, writeJson(data))
}

/** The same of a result whose data is JSON text already. Works in slices: a run may leave tens of thousands of files. */
export async function writtenRun(
  result: EndedRun['result'],
  data: string,
  turns: Turns = new Turns(),
): Promise<EndedRun> {
  const { output, ...rest } = result
  const before = `${withoutEnd(writeJson(rest))},"data":${data},"output":`
  if (output === null || isRequest(output) || output.changes === undefined)
    return { result, text: `${before}${writeJson(output)}}` }
  const { changes, ...printed } = output
  const rows: string[] = []
  for (const change of changes) {
    if (turns.isDue) await turns.give()
    rows.push(JSON.stringify(changeMessage(change)))
  }
  return { result, text: `${before}${withoutEnd(writeJson(printed))},"changes":[${rows.join(',')}]}}` }
}

/** The text of an object that is not empty, open for more entries. */
function withoutEnd(text: string): string {
  return text.slice(0, -1)
}
