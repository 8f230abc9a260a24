import { writeJson, type JsonValue } from '#core/read'
import { isRequest, type RequestKind } from '#core/rules'
import type { ExecutionResult, FileChange, RunEvent, RunOutput } from '#core/run'
import type { RawOutcome } from '../primitives/http-reply.ts'
import { writtenResult, type RunFigures, type WrittenResult } from '../engine/written-result.ts'
import { Turns } from '../turns.ts'

/** A result as it is sent: the content of files as base64, which JSON can carry. `readMessage` of core is the way back. */
type ResultMessage = Omit<ExecutionResult, 'output'> & { readonly output: OutputMessage | null }

/** An event of a run as it is sent; a result, and what the thread of a walk wrote, is JSON text already. */
export type SentEvent =
  | Exclude<RunEvent, { readonly event: 'result' | 'graph' }>
  | { readonly event: 'graph'; readonly data: JsonValue }
  | { readonly event: 'result' | 'graph'; readonly text: string }

type ChangeMessage = Omit<FileChange, 'bytes'> & { readonly base64: string | null }
type OutputMessage =
  | Extract<RunOutput, { readonly primitive: RequestKind }>
  | (Omit<Exclude<RunOutput, { readonly primitive: RequestKind }>, 'changes'> & {
      readonly changes?: readonly ChangeMessage[]
    })

/** What is known of a run once it has ended, and its result as it is sent. */
export interface EndedRun {
  readonly figures: RunFigures
  /** The whole result, as JSON text. */
  readonly text: string
  /** The same where there is no room for what the run gave. */
  readonly withoutOutput: string
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

/** The text of an event as it is kept and sent. The page puts the walk of a graph together again, so that values keep their spelling there. */
export function eventText(sent: SentEvent): string {
  return 'text' in sent ? sent.text : writeJson(sent.data, { marked: sent.event === 'graph' })
}

/** What a primitive gave, and apart from it the files that it changed: handing over tens of thousands of them takes longer than writing them. */
export function apartFromChanges(outcome: RawOutcome): {
  readonly outcome: RawOutcome
  readonly changes: readonly FileChange[] | undefined
} {
  if (!('changes' in outcome)) return { outcome, changes: undefined }
  const { changes, ...rest } = outcome
  return { outcome: rest, changes }
}

/** The result of a run as it is sent. */
export function endedRun(result: ExecutionResult): Promise<EndedRun> {
  const { output } = result
  return withChanges(writtenResult(result), output === null || isRequest(output) ? undefined : output.changes)
}

/** A written result with the files that the run changed. Works in slices: a run may leave tens of thousands of them. */
export async function withChanges(
  { figures, before, output, withoutOutput }: WrittenResult,
  changes: readonly FileChange[] | undefined,
  turns = new Turns(),
): Promise<EndedRun> {
  if (changes === undefined) return { figures, text: `${before}${output}}`, withoutOutput }
  const rows: string[] = []
  for (const change of changes) {
    if (turns.isDue) await turns.give()
    rows.push(JSON.stringify(changeMessage(change)))
  }
  const text = `${before}${withoutEnd(output)},"changes":[${rows.join(',')}]}}`
  return { figures: { ...figures, changes: changes.length }, text, withoutOutput }
}

/** The text of an object that is not empty, open for more entries. */
function withoutEnd(text: string): string {
  return text.slice(0, -1)
}
