import type { Snapshot } from '#core/workspace'
import { lengthOf } from '../files/content.ts'
import type { Answer, FileContent, FromEngine, Query, ToEngine, Without } from './messages.ts'

type Analysed = Extract<FromEngine, { kind: 'analysis' }>

export interface EngineEvents {
  analysed(answer: Analysed): void
  /**
   * The engine reported a failure, crashed or timed out. `died`: it crashed or timed out, and a new engine is ready.
   */
  failed(problem: string, died: boolean): void
}

/** The members of a worker that the client uses. Tests replace them. */
export interface EnginePort {
  postMessage(message: ToEngine): void
  terminate(): void
  onmessage: ((event: { data: FromEngine }) => void) | null
  onerror: ((event: { message?: string }) => void) | null
}

const deadlineMs = 10_000

interface Wanted {
  readonly snapshot: Snapshot
  readonly without: Without
}

/**
 * A client of the engine's worker. It sends one question at a time, keeps only the latest waiting question, and sends
 * only changed files. It replaces a worker that crashes or hangs; the owner repeats the question.
 */
export class EngineClient {
  readonly #start: () => EnginePort
  readonly #events: EngineEvents
  #port: EnginePort | undefined
  #sent: Snapshot | undefined
  /** The number of files in the last question's draft. */
  #count = 0
  #run = 0
  #asking: Wanted | undefined
  /** The number of the pending question; undefined if none is pending. */
  #out: number | undefined
  #items: Analysed['items'] = null
  #wanted: Wanted | undefined
  #timer: ReturnType<typeof setTimeout> | undefined
  #queries = new Map<number, (answer: Answer | undefined) => void>()
  #waiting: (() => void)[] = []

  constructor(start: () => EnginePort, events: EngineEvents) {
    this.#start = start
    this.#events = events
  }

  /**
   * Ask for the analysis of a draft, unless this question is already pending. Replaces a question that was not yet
   * sent. In the worker, `handle` (`handle.ts`) computes the answer.
   */
  ask(snapshot: Snapshot, without: Without): void {
    if (this.#asking?.snapshot === snapshot && this.#asking.without === without) {
      this.#wanted = undefined
      return
    }
    this.#wanted = { snapshot, without }
    if (!this.#asking) this.#send()
  }

  /** Resolves when no question is pending: the engine has answered the last question or failed. */
  answered(): Promise<void> {
    return this.#asking ? new Promise((resolve) => this.#waiting.push(resolve)) : Promise.resolve()
  }

  /** Ask any other question than `ask`. Resolves to undefined if the engine fails. */
  query(query: Query): Promise<Answer | undefined> {
    const id = ++this.#run
    return new Promise((resolve) => {
      this.#queries.set(id, resolve)
      this.#open().postMessage({ kind: 'query', id, query })
    })
  }

  #send(): void {
    const wanted = this.#wanted
    if (!wanted) return
    this.#wanted = undefined
    this.#asking = wanted
    const run = (this.#out = ++this.#run)
    const port = this.#open()
    const count = Object.keys(wanted.snapshot.files).length
    const change = Math.abs(count - this.#count)
    this.#count = count
    if (change <= mostFilesAtOnce) return this.#say(wanted, run, port)
    // Finding the differences takes as long as rendering a draft of this size, so do it in a separate task.
    setTimeout(() => {
      if (this.#port === port && this.#out === run) this.#say(wanted, run, port)
    })
  }

  #say({ snapshot, without }: Wanted, run: number, port: EnginePort): void {
    const { files, ...head } = snapshot
    const isNew = !this.#sent
    const pieces = piecesOf(changesBetween(this.#sent?.files ?? {}, files))
    const [before, last = []] = [pieces.slice(0, -1), pieces.at(-1)]
    this.#sent = snapshot
    const message: ToEngine = isNew
      ? { kind: 'open', run, snapshot: { ...snapshot, files: Object.fromEntries(last) as Snapshot['files'] }, without }
      : { kind: 'change', run, head, changes: last, without }
    const ask = (): void => {
      this.#timer = setTimeout(() => this.#died(`no answer after ${deadlineMs / 1000} s`), deadlineMs)
      port.postMessage(message)
    }
    if (before.length === 0) ask()
    else void this.#bring(port, before, isNew, ask)
  }

  /** Send a large draft in pieces, so that the page stays responsive between them, and then send the question. */
  async #bring(port: EnginePort, pieces: readonly Changes[], isNew: boolean, ask: () => void): Promise<void> {
    for (const changes of pieces) {
      // Yield before each piece, because finding the differences has already blocked the page.
      await new Promise((resolve) => setTimeout(resolve))
      // The worker crashed in the meantime and lost its files.
      if (this.#port !== port) return
      port.postMessage({ kind: 'bring', isNew, changes })
    }
    ask()
  }

  #open(): EnginePort {
    if (this.#port) return this.#port
    const port = this.#start()
    port.onmessage = ({ data }) => this.#receive(data)
    port.onerror = ({ message }) => this.#died(message ?? 'the worker did not load')
    this.#port = port
    return port
  }

  #receive(message: FromEngine): void {
    if (message.kind === 'answer') return this.#answer(message.id, message.answer)
    if (message.kind === 'fault' && message.id !== null) {
      this.#answer(message.id, undefined)
      return this.#events.failed(message.problem, false)
    }
    // An answer can arrive twice: from the shared memory and as a message.
    if (message.run !== this.#out) return
    this.#out = undefined
    clearTimeout(this.#timer)
    this.#asking = undefined
    // An answer contains the list of items only if the list changed, so keep the last list.
    if (message.kind === 'analysis') this.#items = message.items ?? this.#items
    // If a newer question is waiting, this answer is out of date.
    if (this.#wanted) return this.#send()
    if (message.kind === 'analysis') this.#events.analysed({ ...message, items: this.#items })
    else this.#events.failed(message.problem, false)
    this.#items = null
    this.#rest()
  }

  /** Resolve the waiting promises, unless a listener of the last answer has sent another question. */
  #rest(): void {
    if (!this.#asking) for (const resolve of this.#waiting.splice(0)) resolve()
  }

  #answer(id: number, answer: Answer | undefined): void {
    this.#queries.get(id)?.(answer)
    this.#queries.delete(id)
  }

  #died(problem: string): void {
    clearTimeout(this.#timer)
    this.#port?.terminate()
    this.#port = undefined
    this.#sent = undefined
    this.#asking = undefined
    this.#out = undefined
    for (const id of [...this.#queries.keys()]) this.#answer(id, undefined)
    this.#events.failed(problem, true)
    if (this.#wanted) this.#send()
    this.#rest()
  }
}

type Changes = readonly (readonly [path: string, content: FileContent | null])[]

/**
 * The maximum difference in the number of files between two questions. Larger differences are computed in a separate
 * task.
 */
const mostFilesAtOnce = 1_000

/**
 * The maximum number of characters in one message, unless a single file is longer. Copying a larger message would block
 * the page.
 */
const mostAtOnce = 2_000_000

/**
 * Split changes into pieces of limited length; a longer file is not split. Deletions come first, because a file can
 * replace a folder.
 */
function piecesOf(changes: Changes): readonly Changes[] {
  const pieces: (typeof changes)[number][][] = [[]]
  let length = 0
  const deleted = changes.filter(([, content]) => content === null)
  const others = deleted.length === 0 ? changes : changes.filter(([, content]) => content !== null)
  for (const change of [...deleted, ...others]) {
    const [, content] = change
    const own = content === null ? 0 : lengthOf(content)
    if (length > 0 && length + own > mostAtOnce) {
      pieces.push([])
      length = 0
    }
    length += own
    pieces.at(-1)?.push(change)
  }
  return pieces
}

/**
 * List the changed files. A deleted file has the content null. Contents are compared by identity: unchanged files have
 * the same value in both maps.
 */
export function changesBetween(
  before: Snapshot['files'],
  after: Snapshot['files'],
): readonly (readonly [string, FileContent | null])[] {
  const changes: (readonly [string, FileContent | null])[] = []
  // `Object.entries` would be the slowest part of a keystroke with 10,000 files.
  for (const path of Object.keys(after)) {
    const content = after[path]
    if (content !== undefined && before[path] !== content) changes.push([path, content])
  }
  for (const path of Object.keys(before)) if (!Object.hasOwn(after, path)) changes.push([path, null])
  return changes
}
