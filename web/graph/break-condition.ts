import { evaluateCondition, Sizes } from '#core/graph'
import { encodeValue, isDict, plain, readYaml, type JsonValue } from '#core/read'
import { problemsIn } from './step-view.ts'

/**
 * Parse a condition in the syntax of an edge's `when` (R16.4). Throws an error that describes the problem if the text
 * is not a valid condition.
 */
export function conditionIn(text: string): JsonValue {
  const read = readYaml('condition', text)
  if (read.kind === 'invalid') {
    const [problem] = read.diagnostics
    throw new Error(`Not valid YAML: ${'problem' in problem ? String(problem.problem) : 'too large'}.`)
  }
  const condition = read.document && plain(read.document)
  if (!isDict(condition)) throw new Error('Enter a mapping, such as {path: state.count, op: gt, value: 3}.')
  const [problem] = problemsIn(evaluateCondition(condition, new Map(), new Sizes()))
  if (problem !== undefined) throw new Error(`Invalid condition: ${problem}.`)
  return encodeValue(condition)
}
