import type { Diagnostic } from '../diagnostics/facts.ts'
import { escapePointer } from '../pointer.ts'
import type { Trace } from '../trace.ts'
import type { Sourced, SourcedText } from '../template/sourced.ts'
import type { PlanParts } from './plan.ts'

/** Every text that reaches the primitive, by the pointer of the document. */
export function planTexts(parts: PlanParts): readonly (readonly [string, SourcedText])[] {
  if (parts.primitive === 'http_client') {
    const texts: (readonly [string, SourcedText])[] = [
      ['/plan/method', parts.method],
      ['/plan/url', parts.url],
    ]
    for (const [name, node] of parts.headers) texts.push([`/plan/headers/${escapePointer(name)}`, node])
    if (parts.auth?.type === 'bearer') texts.push(['/plan/auth/token', parts.auth.token])
    if (parts.auth?.type === 'api_key')
      texts.push(['/plan/auth/key', parts.auth.key], ['/plan/auth/header', parts.auth.header])
    if (parts.body) texts.push(...textsIn(parts.body, '/plan/body'))
    return texts
  }
  const texts: (readonly [string, SourcedText])[] = [['/plan/command', parts.command]]
  for (let index = 0; index < parts.args.length; index++) texts.push([`/plan/args/${index}`, parts.args[index]!])
  if (parts.cwd) texts.push(['/plan/cwd', parts.cwd])
  if (parts.input) texts.push(['/plan/input', parts.input])
  return texts
}

function textsIn(node: Sourced, pointer: string): readonly (readonly [string, SourcedText])[] {
  if (node.kind === 'text') return [[pointer, node]]
  if (node.kind === 'list') return node.items.flatMap((item, index) => textsIn(item, `${pointer}/${index}`))
  if (node.kind === 'dict')
    return [...node.entries].flatMap(([key, item]) => textsIn(item, `${pointer}/${escapePointer(String(key))}`))
  return []
}

const leftOver = /\{([A-Za-z_]\w*)\}/g
const foreign: ReadonlySet<string> = new Set(['caller', 'host', 'dotenv'])

/** What the template steps of the final texts are worth telling (R9.3, R9.4, H2). */
export function planFindings(parts: PlanParts, trace: Trace): readonly Diagnostic[] {
  const findings: Diagnostic[] = []
  for (const [key, node] of planTexts(parts)) {
    for (const step of node.steps ?? []) {
      const { pass, round, placeholder, from, quoted, at } = step
      trace?.({ step: 'expand_template', key, pass, round, placeholder, from, quoted })
      if (from === 'empty') findings.push({ code: 'env-variable-unknown', name: key, variable: step.name, at })
      if (quoted) findings.push({ code: 'template-quoted', name: step.name, key, at })
      if (foreign.has(step.written_by))
        findings.push({ code: 'template-injected', placeholder, key, origin: step.written_by, at })
    }
    // JSON in stdin and bodies is full of braces that are no placeholders.
    if (key === '/plan/input' || !node.mayExpand) continue
    for (const match of node.text.matchAll(leftOver)) {
      findings.push({ code: 'template-unknown-name', placeholder: match[0], key, at: node.at })
    }
  }
  return findings
}
