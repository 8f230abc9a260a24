import { writeJson, type JsonValue } from '#core/read'
import { isRequest, type RequestKind } from '#core/rules'
import type { ExecutionResult, FileChange, RunEvent, RunOutput } from '#core/run'
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

/** How a run ended, without anything that a plan or an output has in it. */
export interface RunFigures {
  readonly success: boolean
  readonly ending: ExecutionResult['ending']['kind']
  /** Whole milliseconds. */
  readonly duration_ms: number
  /** The limit that cut the run. */
  readonly limit?: string | undefined
  /** Of a request. */
  readonly attempts?: number
  /** Of a program, in bytes. */
  readonly stdout_bytes?: number
  readonly stderr_bytes?: number
  /** Number of files that it changed. */
  readonly changes?: number | undefined
}

/** A result as text, without the files that the run changed: a thread wrote it, or this one. Plain data. */
export interface WrittenResult {
  readonly figures: RunFigures
  /** The text up to the output, `"output":` included. */
  readonly before: string
  /** The output as text; `null` where nothing ran. */
  readonly output: string
  /** The whole text where there is no room for what the run gave. */
  readonly withoutOutput: string
}

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

const leftOut = 'Redis is full: the output was left out.'

/** Write a result. Its changed files are left out: `endedRun` adds them. */
export function writtenResult({ output, ...rest }: ExecutionResult): WrittenResult {
  return {
    figures: figuresOf(rest, output),
    before: `${withoutEnd(writeJson(rest))},"output":`,
    output: output === null ? 'null' : writeJson(withoutFiles(output)),
    withoutOutput: writeJson({ ...rest, error: rest.error ?? leftOut, data: null, trace: [], output: null }),
  }
}

function withoutFiles(output: RunOutput): RunOutput {
  if (isRequest(output)) return output
  const { changes: _added, ...printed } = output
  return printed
}

function figuresOf(
  { success, ending, duration_ms }: Omit<ExecutionResult, 'output'>,
  output: ExecutionResult['output'],
): RunFigures {
  const common = { success, ending: ending.kind, duration_ms, limit: output?.limit }
  if (output === null) return common
  if (isRequest(output)) return { ...common, attempts: output.attempts }
  return { ...common, stdout_bytes: output.stdout.bytes, stderr_bytes: output.stderr.bytes }
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
