import type { ProcessKind } from '../rules/primitives.ts'
import type { Diagnostic } from '../diagnostics/facts.ts'
import { holds, isNull, sourcedText, type Sourced, type SourcedText } from './template/sourced.ts'
import { pyStr } from '../read/value/text.ts'
import { PyTuple } from '../read/value/value.ts'
import { asText } from './as-text.ts'
import { expandForPrimitive, type PrimitiveInput } from './primitive-pass.ts'
import { noTimeout, timeoutOf, wrongTimeout } from './seconds.ts'

/** The parts of a process plan, each with its source (R9.6). */
export interface ProcessParts {
  readonly primitive: ProcessKind
  readonly command: SourcedText
  readonly args: readonly SourcedText[]
  readonly env: ReadonlyMap<string, SourcedText>
  readonly cwd: SourcedText | null
  readonly input: SourcedText | null
  /** Timeout in seconds; null for no timeout. */
  readonly timeout: number | null
  readonly timeoutNode: Sourced | null
}

export type ProcessResult =
  { readonly parts: ProcessParts; readonly findings: readonly Diagnostic[] } | { readonly problem: Diagnostic }

/** R9.5, R15.1: the process that `subprocess` and `execute` start, after template expansion. */
export function planProcess(primitive: ProcessParts['primitive'], input: PrimitiveInput): ProcessResult {
  const cannot = (problem: string, node?: Sourced): ProcessResult => ({
    problem: { code: 'plan-incomplete', primitive, problem, at: node?.at ?? null },
  })
  const { config } = input
  const commandNode = config.get('command')
  if (!commandNode || !holds(commandNode))
    return cannot(emptied(commandNode) ?? 'no command is configured', commandNode)
  if (commandNode.kind !== 'text') return cannot('the command is not a string', commandNode)
  const argNodes = listOfArgs(config.get('args'))
  if (!argNodes) return cannot('args is not a list', config.get('args'))
  const cwd = optionalText(config.get('cwd'), input)
  const stdin = optionalText(config.get('input_data'), input)
  if (cwd === 'wrong') return cannot('cwd is not a string', config.get('cwd'))
  if (stdin === 'wrong') return cannot('input_data is not a string', config.get('input_data'))
  const command = expandForPrimitive(commandNode, input)
  if (command.text === '')
    return cannot(emptied(command) ?? 'the command is empty after template expansion', commandNode)
  const timeoutNode = config.get('timeout')
  const timeout = timeoutOf('process', timeoutNode)
  if (timeout === 'wrong') return cannot(wrongTimeout, timeoutNode)
  const findings: Diagnostic[] = [...noTimeout(timeout, timeoutNode)]
  const args = argNodes.map((node, index) => {
    const text = asText(node)
    if (node.kind !== 'text') findings.push({ code: 'argument-not-text', index, text: text.text, at: node.at })
    return expandForPrimitive(text, input)
  })
  const parts = {
    primitive,
    command,
    args,
    env: input.env,
    cwd,
    input: stdin,
    timeout,
    timeoutNode: timeoutNode ?? null,
  }
  return { parts, findings }
}

/** Variables of Rye's own process that its system runtimes use. */
const hostVariables: readonly string[] = ['RYE_KERNEL_PYTHON']

/** A description of the unset variable that makes a string empty; undefined if there is none. */
function emptied(node: Sourced | undefined): string | undefined {
  const step = node?.kind === 'text' ? node.steps?.find(({ from }) => from === 'empty') : undefined
  if (!step) return undefined
  const ofHost = hostVariables.find((name) => step.placeholder.includes(name))
  const way = ofHost === undefined ? '' : `. Rye sets this variable on its host; elsewhere, set ${ofHost} in .env`
  return `the command is empty, because ${step.placeholder} has no value${way}`
}

/** The items that Python yields when it iterates over a value; undefined for a value that is not iterable. */
function listOfArgs(node: Sourced | undefined): readonly Sourced[] | undefined {
  if (node === undefined || isNull(node)) return []
  if (node.kind === 'list') return node.items
  if (node.kind === 'text') return [...node.text].map((character) => sourcedText(character, node.by, node.at))
  if (node.kind === 'dict') return [...node.entries.keys()].map((key) => sourcedText(pyStr(key), node.by, node.at))
  if (!(node.value instanceof PyTuple)) return undefined
  return node.value.items.map((item) => sourcedText(pyStr(item), node.by, node.at))
}

function optionalText(node: Sourced | undefined, input: PrimitiveInput): SourcedText | null | 'wrong' {
  if (node === undefined || !holds(node)) return null
  if (node.kind !== 'text') return 'wrong'
  const text = expandForPrimitive(node, input)
  return text.text === '' ? null : text
}
