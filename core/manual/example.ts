import type { GoalAssertion } from '../expect/goal.ts'
import type { JsonValue } from '../read/value/encode.ts'
import { isDialectName, type DialectName } from '../rules/dialect.ts'
import { bundleOfDialect } from '../workspace/snapshot/snapshot-workspace.ts'
import type { Snapshot } from '../workspace/snapshot/snapshot.ts'

/** A small workspace in a page of the manual, with the results that the page states. */
export interface ManualExample {
  /** The source of the block in the page. */
  readonly written: string
  readonly item: string
  readonly parameters: string
  readonly dialect: DialectName
  readonly search: Snapshot['search']
  readonly dev_mode: boolean
  readonly files: Readonly<Record<string, string>>
  /** The page's statements about the example's analysis, in the form of lesson goals. */
  readonly goals: readonly GoalAssertion[]
}

/** The examples on a page: its code blocks of the language `example`. */
export function exampleBlocks(text: string): readonly ManualExample[] {
  return [...text.matchAll(/^```example\n([^]*?)\n```$/gm)].map(([, block = '']) => readExample(block))
}

/**
 * The path of an example's file: `project/tools/x` is `/project/.ai/tools/x`, and an absolute path stays unchanged.
 */
export function pathWritten(written: string): string {
  if (written.startsWith('/')) return written
  return `/${written.replace(/^([^/]+)\/(tools|config|lockfiles|walks|recordings)\//, '$1/.ai/$2/')}`
}

/**
 * Reads an example block: lines `name: value`, then the files, each under a line `=== path`. A name that is a JSON
 * pointer declares the expected value of the analysis at the pointer.
 */
function readExample(block: string): ManualExample {
  const [head = '', ...parts] = block.split(/^=== /m)
  const lines = head.split('\n').flatMap((line) => {
    const [, name = '', value = ''] = /^(\S+?): (.*)$/.exec(line) ?? []
    return name === '' ? [] : [{ name, value }]
  })
  const last = (name: string): string | undefined => lines.findLast((line) => line.name === name)?.value
  const dialect = last('dialect')
  return {
    written: block,
    item: last('item') ?? 't',
    parameters: last('parameters') ?? '{}',
    dialect: isDialectName(dialect) ? dialect : 'lillux',
    search: last('search') === 'global' ? 'global' : 'scoped',
    dev_mode: last('dev_mode') !== 'false',
    files: Object.fromEntries(parts.map(fileOf)),
    goals: [
      ...(last('code')?.split(', ') ?? []).map((code) => ({ kind: 'code', code, absent: false }) as const),
      ...lines.filter(({ name }) => name.startsWith('/')).map(({ name, value }) => factOf(name, valueOf(value))),
    ],
  }
}

function fileOf(part: string): readonly [string, string] {
  const end = part.indexOf('\n')
  if (end === -1) return [pathWritten(part.trim()), '']
  const text = part.slice(end + 1).replace(/\n+$/, '')
  return [pathWritten(part.slice(0, end).trim()), text === '' ? '' : `${text}\n`]
}

function factOf(pointer: string, value: JsonValue): GoalAssertion {
  return { kind: 'value', lane: 'analysis', pointer, test: { kind: 'is', value } }
}

/** The JSON value of a string; a string that is not JSON stays a string. */
function valueOf(written: string): JsonValue {
  try {
    return JSON.parse(written) as JsonValue
  } catch {
    return written
  }
}

/** The draft of an example, to open in the page. */
export function draftOfExample(example: ManualExample, name: string): Snapshot {
  const { dialect, search, dev_mode } = example
  return {
    format: 1,
    name,
    dialect,
    search,
    dev_mode,
    bundle: bundleOfDialect[dialect],
    item_id: example.item,
    parameters: example.parameters,
    files: example.files,
  }
}
