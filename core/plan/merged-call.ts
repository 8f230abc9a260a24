import { extensionOf, nameOf, parentOf } from '../text/path.ts'
import type { Value } from '../read/value/value.ts'
import { asText } from './as-text.ts'
import { contextText } from './anchor/context.ts'
import type { Environment } from './env/resolve.ts'
import { beating, isNull, SourcedList, SourcedText, sourcedText, type Sourced } from './template/sourced.ts'

/** A call in a dialect that passes parameters directly to the primitive (R9K). */
export interface MergedCall {
  /** The merged configs of the elements; `mergeCall` completes them. */
  readonly merged: Map<Value, Sourced>
  readonly parameters: ReadonlyMap<string, Sourced>
  readonly env: Environment
  readonly toolPath: string | undefined
  /** Whether an element after the tool resolves an interpreter. */
  readonly runtimeInterprets: boolean
  /** The property names in the schema of the tool, in order. */
  readonly properties: readonly string[]
  readonly pathSeparator: string
}

/** K3: a tool that runs as a module: its name, and the directory to add to the search path. */
export interface CalledModule {
  readonly name: string
  readonly directory: string
}

const settings = 'command args cwd timeout input_data method url headers body auth retry'.split(' ')
const settingNames: ReadonlySet<string> = new Set([...settings, 'env'])

/**
 * R9K, K1 to K3: the caller's parameters fill settings that no config sets, and variables of the elements also become
 * parameters. A runtime without arguments gets a script or a module. Returns the module; null if the tool does not run
 * as one.
 */
export function mergeCall(call: MergedCall): CalledModule | null {
  const { merged, parameters, env } = call
  const asModule = isEmpty(merged.get('args')) && call.runtimeInterprets && call.toolPath !== undefined
  parameters.forEach((value, name) => {
    if (name.startsWith('__') || name === 'env' || (asModule && (name === 'command' || name === 'args'))) return
    if (!settingNames.has(name)) merged.set(name, beating(value, merged.get(name)))
    else if (isEmpty(merged.get(name))) merged.set(name, value)
  })
  // K2: variables are merged after the caller's parameters, as in the code of seed 002.
  env.forEach((value, name) => {
    if (isSetByElement(value) && !settingNames.has(name)) merged.set(name, beating(value, merged.get(name)))
  })
  const script = parameters.get('script')
  if (asModule) merged.set('args', new SourcedList(moduleArgs(call), { kind: 'default' }, null))
  else if (script && isEmpty(merged.get('args')))
    merged.set('args', new SourcedList([sourcedText('-c', { kind: 'default' }), script], { kind: 'default' }, null))
  const { toolPath = '' } = call
  return asModule ? { name: stemOf(toolPath), directory: parentOf(toolPath) } : null
}

/** K1: whether a setting counts as absent: null, or an empty list. */
function isEmpty(node: Sourced | undefined): boolean {
  if (node === undefined || isNull(node)) return true
  return node.kind === 'list' && node.items.length === 0
}

/** Whether a variable is set by an element of the chain, and not only by the host or `.env`. */
export function isSetByElement({ by }: SourcedText): boolean {
  return by.kind === 'element' || by.kind === 'interpreter' || by.kind === 'anchor'
}

function stemOf(path: string): string {
  const name = nameOf(path)
  return name.slice(0, name.length - extensionOf(name).length)
}

/** K3: `-m` and the stem of the tool's file, then its parameter values in schema order. */
function moduleArgs({ parameters, properties, toolPath = '' }: MergedCall): readonly Sourced[] {
  const given = [...parameters].filter(([, { by }]) => by.kind === 'caller' || by.kind === 'schema-default')
  const rank = new Map(properties.map((property, index) => [property, index]))
  const placeOf = (key: string): number => rank.get(key) ?? properties.length
  const values = given
    .filter(([key]) => !key.startsWith('__'))
    .sort(([a], [b]) => placeOf(a) - placeOf(b))
    .flatMap(([, value]) => (value.kind === 'list' ? value.items : [value]))
    .filter((value) => !isNull(value))
  return [sourcedText('-m', { kind: 'default' }), contextText('tool_path', stemOf(toolPath)), ...values.map(asText)]
}
