import { runsShell } from './script.ts'
import { unsafeCharacters } from './template/quote.ts'
import { shellFormFindings, shellForms } from './template/shell-forms.ts'
import type { TemplateStep } from './provenance.ts'
import { isRequest } from '../rules/primitives.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { pointerTo } from '../text/pointer.ts'
import type { Trace } from '../trace.ts'
import type { Sourced, SourcedText } from './template/sourced.ts'
import type { PlanParts } from './plan.ts'

/** A function called with one string and its JSON pointer, in two parts that are joined only on demand. */
type TextVisitor = (node: SourcedText, pointer: string, step: string | number | undefined) => void

/** Every string of the plan except those of its environment, with its JSON pointer in the document. */
export function planTexts(parts: PlanParts): readonly (readonly [string, SourcedText])[] {
  const texts: (readonly [string, SourcedText])[] = []
  visitTexts(parts, (node, pointer, step) => texts.push([joinPointer(pointer, step), node]))
  return texts
}

function joinPointer(pointer: string, step: string | number | undefined): string {
  return step === undefined ? pointer : pointerTo(pointer, step)
}

function visitTexts(parts: PlanParts, visit: TextVisitor): void {
  if (!isRequest(parts)) {
    visit(parts.command, '/plan/command', undefined)
    for (let index = 0; index < parts.args.length; index++) visit(parts.args[index]!, '/plan/args', index)
    if (parts.cwd) visit(parts.cwd, '/plan/cwd', undefined)
    if (parts.input) visit(parts.input, '/plan/input', undefined)
    return
  }
  visit(parts.method, '/plan/method', undefined)
  visit(parts.url, '/plan/url', undefined)
  for (const [name, node] of parts.headers) visit(node, '/plan/headers', name)
  if (parts.auth?.type === 'bearer') visit(parts.auth.token, '/plan/auth', 'token')
  if (parts.auth?.type === 'api_key') {
    visit(parts.auth.key, '/plan/auth', 'key')
    visit(parts.auth.header, '/plan/auth', 'header')
  }
  if (parts.body) visitValue(parts.body, '/plan/body', undefined, visit)
}

function visitValue(node: Sourced, above: string, step: string | number | undefined, visit: TextVisitor): void {
  if (node.kind === 'text') visit(node, above, step)
  else if (node.kind !== 'leaf') {
    const pointer = joinPointer(above, step)
    if (node.kind === 'list') node.items.forEach((item, index) => visitValue(item, pointer, index, visit))
    else node.entries.forEach((item, key) => visitValue(item, pointer, String(key), visit))
  }
}

const leftOver = /\{([A-Za-z_]\w*)\}/g
const foreign: ReadonlySet<string> = new Set(['caller', 'host', 'dotenv'])

/**
 * R9.3, Q1: the characters for which `shlex.quote` would quote a variable's value, empty for an empty value; null if it
 * would not quote the value, and for placeholders other than `${...}`.
 */
function unquotedIn({ placeholder, replacement }: TemplateStep): readonly string[] | null {
  if (!placeholder.startsWith('${')) return null
  const characters = unsafeCharacters(replacement)
  return replacement !== '' && characters.length === 0 ? null : characters
}

/** R9.3: the findings about `${...}` that an element's text still contains. A shell replaces its own forms. */
function shellFindings(node: SourcedText, key: string, isShell: boolean): readonly Diagnostic[] {
  return shellFormFindings(node, key).filter(({ because }) => because !== 'operator' || !isShell)
}

/** The findings about the template steps of the final strings (R9.3, R9.4, H2). */
export function planFindings(parts: PlanParts, trace: Trace): readonly Diagnostic[] {
  const findings: Diagnostic[] = []
  const isShell = !isRequest(parts) && runsShell(parts.command.text)
  visitTexts(parts, (node, pointer, last) => {
    if (node.text.includes('${')) findings.push(...shellFindings(node, joinPointer(pointer, last), isShell))
    // A runtime can have many strings, and most have no findings.
    if (!node.steps && !node.mayExpand) return
    for (const step of node.steps ?? []) {
      const { pass, round, placeholder, from, quoted, written_by, at } = step
      if (trace)
        trace({ step: 'expand_template', key: joinPointer(pointer, last), pass, round, placeholder, from, quoted })
      for (const { because } of shellForms(placeholder))
        if (written_by === 'element')
          findings.push({ code: 'variable-form', key: joinPointer(pointer, last), written: placeholder, because, at })
      const odd = pass === 1 && !quoted && from !== 'empty' ? unquotedIn(step) : null
      if (from !== 'empty' && !quoted && odd === null && !foreign.has(written_by)) continue
      const key = joinPointer(pointer, last)
      if (from === 'empty') findings.push({ code: 'env-variable-unknown', name: key, variable: step.name, at })
      if (odd) findings.push({ code: 'template-unquoted', name: step.name, key, characters: odd, at })
      if (quoted) findings.push({ code: 'template-quoted', name: step.name, key, at })
      if (foreign.has(written_by))
        findings.push({ code: 'template-injected', placeholder, key, origin: written_by, at })
    }
    // JSON in stdin and bodies contains braces, which are not placeholders.
    if (pointer === '/plan/input' || !node.mayExpand) return
    for (const match of node.text.matchAll(leftOver)) {
      const key = joinPointer(pointer, last)
      findings.push({ code: 'template-unknown-name', placeholder: match[0], key, at: node.at })
    }
  })
  return findings
}
