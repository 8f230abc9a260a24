import { interpreterNameOf } from './interpreter.ts'
import type { InterpreterName } from './interpreter.ts'

/** Output that only the simulated interpreter prints in this form, and the difference. */
interface Mark {
  readonly pattern: RegExp
  readonly differs: string
}

/** Messages of QuickJS that Node words differently. */
const engineWords = new RegExp(
  [
    /\bcannot (?:read|set|convert|have) /,
    /'[^'\n]*' is (?:not defined|read-only)|is not initialized|is not extensible|\bno setter for property/,
    /\bnot an? (?:function|constructor|object|symbol|function or \w+)\b|\bvalue is not iterable|\bobject expected/,
    /\b(?:expecting |unexpected token|unexpected data|unexpected end|unterminated|redeclaration of)/,
    /\bcircular (?:reference|prototype chain)|\bBad control character in string literal$/m,
    /\binvalid (?:array (?:length|index)|string length|repeat count|number of digits|code point|bigint literal|'\w+' )/,
    /\bDate value is NaN|\bradix must be between|\bmalformed UTF-8|\bbad normalization form|^empty array$/m,
    /\bmust be called with new|\bclass constructors must be|\bregexp must have|\bcould not delete property/,
    /\bBigInt division|\bprivate class field/,
  ]
    .map(({ source }) => source)
    .join('|'),
  'm',
)

/** Differences in `web/simulate/testing/cases/differences.md` that the output alone reveals. */
const ofNode: readonly Mark[] = [
  {
    pattern: /stack overflow/,
    differs: 'the recursion limit is about 600 calls in the simulation and about 11,000 in Node',
  },
  { pattern: engineWords, differs: 'QuickJS error messages differ from those of V8, the engine of Node' },
  {
    pattern: /^[ \t]+at \S.*(?::\d+|\(native\))\)?\s*(?:\{)?$/m,
    differs: 'the stack trace is from QuickJS; functions and columns can differ from Node',
  },
]

/** Differences in Python that the output alone reveals. */
const ofPython: readonly Mark[] = [
  {
    pattern: /\[Errno \d+\]/,
    differs: 'the simulated Python uses the error numbers of Emscripten; on Linux, the number after `Errno` differs',
  },
]

const marks: Readonly<Record<InterpreterName, readonly Mark[]>> = { javascript: ofNode, python: ofPython, bash: [] }

/** Known differences between a simulated output and the output of a real run, found in the simulated text. */
export function shownDifferences(command: string, output: string): readonly string[] {
  const interpreter = interpreterNameOf(command)
  if (interpreter === undefined) return []
  return marks[interpreter].filter(({ pattern }) => pattern.test(output)).map(({ differs }) => differs)
}
