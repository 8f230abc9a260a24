import { graphFileOf, rangeAt } from '../graph/graph-file.ts'
import { readItemId } from '../graph/capability.ts'
import { readGraph } from '../graph/document.ts'
import { graphRuntime } from '../graph/graph-runtime.ts'
import { namedItems } from '../graph/named-items.ts'
import type { Resolution } from '../answer/resolution.ts'
import type { Sourced, SourcedText } from '../plan/template/sourced.ts'
import { limits } from '../limits.ts'
import { isRequest } from '../rules/primitives.ts'
import { isDict } from '../read/value/value.ts'
import { elementValue, fieldRange, type ChainElement } from '../resolve/chain.ts'
import type { SourceRange } from '../text/source.ts'
import type { Workspace } from '../workspace/workspace.ts'

/** The ways in which an item can use a target. */
export const useKinds = ['executor', 'call', 'config', 'variable', 'interpreter', 'dependency', 'lockfile'] as const

/** One use: an item in a chain uses another item, a file or a variable. */
export interface Use {
  readonly kind: (typeof useKinds)[number]
  /** An item ID, a file path, or a variable name. */
  readonly target: string
  /** The file of the target; null if there is none, and for a call. */
  readonly path: string | null
  /**
   * The item that contains the use: the checked item, or an element of its chain. Empty if the value is not from an
   * item.
   */
  readonly by: string
  readonly at: SourceRange | null
}

/** Reads the uses from resolved runs. Uses in shared elements are stored once. */
export class UseReader {
  readonly #workspace: Workspace
  readonly #executors = new WeakMap<ChainElement, Use>()
  readonly #interpreters = new WeakMap<ChainElement, string | false>()
  readonly #variables = new WeakMap<SourceRange, Use[]>()

  constructor(workspace: Workspace) {
    this.#workspace = workspace
  }

  /** Everything that an item uses, directly or through its chain, at most `limits.itemUses`. */
  of(run: Resolution): readonly Use[] {
    const uses: Use[] = []
    this.#addExecutors(run, uses)
    this.#addVariables(run, uses)
    for (const { declared_by, at, layers } of run.configs)
      for (const { path } of layers)
        if (path !== null) uses.push({ kind: 'config', target: path, path, by: declared_by, at })
    this.#addFiles(run, uses)
    if (run.chain.elements[1]?.item_id === graphRuntime) this.#addCalls(run, uses)
    // A copy uses less memory than a list that grew.
    return uses.slice(0, limits.itemUses)
  }

  #addExecutors({ chain: { elements, problem } }: Resolution, uses: Use[]): void {
    for (let index = 1; index < elements.length; index++)
      uses.push(this.#executorOf(elements[index - 1]!, elements[index]!))
    const last = elements.at(-1)
    if (!last || !problem) return
    const target =
      problem.code === 'executor-not-found'
        ? problem.executor_id
        : problem.code === 'chain-cycle'
          ? problem.loop.at(-1)
          : undefined
    if (target === undefined) return
    const path = elements.find(({ item_id }) => item_id === target)?.path ?? null
    uses.push({ kind: 'executor', target, path, by: last.item_id, at: fieldRange(last, 'executor_id') })
  }

  #executorOf(child: ChainElement, { item_id: target, path }: ChainElement): Use {
    const known = child.shared ? this.#executors.get(child) : undefined
    // The same shared child can have another executor after a change.
    if (known?.target === target && known.path === path) return known
    const use: Use = { kind: 'executor', target, path, by: child.item_id, at: fieldRange(child, 'executor_id') }
    if (child.shared) this.#executors.set(child, use)
    return use
  }

  /** Adds the variables in templates, the found interpreters, and the variables that replace an interpreter search. */
  #addVariables({ chain, env, config, plan }: Resolution, uses: Use[]): void {
    if (!env) return
    const add = (text: SourcedText, pass?: 3): void => {
      for (const step of text.steps ?? none) {
        if (!step.placeholder.startsWith('${') || (pass !== undefined && step.pass !== pass)) continue
        const use = this.#variable(step.name, text, step.at, isFromDotenv(env.get(step.name)))
        if (!uses.includes(use)) uses.push(use)
      }
    }
    env.forEach((value) => {
      if (value.steps) add(value)
      const { by, at, text } = value
      if (by.kind === 'interpreter') uses.push({ kind: 'interpreter', target: text, path: text, by: by.item_id, at })
    })
    config?.forEach((value, name) => name !== 'env' && eachText(value, add))
    if (plan && !isRequest(plan)) for (const text of [plan.command, ...plan.args]) if (text.steps) add(text, 3)
    for (const element of chain.elements) {
      const name = this.#interpreterOf(element)
      const value = name === false ? undefined : env.get(name)
      if (name === false || (value?.by.kind !== 'dotenv' && value?.by.kind !== 'host')) continue
      const path = this.#dotenvIf(value.by.kind === 'dotenv')
      uses.push({ kind: 'variable', target: name, path, by: element.item_id, at: fieldRange(element, 'env_config') })
    }
  }

  #variable(target: string, { by, at: whole }: SourcedText, at: SourceRange | null, isDotenv: boolean): Use {
    const path = this.#dotenvIf(isDotenv)
    const place = at ?? whole
    const known = place ? this.#variables.get(place) : undefined
    const same = known?.find((use) => use.target === target && use.path === path)
    if (same) return same
    const use: Use = { kind: 'variable', target, path, by: 'item_id' in by ? by.item_id : '', at: place }
    if (known) known.push(use)
    else if (place) this.#variables.set(place, [use])
    return use
  }

  #dotenvIf(isDotenv: boolean): string | null {
    return isDotenv ? `${this.#workspace.settings.project}/.env` : null
  }

  /** The variable of an element's interpreter; false if there is none. */
  #interpreterOf(element: ChainElement): string | false {
    // Remembering a tool's own element, which no other item has, costs more than reading it.
    if (!element.shared) return interpreterIn(element)
    let known = this.#interpreters.get(element)
    if (known === undefined) this.#interpreters.set(element, (known = interpreterIn(element)))
    return known
  }

  #addFiles({ chain: { elements }, anchor, lock }: Resolution, uses: Use[]): void {
    const tool = elements[0]
    if (!tool) return
    if (lock.path !== null && lock.state !== 'absent')
      uses.push({ kind: 'lockfile', target: lock.path, path: lock.path, by: tool.item_id, at: null })
    if (!anchor || anchor.dependencies.length === 0) return
    const source = elements.find((element) => elementValue(element, 'verify_deps') !== undefined)
    if (!source) return
    const at = fieldRange(source, 'verify_deps')
    for (const path of anchor.dependencies.slice(0, limits.itemUses))
      uses.push({ kind: 'dependency', target: path, path, by: source.item_id, at })
  }

  /** R16.2: adds the items that the nodes of a graph call by constant ID. */
  #addCalls({ chain: { elements } }: Resolution, uses: Use[]): void {
    const file = graphFileOf(this.#workspace, elements)
    if (!file) return
    for (const { itemId, at } of namedItems(readGraph(file.document))) {
      const item = readItemId(itemId)
      if (item?.kind === 'tool')
        uses.push({
          kind: 'call',
          target: this.#workspace.formOf(item.id),
          path: null,
          by: file.item_id,
          at: rangeAt(file, at),
        })
    }
  }
}

const none: readonly never[] = []

function interpreterIn(element: ChainElement): string | false {
  const config = elementValue(element, 'env_config')
  const interpreter = isDict(config) ? config.get('interpreter') : undefined
  const name = isDict(interpreter) ? interpreter.get('var') : undefined
  return typeof name === 'string' && name !== '' && name
}

function isFromDotenv(value: SourcedText | undefined): boolean {
  if (!value) return false
  return value.by.kind === 'dotenv' || value.beat?.some(({ by }) => by.kind === 'dotenv') === true
}

/**
 * Calls a function with every string that a template changed, at any depth of a value. Recursion is safe, because the
 * reader limits the depth of values.
 */
function eachText(value: Sourced, visit: (text: SourcedText) => void): void {
  if (value.kind === 'text') {
    if (value.steps) visit(value)
  } else if (value.kind === 'list') for (const item of value.items) eachText(item, visit)
  else if (value.kind === 'dict') for (const item of value.entries.values()) eachText(item, visit)
}
