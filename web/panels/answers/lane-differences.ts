import { jsonParts, writeJson, type JsonValue } from '#core/read'
import { isRequest, type ProcessKind } from '#core/rules'
import { describeResult, type ExecutionResult, type RunOutput } from '#core/run'
import { dataOf } from '../../run/lanes.ts'

type ProcessOutput = Extract<RunOutput, { readonly primitive: ProcessKind }>

/** A difference between the simulated and the real run. */
export interface LaneDifference {
  readonly text: string
  /** The reason why the simulation differs here; undefined for an unexpected difference. */
  readonly because: string | undefined
}

/**
 * Values that are expected to differ between a simulation and a real machine, each with the pattern that finds them in
 * text.
 */
const expected: readonly { readonly name: string; readonly pattern: RegExp }[] = [
  { name: 'interpreter path', pattern: /(?:\/[\w.+-]+)+\/(?:python|node|bash|sh|quickjs)[\d.]*(?![\w/])/g },
  { name: 'version', pattern: /\b(?:v|(?:Python|Node|GNU bash|version)[ /]*)?\d+\.\d+\.\d+(?:[-+.(][\w().+-]*)?/gi },
  { name: 'platform', pattern: /\b(?:linux2?|emscripten|wasi|wasm32|x86_64|aarch64|arm64|amd64|x64)\b/gi },
  { name: 'stack', pattern: /(?:\n[ \t]+at [^\n]+)+/g },
  { name: 'errno number', pattern: /\[?\berrno:? ?-?\d+\]?/gi },
]

/** Compare a simulated and a real run value by value, and explain the differences that the simulation causes. */
export function laneDifferences(simulated: ExecutionResult, real: ExecutionResult): readonly LaneDifference[] {
  const found: LaneDifference[] = []
  const note = (what: string, a: string, b: string): void => {
    if (a !== b) found.push({ text: `${what}: simulated ${cut(a)}, real ${cut(b)}`, because: reasonFor(a, b) })
  }
  note('Ending', describeResult(simulated).text, describeResult(real).text)
  const [dataA, dataB] = [dataOf(simulated), dataOf(real)]
  if (dataA && dataB) {
    const [a, b] = [leaves(dataA.data), leaves(dataB.data)]
    for (const name of new Set([...a.keys(), ...b.keys()]))
      note(`data${name}`, a.get(name) ?? 'nothing', b.get(name) ?? 'nothing')
  }
  const [a, b] = [simulated.output, real.output]
  if (!a || !b || isRequest(a) || isRequest(b)) return found
  // Compare the text unless both results have data: the text would repeat the differences in the data.
  if (!(dataA && dataB)) note('Standard output', a.stdout.text, b.stdout.text)
  note('Standard error', a.stderr.text, b.stderr.text)
  note('Files', filesText(a), filesText(b))
  return found
}

/** Split output at the lines that differ from other output: everything between the equal lines at both ends. */
export function differingLines(
  text: string,
  other: string,
): { readonly before: string; readonly differs: string; readonly after: string } {
  const [own, others] = [linesOf(text), linesOf(other)]
  const most = Math.min(own.length, others.length)
  let start = 0
  while (start < most && own[start] === others[start]) start++
  let end = 0
  while (end < most - start && own.at(-1 - end) === others.at(-1 - end)) end++
  const [from, to] = [start, own.length - end]
  return { before: own.slice(0, from).join(''), differs: own.slice(from, to).join(''), after: own.slice(to).join('') }
}

/** The lines of the output, each with its line break. */
function linesOf(text: string): readonly string[] {
  return text.split(/(?<=\n)/)
}

function reasonFor(a: string, b: string): string | undefined {
  const names: string[] = []
  let [left, right] = [a, b]
  for (const { name, pattern } of expected) {
    if (marks(left, pattern) !== marks(right, pattern)) names.push(name)
    left = left.replace(pattern, `<${name}>`)
    right = right.replace(pattern, `<${name}>`)
  }
  return left === right ? names.join(', ') : undefined
}

function marks(text: string, pattern: RegExp): string {
  return (text.match(pattern) ?? []).join('\n')
}

function filesText({ changes }: ProcessOutput): string {
  const own = (changes ?? []).filter(({ path }) => !path.includes('/__pycache__/'))
  return own
    .map(({ path, change, bytes }) => `${change} ${path} ${bytes ? new TextDecoder().decode(bytes) : ''}`)
    .join('\n')
}

function leaves(value: JsonValue, name = '', into = new Map<string, string>()): ReadonlyMap<string, string> {
  const parts = jsonParts(value)
  const entries =
    parts.kind === 'mapping'
      ? parts.entries
      : parts.kind === 'list'
        ? parts.items.map((item, at) => [at, item] as const)
        : []
  for (const [key, inner] of entries) leaves(inner, `${name}/${key}`, into)
  return entries.length === 0 ? into.set(name, writeJson(value)) : into
}

function cut(text: string): string {
  if (text === '') return 'nothing'
  return text.length > 120 ? `${text.slice(0, 120)}…` : text
}
