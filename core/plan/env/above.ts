import type { Workspace } from '../../workspace/workspace.ts'
import { untraced } from '../../trace.ts'
import type { Sourced } from '../template/sourced.ts'
import type { AnchorContext } from './context.ts'
import type { EnvContributor } from './contributor.ts'
import { resolveEnv, type EnvAbove, type EnvInTheMaking } from './resolve.ts'

/** The elements of a chain without its tool, and their cached environments. */
interface Known {
  readonly elements: readonly EnvContributor[]
  /** Context names in the strings of the elements. */
  readonly names: readonly string[]
  /** A cache key for each combination of values of these names. */
  readonly keys: Map<string, object>
}

const nothing: EnvAbove = { count: 0, made: undefined }

/** The maximum number of cached environments per runtime. */
const mostKeys = 64

/**
 * R6.1: the environment from all elements except the tool. All tools of a runtime share it until one of its
 * dependencies changes (R12.1). Each combination of the anchor values that the elements' strings contain has a separate
 * environment. Nothing is shared if an element belongs to this chain only, or uses `tool_path`.
 */
export function envAbove(
  workspace: Workspace,
  [, ...elements]: readonly EnvContributor[],
  context: AnchorContext,
): EnvAbove {
  const [runtime] = elements
  if (!runtime || !elements.every(({ shared }) => shared === true)) return nothing
  const holder = workspace.remember(runtime, workspace.figures.env, (): { known: Known | undefined } => ({
    known: undefined,
  }))
  let { known } = holder
  if (!known || !isSame(known.elements, elements))
    holder.known = known = { elements, names: namesIn(workspace, elements, context), keys: new Map() }
  // No other tool can use an environment that contains `tool_path`.
  if (known.names.includes('tool_path')) return nothing
  const values = JSON.stringify(known.names.map((name) => context.get(name)?.text ?? null))
  let key = known.keys.get(values)
  if (!key) {
    if (known.keys.size >= mostKeys) known.keys.clear()
    known.keys.set(values, (key = {}))
  }
  const made = workspace.remember(key, workspace.figures.env, (): EnvInTheMaking =>
    resolveEnv(workspace, elements, context, untraced),
  )
  return { count: elements.length, made }
}

function isSame(a: readonly unknown[], b: readonly unknown[]): boolean {
  return a.length === b.length && a.every((one, index) => one === b[index])
}

function namesIn(workspace: Workspace, elements: readonly EnvContributor[], context: AnchorContext): readonly string[] {
  if (!workspace.dialect.contextInEnv) return []
  const names = [...context.keys()]
  return names.filter((name) => elements.some(({ env_config }) => env_config && mentions(env_config, `{${name}}`)))
}

function mentions(node: Sourced, placeholder: string): boolean {
  switch (node.kind) {
    case 'text':
      return node.text.includes(placeholder)
    case 'leaf':
      return false
    case 'list':
      return node.items.some((item) => mentions(item, placeholder))
    case 'dict':
      return [...node.entries.values()].some((item) => mentions(item, placeholder))
  }
}
