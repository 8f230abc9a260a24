import { isRequest } from '#core/rules'
import { commandLine, visible } from '#core/text'
import type { Analysis, ChainEntry, DiagnosticEntry, PairReport, Plan } from '#core/answer'
import type { Directory } from '../project/directory.ts'
import { withShownPaths } from '../project/own-paths.ts'
import type { Paint } from './paint.ts'
import { brief } from './paint.ts'
import { accessLines } from '../project/program-access.ts'

/** An analysis as text: chain, verdicts, command and problems. */
export function analysisText(analysis: Analysis, directory: Directory, paint: Paint): string {
  const { status, item_id, dialect, search } = analysis
  const mode = directory.workspace.settings.dev_mode ? 'dev mode: signatures are not required' : 'strict'
  const word = status.replace('_', ' ')
  return [
    `${paint.strong(visible(item_id))}: ${status === 'ready' ? paint.good(word) : paint.bad(word)}`,
    paint.faint(`dialect ${dialect}, search ${search}, ${mode}; /project is ${directory.onDisk('/project')}`),
    '',
    ...section(
      'chain',
      paint,
      analysis.chain.flatMap((entry, at) => elementLines(entry, at, directory, paint)),
    ),
    ...section(
      'links',
      paint,
      (analysis.validation?.pairs ?? []).map((pair) => pairLine(pair, analysis.chain, paint)),
    ),
    ...section(planTitle(analysis.plan), paint, analysis.plan ? planLines(analysis.plan) : []),
    ...section('program', paint, analysis.plan ? accessLines([analysis.plan], directory) : []),
    ...section('lockfile', paint, lockLines(analysis, directory)),
    ...section('problems', paint, problemLines(analysis.diagnostics, directory, paint)),
  ].join('\n')
}

function section(title: string, paint: Paint, lines: readonly string[]): readonly string[] {
  return lines.length === 0 ? [] : [paint.strong(title), ...lines.map((line) => `  ${line}`), '']
}

function elementLines(entry: ChainEntry, at: number, directory: Directory, paint: Paint): readonly string[] {
  const { role, item_id, space, path, version, signature, shadowed } = entry
  const known = version === null ? '' : `  version ${brief(version, 40)}`
  return [
    `${at + 1}  ${role.padEnd(9)}  ${visible(item_id)}  ${paint.faint(`${space}${known}  ${signature.state}`)}`,
    `   ${' '.repeat(9)}  ${paint.faint(path === null ? 'built in' : visible(directory.shown(path)))}`,
    ...shadowed.map(({ path: hidden, space: below }) =>
      paint.warn(
        `   ${' '.repeat(9)}  shadows ${hidden === null ? 'the built-in one' : visible(directory.shown(hidden))} (${below})`,
      ),
    ),
  ]
}

function pairLine(pair: PairReport, chain: readonly ChainEntry[], paint: Paint): string {
  const name = (at: number): string => visible(chain[at]?.item_id ?? '?')
  const verdict = (label: string, word: PairReport['space']): string => {
    const text = `${label} ${word.replace('-', ' ')}`
    return word === 'failed' ? paint.bad(text) : word === 'warning' ? paint.warn(text) : text
  }
  const verdicts = [verdict('space', pair.space), verdict('inputs', pair.io), verdict('version', pair.version)]
  return `${name(pair.child)} -> ${name(pair.parent)}: ${verdicts.join(', ')}`
}

function planTitle(plan: Plan | null): string {
  return plan && isRequest(plan) ? 'request' : 'command'
}

function planLines(plan: Plan): readonly string[] {
  if (isRequest(plan)) {
    const headers = Object.entries(plan.headers).map(([name, value]) => `${visible(name)}: ${brief(value)}`)
    const body = plan.body === null ? [] : [`body     ${brief(plan.body)}`]
    return [
      `${visible(plan.method)} ${visible(plan.url)}`,
      ...headers,
      ...body,
      `timeout  ${plan.timeout === null ? 'none' : `${plan.timeout} s`}`,
      `digest   ${plan.digest}`,
    ]
  }
  const { command, args, cwd, input, timeout, env, digest } = plan
  return [
    commandLine([command, ...args]),
    `cwd      ${cwd === null ? 'not set' : visible(cwd)}`,
    `stdin    ${input === null ? 'none' : brief(input)}`,
    `timeout  ${timeout === null ? 'none' : `${timeout} s`}`,
    `env      ${Object.keys(env).map(visible).join(' ')}`,
    `digest   ${digest}`,
  ]
}

function lockLines({ lockfile }: Analysis, directory: Directory): readonly string[] {
  if (lockfile.state === 'unsupported') return []
  return [`${lockfile.state}${lockfile.path === null ? '' : `: ${visible(directory.shown(lockfile.path))}`}`]
}

/** Findings, most severe first, each with its location, message, hint and further details. */
export function problemLines(
  entries: readonly DiagnosticEntry[],
  directory: Directory,
  paint: Paint,
  more: (entry: DiagnosticEntry) => string = () => '',
): readonly string[] {
  const order = ['error', 'warning', 'hint']
  const sorted = [...entries].sort((a, b) => order.indexOf(a.severity) - order.indexOf(b.severity))
  return sorted.flatMap((entry) => {
    const { severity, code, message, hint, at } = entry
    const color = severity === 'error' ? paint.bad : severity === 'warning' ? paint.warn : paint.faint
    const place = at === null ? '' : `${visible(directory.shown(at.path))}:${at.from.line}:${at.from.column}: `
    return [
      `${place}${color(severity)} ${code}: ${visible(withShownPaths(message, directory))}`,
      ...[hint, more(entry)].flatMap((line) =>
        line === '' ? [] : [`    ${paint.faint(visible(withShownPaths(line, directory)))}`],
      ),
    ]
  })
}
