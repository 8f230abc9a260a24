import { dialects, type DialectName, type InterpreterType } from '../dialect.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import type { Attempt, Contributor } from '../provenance.ts'
import type { SourceRange } from '../source.ts'
import { bare, sourcedText, type SourcedDict, type SourcedText } from '../template/sourced.ts'
import type { Trace } from '../trace.ts'
import { pyStr } from '../value/text.ts'
import { isTruthy, type Dict, type Value } from '../value/value.ts'
import type { Workspace } from '../workspace.ts'
import type { EnvContributor } from './contributor.ts'
import { searchInterpreter, WrongSetting, type Search } from './search.ts'

export interface InterpreterBinding {
  readonly variable: string
  readonly value: SourcedText | undefined
  readonly findings: readonly Diagnostic[]
}

/** The value a variable has before any element speaks: from the host and `.env`. */
export type Preset = (name: string) => SourcedText | undefined

/** R6.3: bind the interpreter variable of one element, with every path tried. */
export function resolveInterpreter(
  workspace: Workspace,
  element: EnvContributor,
  node: SourcedDict,
  preset: Preset,
  trace: Trace,
): InterpreterBinding | undefined {
  const setting = (key: string): Value | undefined => {
    const value = node.entries.get(key)
    return value && bare(value)
  }
  const variable = setting('var')
  if (!isTruthy(variable)) return undefined
  const name = pyStr(variable ?? null)
  const type = setting('type')
  const report = (
    value: SourcedText | undefined,
    tried: readonly Attempt[],
    fallback: boolean,
    findings: readonly Diagnostic[],
  ): InterpreterBinding => {
    const shown = tried.map((attempt) => attempt.tried)
    const found = value?.text ?? null
    trace({
      step: 'resolve_interpreter',
      contributed_by: element.item_id,
      var: name,
      type: pyStr(type ?? null),
      tried: shown,
      value: found,
      fallback,
    })
    return { variable: name, value, findings }
  }
  const kept = workspace.dialect.presetInterpreterWins ? keepPreset(workspace, preset(name)) : undefined
  if (kept) return report(kept, [{ tried: kept.text, found: true, note: 'already set' }], false, [])
  const known = typeof type === 'string' && workspace.dialect.interpreters.has(type as InterpreterType)
  const search: Search | WrongSetting = known
    ? searchOnce(workspace, element, type as InterpreterType, node)
    : { path: undefined, tried: [] }
  if (search instanceof WrongSetting) {
    const { field, found } = search
    const finding: Diagnostic = {
      code: 'metadata-wrong-type',
      item_id: element.item_id,
      field: `env_config.interpreter.${field}`,
      expected: 'text',
      found,
      at: node.at,
    }
    return report(undefined, [], false, [finding])
  }
  const by: Contributor = { kind: 'interpreter', item_id: element.item_id, space: element.space, tried: search.tried }
  if (search.path !== undefined) return report(sourcedText(search.path, by, node.at), search.tried, false, [])
  const fallback = node.entries.get('fallback')
  const value = fallback && sourcedText(pyStr(bare(fallback)), by, fallback.at)
  return report(value, search.tried, value !== undefined, [
    ...(known ? [] : [unknownType(type ?? null, workspace.dialect.name, node.entries.get('type')?.at ?? node.at)]),
    ...missing(known, name, value, search.tried, node.at),
  ])
}

/** What a runtime's interpreter comes to is the same for every tool above it (R12.1). */
function searchOnce(
  workspace: Workspace,
  element: EnvContributor,
  type: InterpreterType,
  node: SourcedDict,
): Search | WrongSetting {
  const search = (): Search | WrongSetting => searchInterpreter(workspace, type, bare(node) as Dict)
  return element.index === 0 ? search() : workspace.remember(node, workspace.figures.env, search)
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

/** R6.3, lillux: an existing file that the host or `.env` names wins over any search. */
function keepPreset(workspace: Workspace, value: SourcedText | undefined): SourcedText | undefined {
  if (!value || value.text === '') return undefined
  const path = value.text.startsWith('/') ? value.text : `/${value.text}`
  return workspace.isFile(path) ? value : undefined
}

function unknownType(type: Value, dialect: DialectName, at: SourceRange | null): Diagnostic {
  const shown = pyStr(type)
  const known_in = Object.values(dialects)
    .filter((one) => one.interpreters.has(shown as InterpreterType))
    .map((one) => one.name)
  return { code: 'interpreter-type-unknown', type: shown, dialect, known_in, at }
}
