import { buildChain, everyPart, pictureOf, untraced } from '#core'
import { Engine } from '../analysis/engine.ts'
import type { DraftUpdate, FromGraph, GraphAnswer, GraphQuestion, ToGraph } from './messages.ts'

/** The engine as the graph's worker keeps it: its own copy of the draft, beside that of the analysis. */
export class GraphEngine {
  readonly #engine = new Engine(everyPart)

  /** Take over what changed in the draft, and analyse it, so that there is a workspace to ask. */
  async update(update: DraftUpdate): Promise<void> {
    if (update.kind === 'open') await this.#engine.open(update.snapshot)
    else {
      this.#engine.apply(update.changes)
      await this.#engine.place(update.head)
    }
    this.#engine.analyze(update.without)
  }

  answer(question: GraphQuestion): GraphAnswer {
    const { asked } = this.#engine
    switch (question.kind) {
      case 'picture': {
        const elements = asked ? buildChain(asked.workspace, asked.item_id, untraced).elements : []
        return { kind: 'picture', picture: asked ? pictureOf(asked.workspace, elements) : null }
      }
    }
  }
}

/** Answer one message of the page; a fault of ours is an answer too. */
export async function handle(engine: GraphEngine, { id, update, question }: ToGraph): Promise<FromGraph> {
  try {
    await engine.update(update)
    return { kind: 'answer', id, answer: engine.answer(question) }
  } catch (fault) {
    return { kind: 'fault', id, problem: fault instanceof Error ? fault.message : String(fault) }
  }
}
