import type { JsonValue } from '../read/value/encode.ts'
import { writeJson } from '../read/value/write-json.ts'
import type { ProvenanceEntry } from './analysis.ts'

/** The contributor of a value, in words. */
export function contributorText(by: ProvenanceEntry['by']): string {
  switch (by.kind) {
    case 'element':
      return by.item_id
    case 'interpreter':
      return `interpreter search of ${by.item_id}`
    case 'anchor':
      return `anchor of ${by.item_id}`
    case 'config':
      return `tool config ${by.path}`
    case 'dotenv':
      return 'the project’s .env'
    case 'host':
      return 'the host’s environment'
    case 'caller':
      return 'the caller’s parameters'
    case 'schema-default':
      return 'a default in the config schema'
    case 'context':
      return `the execution context (${by.name})`
    case 'default':
      return 'an engine default'
  }
}

/** Boolean values of an analysis, each as the statement that the value confirms or denies. */
const statements: Readonly<Record<string, string>> = {
  '/anchor/active': 'the anchor is active',
  '/parameters/valid': 'the parameters match the schema',
}

/** The statement that a boolean value at a pointer confirms or denies; undefined for other values. */
export function statementOfPointer(pointer: string): string | undefined {
  return Object.hasOwn(statements, pointer) ? statements[pointer] : undefined
}

/** The names of the other top-level values of an analysis, as in the page. */
const heads: Readonly<Record<string, string>> = {
  '': 'the analysis',
  status: 'the state of the chain',
  item_id: 'the item',
  search: 'the search',
  dialect: 'the dialect',
  chain: 'the chain',
  'lockfile/state': 'the state of the lockfile',
  'lockfile/would_write': 'the path of the new lockfile',
  'anchor/verified_dependencies': 'the list of verified files',
  diagnostics: 'the list of problems',
  env: 'the environment',
  plan: 'the plan',
  resolved_config: 'the tool config',
  'parameters/effective': 'the set of parameters',
  'parameters/defaults': 'the list of parameters that use their default',
}

/**
 * The display name of a value, from its pointer into the analysis. A lesson's goal can select an element by role or ID,
 * and the name uses this selector.
 */
export function nameOfPointer(pointer: string): string {
  const statement = statementOfPointer(pointer)
  if (statement !== undefined) return `whether ${statement}`
  const segments = pointer
    .slice(1)
    .split('/')
    .map((segment) => segment.replaceAll('~1', '/').replaceAll('~0', '~'))
  const whole = segments.join('/')
  if (Object.hasOwn(heads, whole)) return heads[whole] ?? whole
  const [area, ...rest] = segments
  switch (area) {
    case 'env':
      return `$${rest.join('/')}`
    case 'resolved_config':
      return ['config', ...rest].join('.')
    case 'parameters':
      return rest[0] === 'effective' ? ['parameter', ...rest.slice(1)].join(' ') : segments.join('.')
    case 'chain':
      return nameInChain(rest) ?? segments.join('.')
    case 'plan':
      return nameInPlan(rest)
    case 'diagnostics':
      return nameInProblems(rest) ?? segments.join('.')
    default:
      return segments.join('.')
  }
}

function nameInChain([element = '', ...rest]: readonly string[]): string | undefined {
  const [, by, name = ''] = /^(role|item_id):(.+)$/.exec(element) ?? []
  const chosen = by === 'role' ? `the ${name}` : name
  if (chosen && rest.join('/') === 'shadowed') return `the list of files that ${chosen} shadows`
  return chosen && rest.length > 0 ? `${rest.join(' ')} of ${chosen}` : chosen
}

function nameInProblems([problem = '', ...rest]: readonly string[]): string | undefined {
  const code = /^code:(.+)$/.exec(problem)?.[1]
  return code && [...rest, 'of the problem', code].join(' ')
}

function nameInPlan(steps: readonly string[]): string {
  const [field, index] = steps
  if (field === 'command') return 'argv[0]'
  if (field === 'args') return index === undefined ? 'the list of arguments' : `argv[${Number(index) + 1}]`
  return field === 'input' ? 'stdin' : steps.join('.')
}

/** A value for display: text unchanged, everything else as JSON. */
export function valueText(value: JsonValue): string {
  if (value === '') return '""'
  return typeof value === 'string' ? value : writeJson(value, { indent: '  ' })
}
