import type { Dict, Value } from '../read/value/value.ts'
import { actionStep } from './action-step.ts'
import type { GraphNode } from './document.ts'
import type { Decision } from './edges.ts'
import type { Walking } from './effects.ts'
import type { SavedWalk, WalkEnding } from './ending.ts'
import { foreachStep } from './foreach-step.ts'
import { runHooks, type HookEvent } from './hooks.ts'
import type { CallRecord, HookRecord } from './record.ts'
import { gateStep, record, returnStep, type Attempt, type StepOutcome, type StepParts } from './step.ts'
import { limitBehind, limitOf, WalkLimit, type StepContext } from './step-context.ts'

/** The start node and the options of a traversal. */
export interface Route {
  readonly start: string
  readonly resumes: boolean
  /** Whether to stop after one step. */
  readonly single: boolean
  readonly maxSteps: number
  readonly visits: ReadonlyMap<string, number>
  /** Keys that override state keys. */
  readonly inject: Dict | null
}

type CompletedVia = Extract<WalkEnding, { readonly kind: 'completed' }>['via']

/** The number of steps after which a walk yields to the event loop. */
const breath = 100

/** Runs one walk from node to node until an ending (R16.2). */
export class Traversal {
  readonly context: StepContext
  readonly #route: Route
  readonly #visits: Map<string, number>
  #current: string | null

  constructor(context: StepContext, route: Route) {
    this.context = context
    this.#route = route
    this.#visits = new Map(route.visits)
    this.#current = route.start
  }

  /** The state to resume from later. A finished walk has no current node. */
  saved(ending: WalkEnding): SavedWalk {
    const over = ending.kind === 'completed' || ending.kind === 'failed'
    const { state, steps, errors } = this.context
    return { state, current_node: over ? null : this.#current, step_count: steps, errors, visits: this.#visits }
  }

  *run(): Walking<WalkEnding> {
    const ending = yield* this.#withinLimits()
    const { steps, errors, host } = this.context
    if (ending.kind === 'completed') {
      const status = errors.length > 0 ? 'completed_with_errors' : 'completed'
      host.observe({ kind: 'graph_completed', steps, status })
    } else if (ending.kind === 'cancelled') host.observe({ kind: 'graph_cancelled', steps })
    else if (ending.kind !== 'stepped') host.observe({ kind: 'graph_error', steps })
    return ending
  }

  *#withinLimits(): Walking<WalkEnding> {
    try {
      return yield* this.#walk()
    } catch (fault) {
      const limit = limitBehind(fault)
      if (!limit) throw fault
      return { kind: 'limit', limit: limit.limit, most: limit.most, node: this.#current }
    }
  }

  *#walk(): Walking<WalkEnding> {
    if (!this.#route.resumes) {
      this.context.host.observe({ kind: 'graph_started', node: this.#route.start })
      yield* this.#hooks('graph_started', [['graph_id', this.context.graph.id]])
    }
    // R16.2, R16.8: `graph_started` hooks run first, before keys are injected.
    const { inject } = this.#route
    if (inject) this.context.state = new Map([...this.context.state, ...inject])
    for (let node = this.#route.start; ;) {
      const ending = yield* this.#step(node)
      if (typeof ending !== 'string') return ending
      node = ending
    }
  }

  /** One visit of a node. Returns the name of the next node, or the ending. */
  *#step(name: string): Walking<string | WalkEnding> {
    const { context } = this
    this.#current = name
    if (context.steps >= this.#route.maxSteps) return yield* this.#tooManySteps(name)
    const node = context.graph.nodes.get(name)
    if (!node) return { kind: 'node-not-found', node: name }
    const isOver = yield* this.#hold(node)
    if (isOver) return { kind: 'cancelled', next: name }
    const limit = context.budget.step(context.host.now())
    if (limit !== null) throw new WalkLimit(limit, limitOf(context.budget, limit))
    context.steps++
    if (context.steps % breath === 0) yield { kind: 'pause' }
    const outcome = yield* this.#enter(node)
    if (outcome.kind === 'failed') return { kind: 'failed', node: name, error: outcome.error }
    if (outcome.kind === 'returned') return yield* this.#complete(name, outcome.output, 'return')
    return yield* this.#goOn(name, outcome.decision, outcome.failed)
  }

  /** Pauses before a node if the host requests it. The host can also end the walk there. */
  *#hold(node: GraphNode): Walking<boolean> {
    const { host, path, state } = this.context
    const visit = (this.#visits.get(node.name) ?? 0) + 1
    const address = { graph: path, node: node.name, visit, attempt: 1, item: null, hook: null }
    const held = { address, state }
    if (!host.holds?.(held)) return false
    const reply = yield { kind: 'hold', held }
    if (reply && 'inject' in reply) this.context.inject(address, reply.inject)
    return host.cancelled()
  }

  /** All attempts of one visit. A retry is part of the same step (R16.5). */
  *#enter(node: GraphNode): Walking<Exclude<StepOutcome, { readonly kind: 'again' }>> {
    const visit = (this.#visits.get(node.name) ?? 0) + 1
    this.#visits.set(node.name, visit)
    for (let attempt = 1; ; attempt++) {
      const outcome = yield* this.#try(node, visit, attempt)
      if (outcome.kind !== 'again') return outcome
    }
  }

  *#try(node: GraphNode, visit: number, number: number): Walking<StepOutcome> {
    const { context } = this
    const address = { graph: context.path, node: node.name, visit, attempt: number, item: null, hook: null }
    const attempt = { node, address, step: context.steps, now: context.host.now(), before: context.state }
    context.host.observe({ kind: 'step_started', step: context.steps, node: node.name })
    context.made = []
    try {
      return yield* tryNode(context, attempt)
    } catch (fault) {
      if (limitBehind(fault)) record(context, attempt, 'cut', madeUntilCut(context.made))
      throw fault
    }
  }

  /** Moves to the next node, or ends the walk. Cancellation is checked after every move (S23). */
  *#goOn(name: string, { to, because }: Decision, failed: boolean): Walking<string | WalkEnding> {
    this.#current = to
    if (this.#route.single) return { kind: 'stepped', success: !failed, next: to }
    if (this.context.host.cancelled()) return { kind: 'cancelled', next: to }
    return to ?? (yield* this.#complete(name, new Map(), viaOf(because)))
  }

  /** S1: completes a walk, at a return node or at a node without a next node. */
  *#complete(node: string, output: Value, via: CompletedVia): Walking<WalkEnding> {
    yield* this.#hooks('graph_completed', [
      ['graph_id', this.context.graph.id],
      ['steps', this.context.steps],
    ])
    return { kind: 'completed', output, via, node }
  }

  *#tooManySteps(next: string): Walking<WalkEnding> {
    const most = this.#route.maxSteps
    yield* this.#hooks('limit', [
      ['limit_code', 'max_steps_exceeded'],
      ['current_value', this.context.steps],
      ['current_max', most],
    ])
    return { kind: 'max-steps', most, next }
  }

  /** Runs hooks of the whole walk. Their results have no effect. */
  *#hooks(event: HookEvent, bindings: readonly (readonly [string, Value])[]): Walking<void> {
    const place = { node: null, visit: 0, attempt: 0 }
    yield* runHooks(this.context, event, place, [...bindings, ['state', this.context.state]])
  }
}

/** The calls made before a limit ended the step. They had effects, and a replay needs their answers. */
function madeUntilCut(made: readonly CallRecord[]): StepParts {
  const calls = made.filter(({ address }) => address.hook === null)
  const hooks = made.flatMap((call): readonly HookRecord[] => {
    const { hook } = call.address
    return hook === null ? [] : [{ ...hook, verdict: null, call, ran: true }]
  })
  return { calls: calls.sort((a, b) => (a.address.item ?? 0) - (b.address.item ?? 0)), hooks }
}

function* tryNode(context: StepContext, attempt: Attempt): Walking<StepOutcome> {
  switch (attempt.node.kind) {
    case 'return':
      return returnStep(context, attempt)
    case 'gate':
      return gateStep(context, attempt)
    case 'foreach':
      return yield* foreachStep(context, attempt)
    case 'action':
      return yield* actionStep(context, attempt)
  }
}

function viaOf(because: Decision['because']): CompletedVia {
  return because === 'no-match' || because === 'no-target' ? because : 'no-next'
}
