import { Parts, untraced } from '#core/answer'
import { otherProse } from '#core/diagnostics'
import {
  addressText,
  compareWalks,
  graphChecks,
  graphFileOf,
  pictureOf,
  Pins,
  readWalkFile,
  replayRecorded,
  savedWalkDocument,
  Steering,
  type Breakpoint,
  type Steer,
} from '#core/graph'
import { jsParser, type Dict, type JsonValue } from '#core/read'
import { buildChain } from '#core/resolve'
import { runWalkTests } from '#core/expect'
import { worstCaseOf, type ExecutionResult, type Outcome } from '#core/run'
import type { Snapshot, Workspace } from '#core/workspace'
import { graphFindings } from '#core/parts/graphs'
import { parseJs } from '#core/parts/javascript'
import { prose } from '#core/parts/prose'
import { Engine } from '../analysis/engine.ts'
import { conditionIn } from './break-condition.ts'
import { comparedView } from './compared-view.ts'
import { RealWalk } from './real-walk.ts'
import { documentOf } from './graph-document.ts'
import { secretsKept } from './kept-secrets.ts'
import { WalkRecording, withoutWalk } from './walk-recording.ts'
import type { DraftUpdate, FromGraph, GraphAnswer, GraphQuestion, WalkNews, WalkOrder } from './messages.ts'
import { requiredNames } from './required-names.ts'
import { parametersIn, walkInPage, type WalkHost } from './walk-run.ts'

/** The maximum number of walks that can be inspected and compared. The oldest walk is removed first. */
const mostWalks = 20

/** The engine parts that are available from the start. The character names load when a file uses one. */
const earlyParts = (): Parts =>
  new Parts().bring(jsParser, parseJs).bring(graphChecks, graphFindings).bring(otherProse, prose)

/** The worker's services that the engine uses. */
export interface GraphWorkerPort {
  post(message: FromGraph): void
  now(): number
}

/**
 * The engine of the graph's worker. It contains the walks and a copy of the draft, separate from the copy of the
 * analysis worker.
 */
export class GraphEngine {
  readonly #engine = new Engine(earlyParts())
  readonly #port: GraphWorkerPort
  readonly #walks = new Map<number, WalkRecording>()
  /** The walks on the server that have not ended. */
  readonly #followed = new Map<number, RealWalk>()
  readonly #steering = new Map<number, Steering>()
  readonly #calls = new Map<number, (outcome: Outcome) => void>()
  #call = 0

  constructor(port: GraphWorkerPort) {
    this.#port = port
  }

  async answer(question: GraphQuestion): Promise<GraphAnswer> {
    switch (question.kind) {
      case 'picture':
        return this.#picture(question.update)
      case 'walk':
        return this.#walk(question.order)
      case 'follow':
        return this.#follow(question.walk, question.snapshot)
      case 'reported':
        return { kind: 'reported', news: this.#real(question.walk).hear(question.reported) }
      case 'ended':
        return this.#ended(question.walk, question.result)
      case 'step':
        return { kind: 'step', step: this.#walks.get(question.walk)?.step(question.index) ?? null }
      case 'replay':
        return this.#replay(question)
      case 'tests':
        return { kind: 'tested', report: runWalkTests((await graphIn(question.snapshot)).workspace) }
      case 'compare':
        return this.#compare(question.one, question.other)
      case 'saved': {
        const kept = this.#kept(question.walk)
        return { kind: 'saved', document: savedWalkDocument(kept.graph, kept.savedAt(question.index)) }
      }
      case 'condition':
        return { kind: 'condition', when: conditionIn(question.text) }
      case 'keep': {
        const text = this.#kept(question.walk).asFile(question.upTo)
        return { kind: 'kept', text, secrets: secretsKept(question.snapshot, question.path, text) }
      }
    }
  }

  /** Send the outcome of a plan that the page ran to the walk that requested it. */
  answered(call: number, outcome: Outcome): void {
    this.#calls.get(call)?.(outcome)
    this.#calls.delete(call)
  }

  breakAt(walk: number, points: readonly Breakpoint[]): void {
    this.#steering.get(walk)?.breakAt(points)
  }

  steer(walk: number, steer: Steer, inject: JsonValue): void {
    this.#steering.get(walk)?.steer(steer, inject)
  }

  async #picture(update: DraftUpdate): Promise<GraphAnswer> {
    if (update.kind === 'open') await this.#engine.open(update.snapshot)
    else {
      this.#engine.apply(update.changes)
      await this.#engine.place(update.head)
    }
    await this.#engine.complete(() => this.#engine.analyze(update.without))
    const { asked } = this.#engine
    if (!asked) return { kind: 'picture', picture: null, worst: null }
    const { workspace, item_id } = asked
    const { elements } = buildChain(workspace, item_id, untraced)
    const file = graphFileOf(workspace, elements)
    const worst =
      file &&
      worstCaseOf(
        workspace,
        file,
        parametersIn(update.kind === 'open' ? update.snapshot.parameters : update.head.parameters),
      )
    return { kind: 'picture', picture: pictureOf(workspace, elements), worst }
  }

  /** Run a walk with a separate engine, so that edits during the walk do not affect it. */
  async #walk({ walk, snapshot, steer, pins, from, breaks = [] }: WalkOrder): Promise<GraphAnswer> {
    const { workspace, document } = await graphIn(snapshot)
    const parameters = parametersIn(snapshot.parameters)
    const pinned = pins === undefined ? null : pinsIn(snapshot, pins)
    const former = from && this.#walks.get(from.walk)
    const kept = new WalkRecording(walk, former ? 'again' : 'simulated', snapshot.item_id, document, parameters)
    this.#keep(kept)
    const batch = new NewsBatch((news) => this.#port.post({ kind: 'news', walk, news }))
    const steering = new Steering(steer, () => this.#port.now(), {
      held: (held) => batch.add({ kind: 'held', held }),
    })
    steering.breakAt(breaks)
    this.#steering.set(walk, steering)
    const host: WalkHost = {
      steering,
      observe: (event) => batch.add(kept.hear(event)),
      given(call) {
        const found = pinned?.answer(call)
        if (found?.kind === 'stale') batch.add({ kind: 'stale', address: addressText(call.address), at: found.at })
        return found?.kind === 'pinned' ? found.answer : null
      },
      run: (plan) =>
        new Promise((resolve) => {
          const call = ++this.#call
          this.#calls.set(call, resolve)
          this.#port.post({ kind: 'call', walk, call, plan })
        }),
    }
    const resume = former && from ? former.savedAt(from.index) : null
    const result = await walkInPage(workspace, snapshot.item_id, parameters, host, resume)
    batch.flush()
    this.#steering.delete(walk)
    return { kind: 'walked', summary: kept.summary(result), result: withoutWalk(result) }
  }

  async #follow(walk: number, snapshot: Snapshot): Promise<GraphAnswer> {
    const { document } = await graphIn(snapshot)
    const kept = new WalkRecording(walk, 'real', snapshot.item_id, document, parametersIn(snapshot.parameters))
    this.#keep(kept)
    this.#followed.set(walk, new RealWalk(kept))
    return { kind: 'followed' }
  }

  #ended(walk: number, result: ExecutionResult): GraphAnswer {
    const { kept } = this.#real(walk)
    this.#followed.delete(walk)
    return { kind: 'walked', summary: kept.summary(result), result: withoutWalk(result) }
  }

  #real(walk: number): RealWalk {
    const found = this.#followed.get(walk)
    if (!found) throw new Error('this page does not show this walk')
    return found
  }

  /** Replay the records of a walk on another draft. A replay cannot call tools. */
  async #replay({ of, walk, snapshot }: Extract<GraphQuestion, { kind: 'replay' }>): Promise<GraphAnswer> {
    const former = this.#kept(of)
    const { workspace, document } = await graphIn(snapshot)
    const environ = Object.fromEntries(requiredNames(document).map((name) => [name, '']))
    const request = { document, parameters: former.parameters, environ }
    const replay = replayRecorded(request, former.outermost, workspace.host)
    const kept = new WalkRecording(walk, 'replay', snapshot.item_id, document, former.parameters)
    kept.takeReplay(replay, former)
    this.#keep(kept)
    return {
      kind: 'replayed',
      summary: kept.replaySummary(replay),
      rows: kept.records.map((_record, at) => kept.row(at)),
    }
  }

  #compare(one: number, other: number): GraphAnswer {
    const difference = compareWalks(this.#kept(one).records, this.#kept(other).records)
    return { kind: 'compared', difference: difference && comparedView(difference) }
  }

  #kept(id: number): WalkRecording {
    const walk = this.#walks.get(id)
    if (!walk) throw new Error('this walk is no longer stored; run the graph again')
    return walk
  }

  #keep(walk: WalkRecording): void {
    this.#walks.set(walk.id, walk)
    const [oldest] = this.#walks.keys()
    if (this.#walks.size > mostWalks && oldest !== undefined) this.#walks.delete(oldest)
  }
}

/** The graph of a draft, analyzed with a separate engine. Rejects if the selected item is not a graph. */
async function graphIn(snapshot: Snapshot): Promise<{ readonly workspace: Workspace; readonly document: Dict }> {
  const engine = new Engine(earlyParts())
  await engine.open(snapshot)
  await engine.complete(() => engine.analyze([]))
  const { asked } = engine
  const document = asked && documentOf(asked.workspace, asked.item_id)
  if (!asked || !document) throw new Error('the selected item is not a graph')
  return { workspace: asked.workspace, document }
}

function pinsIn({ files }: Snapshot, path: string): Pins {
  const text = files[path]
  if (typeof text !== 'string') throw new Error(`${path}: the file no longer exists`)
  const { test, problems } = readWalkFile(path, text)
  if (!test) throw new Error(`${path}: ${problems[0]?.message}`)
  return new Pins(test.pins)
}

/** Sends the events of 30 ms in one message, so that a graph with many steps and no calls sends few messages. */
class NewsBatch {
  readonly #post: (news: readonly WalkNews[]) => void
  #news: WalkNews[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(post: (news: readonly WalkNews[]) => void) {
    this.#post = post
  }

  add(news: WalkNews | null): void {
    if (!news) return
    this.#news.push(news)
    this.#timer ??= setTimeout(() => this.flush(), 30)
  }

  flush(): void {
    clearTimeout(this.#timer)
    this.#timer = undefined
    if (this.#news.length > 0) this.#post(this.#news)
    this.#news = []
  }
}
