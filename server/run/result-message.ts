import { writeJson, type JsonValue } from '#core/read'
import { isRequest, type RequestKind } from '#core/rules'
import type { ExecutionResult, FileChange, RunEvent, RunOutput } from '#core/run'
import type { RawOutcome } from '../primitives/http-reply.ts'
import { writtenResult, type RunFigures, type WrittenResult } from '../engine/written-result.ts'
import { Turns } from '../turns.ts'

/** A result in the sent format, in which file contents are base64. `readMessage` in core parses it. */
type ResultMessage = Omit<ExecutionResult, 'output'> & { readonly output: OutputMessage | null }

/** An event of a run in the sent format. Results and messages from the thread of a walk are already JSON text. */
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

/** The ending of a run, with its result in the sent format. */
export interface EndedRun {
  readonly figures: RunFigures
  /** The whole result, as JSON text. */
  readonly text: string
  /** The result without the output, if the whole result is too large. */
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

/**
 * The text of an event for storage and sending. Values keep their spelling, because the page rebuilds the walk of a
 * graph from the events.
 */
export function eventText(sent: SentEvent): string {
  return 'text' in sent ? sent.text : writeJson(sent.data, { marked: sent.event === 'graph' })
}

/**
 * The outcome of a primitive, separated from its changed files, which are undefined for a request. Sending tens of
 * thousands of files to a thread takes longer than writing them here.
 */
export function apartFromChanges(outcome: RawOutcome): {
  readonly outcome: RawOutcome
  readonly changes: readonly FileChange[] | undefined
} {
  if (!('changes' in outcome)) return { outcome, changes: undefined }
  const { changes, ...rest } = outcome
  return { outcome: rest, changes }
}

/** The result of a run in the sent format. */
export function endedRun(result: ExecutionResult): Promise<EndedRun> {
  const { output } = result
  return withChanges(writtenResult(result), output === null || isRequest(output) ? undefined : output.changes)
}

/**
 * A written result with the files that the run changed. The files are added in slices, because there can be tens of
 * thousands.
 */
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

/** The text of a non-empty object without its closing brace, for appending entries. */
function withoutEnd(text: string): string {
  return text.slice(0, -1)
}
