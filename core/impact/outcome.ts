import type { Resolution } from '../answer/resolution.ts'
import { fieldRange, type ChainElement } from '../resolve/chain.ts'
import { isRequest } from '../rules/primitives.ts'
import type { Space } from '../rules/space.ts'
import type { SourceRange } from '../text/source.ts'

/** One position of a chain: the item, its file, and the place where it names its executor. */
export interface Link {
  readonly item_id: string
  readonly space: Space
  readonly path: string | null
  readonly at: SourceRange | null
}

/** The parts of a resolved run in which a change to the project can become visible. */
export interface Outcome extends Pick<Resolution, 'ready' | 'findings' | 'plan' | 'resolved_config'> {
  readonly chain: readonly Link[]
  readonly pairs: NonNullable<Resolution['verdict']>['pairs']
  readonly lock: Resolution['lock']['state']
  readonly env: Resolution['env']
  readonly anchor: Pick<NonNullable<Resolution['anchor']>, 'active' | 'context' | 'cwd'> | null
}

const none: readonly never[] = []

/** Reads the outcomes of runs. Links of shared elements are stored once, and metadata is not kept. */
export class OutcomeReader {
  readonly #links = new WeakMap<ChainElement, Link>()

  /** The outcome of a run. */
  of({ ready, findings, plan, resolved_config, chain, verdict, lock, env, anchor }: Resolution): Outcome {
    return {
      ready,
      findings,
      plan,
      resolved_config,
      chain: chain.elements.map((element) => this.#linkOf(element)),
      pairs: verdict?.pairs ?? none,
      lock: lock.state,
      env: plan && !isRequest(plan) ? plan.env : env,
      anchor: anchor && { active: anchor.active, context: anchor.context, cwd: anchor.cwd },
    }
  }

  #linkOf(element: ChainElement): Link {
    const known = element.shared ? this.#links.get(element) : undefined
    if (known) return known
    const { item_id, space, path } = element
    const link = { item_id, space, path, at: fieldRange(element, 'executor_id') }
    if (element.shared) this.#links.set(element, link)
    return link
  }
}
