import { dialects, type DialectName, type InterpreterType } from '../../rules/dialect.ts'
import type { Diagnostic } from '../../diagnostics/facts.ts'
import type { Attempt, Contributor } from '../provenance.ts'
import type { SourceRange } from '../../text/source.ts'
import { bare, sourcedText, type SourcedDict, type SourcedText } from '../template/sourced.ts'
import { untraced, type Trace } from '../../trace.ts'
import { pyStr } from '../../read/value/text.ts'
import { isTruthy, type Dict, type Value } from '../../read/value/value.ts'
import type { Workspace } from '../../workspace/workspace.ts'
import type { EnvContributor } from './contributor.ts'
import { commandLine } from '../../text/shell-word.ts'
import { missingProgram } from './program.ts'
import { searchInterpreter, WrongSetting, type Search } from './search.ts'

export interface InterpreterBinding {
  readonly variable: string
  readonly value: SourcedText | undefined
  readonly findings: readonly Diagnostic[]
}

/** The values of variables from the host and `.env`, before any element sets one. */
export type Preset = ReadonlyMap<string, SourcedText>

/**
 * R6.3: the interpreter variable of one element and its value; undefined if the element names no variable. Traces every
 * searched path.
 */
export function resolveInterpreter(
  workspace: Workspace,
  element: EnvContributor,
  node: SourcedDict,
  preset: Preset,
  trace: Trace,
): InterpreterBinding | undefined {
  const setting = settingOf(node, 'var')
  if (!isTruthy(setting)) return undefined
  const variable = pyStr(setting)
  const kept = workspace.dialect.presetInterpreterWins ? keepPreset(workspace, variable, preset) : undefined
  const bound = kept ? alreadySet(kept) : boundOnce(workspace, element, node, variable)
  const { value, fallback } = bound
  const findings = fallback ? findingsOfFallback(workspace, variable, bound, preset) : bound.findings
  if (trace !== untraced) {
    trace?.({
      step: 'resolve_interpreter',
      contributed_by: element.item_id,
      var: variable,
      type: pyStr(settingOf(node, 'type')),
      tried: bound.tried.map((attempt) => attempt.tried),
      value: value?.text ?? null,
      fallback,
    })
  }
  return { variable, value, findings }
}

/** R6.3: the hint about a used fallback, or the warning about a missing fallback program. */
function findingsOfFallback(
  workspace: Workspace,
  variable: string,
  { value, tried, findings }: Bound,
  preset: Preset,
): readonly Diagnostic[] {
  const path = (preset.get('PATH') ?? hostValue(workspace, 'PATH'))?.text ?? ''
  const searched = value && missingProgram(workspace, value.text, path)
  if (!value || !searched) return findings
  const facts = { var: variable, fallback: value.text, tried: tried.map((attempt) => attempt.tried), searched }
  const others = findings.filter(({ code }) => code !== 'interpreter-fallback')
  return [...others, { code: 'interpreter-fallback-missing', ...facts, at: value.at }]
}

/** The result of a search, before its trace event. */
interface Bound {
  readonly value: SourcedText | undefined
  readonly tried: readonly Attempt[]
  readonly fallback: boolean
  readonly findings: readonly Diagnostic[]
}

function alreadySet(value: SourcedText): Bound {
  const tried = [{ tried: value.text, found: true, note: 'already set' }]
  return { value, tried, fallback: false, findings: [] }
}

/**
 * The interpreter of an element. For a shared runtime, the result is cached, because every tool of the runtime has the
 * same (R12.1).
 */
function boundOnce(workspace: Workspace, element: EnvContributor, node: SourcedDict, variable: string): Bound {
  const work = (): Bound => bind(workspace, element, node, variable)
  return element.shared ? workspace.remember(node, workspace.figures.env, work) : work()
}

function bind(workspace: Workspace, element: EnvContributor, node: SourcedDict, variable: string): Bound {
  const type = settingOf(node, 'type')
  const known = typeof type === 'string' && workspace.dialect.interpreters.has(type as InterpreterType)
  const search: Search | WrongSetting = known
    ? searchInterpreter(workspace, type as InterpreterType, bare(node) as Dict)
    : { path: undefined, tried: [] }
  if (search instanceof WrongSetting) {
    const finding: Diagnostic = {
      code: 'metadata-wrong-type',
      item_id: element.item_id,
      field: `env_config.interpreter.${search.field}`,
      expected: search.expected,
      found: search.found,
      at: node.at,
    }
    return { value: undefined, tried: [], fallback: false, findings: [finding] }
  }
  const { path, tried, unasked } = search
  const by: Contributor = { kind: 'interpreter', item_id: element.item_id, space: element.space, tried }
  if (path !== undefined) return { value: sourcedText(path, by, node.at), tried, fallback: false, findings: [] }
  const fallback = node.entries.get('fallback')
  const value = fallback && sourcedText(pyStr(bare(fallback)), by, fallback.at)
  const findings = [
    ...(known ? [] : [unknownType(type, workspace.dialect.name, node.entries.get('type')?.at ?? node.at)]),
    ...missing(known, variable, value, tried, node.at),
    ...(unasked ? [notAsked(variable, unasked, node.at)] : []),
  ]
  return { value, tried, fallback: value !== undefined, findings }
}

function settingOf(node: SourcedDict, name: string): Value {
  const value = node.entries.get(name)
  return value ? bare(value) : null
}

function missing(
  known: boolean,
  name: string,
  value: SourcedText | undefined,
  attempts: readonly Attempt[],
  at: SourceRange | null,
): readonly Diagnostic[] {
  const tried = attempts.map((attempt) => attempt.tried)
  if (!value) return [{ code: 'interpreter-not-found', var: name, tried, at }]
  return known ? [{ code: 'interpreter-fallback', var: name, fallback: value.text, tried, at }] : []
}

/** R6.3: the finding that the output of a program is unknown, because an analysis does not run programs. */
function notAsked(name: string, argv: readonly string[], at: SourceRange | null): Diagnostic {
  return { code: 'program-not-asked', var: name, program: commandLine(argv), at }
}

/**
 * R6.3, lillux: the value of the variable in `.env` or on the host, if it names an existing file; otherwise undefined.
 * Such a value overrides any search.
 */
function keepPreset(workspace: Workspace, variable: string, preset: Preset): SourcedText | undefined {
  const first = preset.get(variable)
  const value = first && first.text !== '' ? first : hostValue(workspace, variable)
  if (!value || value.text === '') return undefined
  const path = value.text.startsWith('/') ? value.text : `/${value.text}`
  return workspace.isFile(path) ? value : undefined
}

function hostValue(workspace: Workspace, variable: string): SourcedText | undefined {
  const { environ } = workspace.settings.world
  const value = Object.hasOwn(environ, variable) ? environ[variable] : undefined
  return value === undefined ? undefined : sourcedText(value, { kind: 'host' })
}

function unknownType(type: Value, dialect: DialectName, at: SourceRange | null): Diagnostic {
  const shown = pyStr(type)
  const known_in = Object.values(dialects)
    .filter((one) => one.interpreters.has(shown as InterpreterType))
    .map((one) => one.name)
  return { code: 'interpreter-type-unknown', type: shown, dialect, known_in, at }
}
