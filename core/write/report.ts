import type { Analysis, PlacedRange, ProvenanceEntry } from '../answer/analysis.ts'
import type { CandidateTable } from '../answer/candidates.ts'
import { traceAsText } from '../answer/trace-text.ts'
import { contributorText, nameOfPointer, valueText } from '../answer/words.ts'
import { limits } from '../limits.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { writeJson } from '../read/value/write-json.ts'
import { isRequest } from '../rules/primitives.ts'
import { chainMermaid, verdictText } from './chain-picture.ts'
import { block, code, codeInText, linkTo, prose, table } from './markdown.ts'

/** The parts of a report in addition to the analysis. */
export interface ReportParts {
  /** The search places of each element. */
  readonly places?: readonly CandidateTable[]
  /** A link to the subject of the report. */
  readonly link?: string
}

/** The chain as Markdown: a diagram, and a table with the same content. */
export function chainMarkdown(analysis: Analysis): string {
  const rows = analysis.chain.map((entry, index) => [
    String(index + 1),
    code(entry.item_id),
    entry.role,
    prose(entry.space),
    entry.path === null ? 'built in' : code(entry.path),
    entry.version === null ? '' : code(valueText(entry.version)),
    entry.signature.state,
    entry.shadowed.map(({ path, space }) => (path === null ? prose(space) : code(path))).join(' '),
  ])
  return joined([
    block(chainMermaid(analysis), 'mermaid'),
    table(['', 'item', 'role', 'space', 'file', 'version', 'signature', 'shadows'], rows),
  ])
}

/**
 * The whole analysis as Markdown for an issue, with secrets replaced by fingerprints. The first section that makes the
 * report too long for an issue and all later sections are omitted, and listed at the end. Parameters are omitted if one
 * of them is a secret.
 */
export function analysisReport(analysis: Analysis, { places = [], link }: ReportParts = {}): string {
  const { item_id, status, dialect, search } = analysis
  const head = joined([
    `# ${codeInText(item_id)}: ${status.replace('_', ' ')}`,
    `Dialect ${dialect}, search ${search}.${link === undefined ? '' : ` ${linkTo(link, 'Open in the playground')}`}`,
  ])
  const sections = Object.entries({
    Chain: chainMarkdown(analysis),
    Links: linkTable(analysis),
    Problems: problemList(analysis),
    [analysis.plan && isRequest(analysis.plan) ? 'Request' : 'Command']: planText(analysis),
    Parameters: parameterText(analysis),
    'Tool config': isEmpty(analysis.resolved_config) ? '' : block(json(analysis.resolved_config), 'json'),
    Environment: environmentTable(analysis),
    Anchor: anchorText(analysis),
    Lockfile:
      analysis.lockfile.path === null
        ? analysis.lockfile.state
        : `${analysis.lockfile.state}: ${codeInText(analysis.lockfile.path)}`,
    'Searched locations of each element': joined(places.map(placesText)),
    'Sources of values': valueTable(analysis),
    Trace: analysis.trace.length === 0 ? '' : block(traceAsText(analysis.trace)),
  })
  let text = head
  const leftOut: string[] = []
  for (const [title, body] of sections) {
    if (body === '') continue
    const section = `\n\n## ${title}\n\n${body}`
    if (leftOut.length > 0 || text.length + section.length > limits.reportLength) leftOut.push(title)
    else text += section
  }
  const rest = `\n\nOmitted, because a report has at most ${limits.reportLength} characters: ${leftOut.join(', ')}.`
  return `${text}${leftOut.length > 0 ? rest : ''}\n`
}

function joined(parts: readonly string[]): string {
  return parts.filter((part) => part !== '').join('\n\n')
}

function linkTable({ validation, chain }: Analysis): string {
  const name = (index: number): string => code(chain[index]?.item_id ?? '?')
  const rows = (validation?.pairs ?? []).map((pair) => [name(pair.child), name(pair.parent), verdictText(pair)])
  return table(['element', 'its executor', 'verdicts'], rows)
}

function problemList({ diagnostics }: Analysis): string {
  return diagnostics
    .map(({ severity, code: name, message, hint, at }) => {
      const place = at === null ? '' : ` (${codeInText(placeName(at))})`
      return `- **${severity}** \`${name}\`${place}: ${prose(message)}${hint === '' ? '' : ` ${prose(hint)}`}`
    })
    .join('\n')
}

/** The value at a pointer, or its fingerprint if it is a secret. */
function shown({ provenance }: Analysis, pointer: string, value: JsonValue): string {
  const entry = Object.hasOwn(provenance, pointer) ? provenance[pointer] : undefined
  return valueText(entry?.secret ? entry.value : value)
}

function planText(analysis: Analysis): string {
  const { plan } = analysis
  if (!plan) return ''
  const at = (name: string, value: JsonValue): string => code(shown(analysis, `/plan/${name}`, value))
  const timeout = plan.timeout === null ? 'none' : `${plan.timeout} s`
  if (isRequest(plan)) {
    const headers = Object.entries(plan.headers).map(([name, value]) => [
      code(name),
      at(`headers/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`, value),
    ])
    const rows = [
      ['method', code(plan.method)],
      ['url', at('url', plan.url)],
      ...headers,
      ...(plan.body === null ? [] : [['body', at('body', plan.body)]]),
      ...(plan.auth === null ? [] : [['auth', prose(plan.auth.type)]]),
    ]
    return table(['', 'value'], [...rows, ['timeout', timeout], ['digest', code(plan.digest)]])
  }
  const argv = [at('command', plan.command), ...plan.args.map((one, index) => at(`args/${index}`, one))]
  return table(
    ['', 'value'],
    [
      ...argv.map((one, index) => [`argv[${index}]`, one]),
      ['cwd', plan.cwd === null ? 'not set' : at('cwd', plan.cwd)],
      ['stdin', plan.input === null ? 'none' : at('input', plan.input)],
      ['timeout', timeout],
      ['digest', code(plan.digest)],
    ],
  )
}

function parameterText({ parameters, provenance }: Analysis): string {
  const hidden = Object.entries(provenance).some(
    ([pointer, { secret }]) => secret && pointer.startsWith('/parameters/'),
  )
  if (hidden) return 'The parameters are omitted, because one of them looks like a secret.'
  return joined([
    block(json({ given: parameters.given, effective: parameters.effective }), 'json'),
    parameters.defaults.length === 0 ? '' : `Set by schema defaults: ${parameters.defaults.map(codeInText).join(', ')}`,
  ])
}

function environmentTable(analysis: Analysis): string {
  const rows = Object.entries(analysis.env ?? {}).map(([name, value]) => {
    const pointer = `/env/${name.replaceAll('~', '~0').replaceAll('/', '~1')}`
    const by = analysis.provenance[pointer]?.by
    return [code(name), code(shown(analysis, pointer, value)), by ? prose(contributorText(by)) : '']
  })
  return table(['name', 'value', 'set by'], rows)
}

function anchorText({ anchor }: Analysis): string {
  if (!anchor) return ''
  const cwd = anchor.cwd === null ? '' : ` Working directory: ${codeInText(anchor.cwd)}.`
  return `${anchor.active ? 'Active' : 'Not active'}: ${prose(anchor.because)}.${cwd}`
}

function placesText({ item_id, named_by, candidates }: CandidateTable): string {
  const rows = candidates.map(({ space, looked_in, path, verdict, because }) => [
    prose(space),
    looked_in === null ? 'built in' : code(path ?? looked_in),
    verdict.replaceAll('-', ' '),
    prose(because),
  ])
  const title =
    named_by === null ? codeInText(item_id) : `${codeInText(item_id)}, the executor of ${codeInText(named_by)}`
  return `${title}\n\n${table(['space', 'place', 'verdict', 'why'], rows)}`
}

function valueTable({ provenance }: Analysis): string {
  const rows = Object.entries(provenance).map(([pointer, entry]) => [
    code(nameOfPointer(pointer)),
    code(valueText(entry.value)),
    setBy(entry),
    entry.beat.map((one) => `${code(valueText(one.value))} of ${setBy(one)}: ${prose(one.because)}`).join('; '),
  ])
  return table(['value', 'final', 'set by', 'overrides'], rows)
}

function setBy({ by, at }: Pick<ProvenanceEntry, 'by' | 'at'>): string {
  return `${prose(contributorText(by))}${at === null ? '' : ` (${code(placeName(at))})`}`
}

function placeName(at: PlacedRange): string {
  return `${at.path}:${at.from.line}:${at.from.column}`
}

function json(value: JsonValue): string {
  return writeJson(value, { indent: '  ' })
}

function isEmpty(value: JsonValue): boolean {
  return value === null || (typeof value === 'object' && Object.keys(value).length === 0)
}
