import { buildChain, everyPart, pictureOf, untraced, type JsonValue, type Outcome } from '#core'
import { Engine } from '../analysis/engine.ts'
import { KeptWalk, withoutWalk } from './kept-walk.ts'
import type { DraftUpdate, FromGraph, GraphAnswer, GraphQuestion, WalkNews, WalkOrder } from './messages.ts'
import { Steering, type Steer } from './steering.ts'
import { parametersIn, walkInPage } from './walk-run.ts'
import { documentOf } from './graph-document.ts'

/** Walks that are kept to be looked at and compared; the oldest goes first. */
const mostWalks = 20

/** What the engine needs of its worker. */
export interface GraphWorkerPort {
  post(message: FromGraph): void
  now(): number
}

/** The engine as the graph's worker keeps it: its own copy of the draft, beside that of the analysis, and its walks. */
export class GraphEngine {
  readonly #engine = new Engine(everyPart)
  readonly #port: GraphWorkerPort
  readonly #walks = new Map<number, KeptWalk>()
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
      case 'step':
        return { kind: 'step', step: this.#walks.get(question.walk)?.step(question.index) ?? null }
    }
  }

  /** What came of a plan that the page ran. */
  answered(call: number, outcome: Outcome): void {
    this.#calls.get(call)?.(outcome)
    this.#calls.delete(call)
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
    this.#engine.analyze(update.without)
    const { asked } = this.#engine
    const elements = asked ? buildChain(asked.workspace, asked.item_id, untraced).elements : []
    return { kind: 'picture', picture: asked ? pictureOf(asked.workspace, elements) : null }
  }

  /** A walk has an engine of its own: what is typed meanwhile does not change it. */
  async #walk({ walk, snapshot, steer }: WalkOrder): Promise<GraphAnswer> {
    const engine = new Engine(everyPart)
    await engine.open(snapshot)
    engine.analyze([])
    const { asked } = engine
    const document = asked && documentOf(asked.workspace, asked.item_id)
    if (!asked || !document) throw new Error('the chosen item is no graph')
    const parameters = parametersIn(snapshot.parameters)
    const kept = new KeptWalk(walk, 'simulated', document, parameters)
    this.#keep(kept)
    const teller = new NewsTeller((news) => this.#port.post({ kind: 'news', walk, news }))
    const steering = new Steering(
      steer,
      () => this.#port.now(),
      (held) => teller.tell({ kind: 'held', held }),
    )
    this.#steering.set(walk, steering)
    const result = await walkInPage(asked.workspace, asked.item_id, parameters, {
      steering,
      observe: (event) => teller.tell(kept.hear(event)),
      given: () => null,
      run: (plan) =>
        new Promise((resolve) => {
          const call = ++this.#call
          this.#calls.set(call, resolve)
          this.#port.post({ kind: 'call', walk, call, plan })
        }),
    })
    teller.flush()
    this.#steering.delete(walk)
    return { kind: 'walked', summary: kept.summary(result), result: withoutWalk(result) }
  }

  #keep(walk: KeptWalk): void {
    this.#walks.set(walk.id, walk)
    const [oldest] = this.#walks.keys()
    if (this.#walks.size > mostWalks && oldest !== undefined) this.#walks.delete(oldest)
  }
}

/** A graph of many steps without calls tells them in a few messages. */
class NewsTeller {
  readonly #post: (news: readonly WalkNews[]) => void
  #news: WalkNews[] = []
  #timer: ReturnType<typeof setTimeout> | undefined

  constructor(post: (news: readonly WalkNews[]) => void) {
    this.#post = post
  }

  tell(news: WalkNews | null): void {
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
