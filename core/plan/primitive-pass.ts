import type { Environment } from './env/resolve.ts'
import type { TemplateBudget } from './template/budget.ts'
import { expandNames, type Names } from './template/names.ts'
import { isNull, type Sourced, type SourcedText } from './template/sourced.ts'
import { expandVariables } from './template/variables.ts'
import type { Value } from '../read/value/value.ts'
import { asText } from './as-text.ts'
import type { Parameters } from './parameters.ts'

/** The input of a primitive: its configuration, and the names and variables for its templates. */
export interface PrimitiveInput {
  readonly config: ReadonlyMap<Value, Sourced>
  readonly names: Names
  readonly env: Environment
  readonly budget?: TemplateBudget | undefined
}

/**
 * R9.5: the names for templates of the primitive: the parameters, which override the configuration except for `command`
 * and `args` (X6).
 */
export function primitiveNames(config: ReadonlyMap<Value, Sourced>, parameters: Parameters): Names {
  const own = (name: Value): Sourced | undefined =>
    typeof name === 'string' && name !== 'command' && name !== 'args' ? parameters.get(name) : undefined
  return { get: (name) => own(name) ?? config.get(name) }
}

/** R9.5: both template passes again, without quoting and as text. */
export function expandForPrimitive(text: SourcedText, input: PrimitiveInput): SourcedText {
  if (!text.mayExpand) return text
  const expanded = expandVariables(text, (name) => input.env.get(name), {
    pass: 3,
    quote: false,
    budget: input.budget,
  })
  return asText(expandNames(expanded, input.names, 3, 1, false, input.budget))
}

/** Whether a setting is absent, null or an empty string. */
export function isUnset(node: Sourced | undefined): boolean {
  return node === undefined || isNull(node) || (node.kind === 'text' && node.text === '')
}
