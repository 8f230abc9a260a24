import { extensionOf, nameOf, parentOf } from '../text/path.ts'
import type { Value } from '../read/value/value.ts'
import { asText } from './as-text.ts'
import { contextText } from './anchor/context.ts'
import type { Environment } from './env/resolve.ts'
import { pieceOf } from './template/pieces.ts'
import {
  beating,
  isNull,
  SourcedDict,
  SourcedList,
  SourcedText,
  sourcedText,
  type Sourced,
} from './template/sourced.ts'

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

/** The result of a call, in addition to the completed config. */
interface CallResult {
  readonly env: Sourced
  readonly module: CalledModule | null
}

const settings = 'command args cwd timeout input_data method url headers body auth retry'.split(' ')
const settingNames: ReadonlySet<string> = new Set([...settings, 'env'])

/**
 * R9K, K1 to K3: the caller's parameters fill settings that no config sets, and variables of the elements also become
 * parameters. A runtime without arguments gets a script or a module. Returns the environment of the process, and the
 * module.
 */
export function mergeCall(call: MergedCall): CallResult {
  const { merged, parameters, env } = call
  const asModule = isEmpty(merged.get('args')) && call.runtimeInterprets && call.toolPath !== undefined
  parameters.forEach((value, name) => {
    if (name.startsWith('__') || name === 'env' || (asModule && (name === 'command' || name === 'args'))) return
    if (!settingNames.has(name)) merged.set(name, beating(value, merged.get(name)))
    else if (isEmpty(merged.get(name))) merged.set(name, value)
  })
  // K2: variables are merged after the caller's parameters, as in the seed's code.
  env.forEach((value, name) => {
    if (isSetByElement(value) && !settingNames.has(name)) merged.set(name, beating(value, merged.get(name)))
  })
  const script = parameters.get('script')
  if (asModule) merged.set('args', new SourcedList(moduleArgs(call), { kind: 'default' }, null))
  else if (script && isEmpty(merged.get('args')))
    merged.set('args', new SourcedList([sourcedText('-c', { kind: 'default' }), script], { kind: 'default' }, null))
  const { toolPath = '' } = call
  const module = asModule ? { name: stemOf(toolPath), directory: parentOf(toolPath) } : null
  return { env: environmentOf(call, asModule), module }
}

/** K1: whether a setting counts as absent: null, or an empty list. */
function isEmpty(node: Sourced | undefined): boolean {
  if (node === undefined || isNull(node)) return true
  return node.kind === 'list' && node.items.length === 0
}

function isSetByElement({ by }: SourcedText): boolean {
  return by.kind === 'element' || by.kind === 'interpreter' || by.kind === 'anchor'
}

function stemOf(path: string): string {
  const name = nameOf(path)
  return name.slice(0, name.length - extensionOf(name).length)
}

/** K3: `-m` and the stem of the tool's file, then the values of its parameters in the order of the schema. */
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

/**
 * The environment of the caller, overridden by the resolved environment. For a module, the search path also contains
 * its folder.
 */
function environmentOf({ parameters, env, toolPath = '', pathSeparator }: MergedCall, asModule: boolean): Sourced {
  const made = new Map<Value, Sourced>(env)
  const given = parameters.get('env')
  if (given?.kind === 'dict') {
    for (const [name, value] of given.entries) {
      if (typeof name !== 'string') continue
      const known = env.get(name)
      if (!known || !isSetByElement(known)) made.set(name, beating(asText(value), known))
    }
  }
  if (asModule) {
    const folder = contextText('tool_dir', parentOf(toolPath))
    const known = env.get('PYTHONPATH')
    const after = known && known.text !== '' ? [pieceOf(pathSeparator, folder.by, null), ...known.pieces] : []
    const pieces = [...folder.pieces, ...after]
    const text = pieces.map((piece) => piece.text).join('')
    made.set('PYTHONPATH', beating(new SourcedText(text, folder.by, null, pieces), known))
  }
  return new SourcedDict(made, { kind: 'context', name: 'env' }, null)
}
