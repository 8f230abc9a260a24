import { documents, type DocumentName } from './documents.ts'

/** The document that a command prints with these arguments; undefined if it prints none. */
export function documentOf(argv: readonly string[]): DocumentName | undefined {
  const options = argv.slice(0, argv.includes('--') ? argv.indexOf('--') : undefined)
  const asksJson =
    options.includes('--json') || options.includes('--format=json') || hasPair(options, '--format', 'json')
  const [command = '', word = ''] = options
  if (!asksJson || command === 'conformance') return undefined
  const has = (name: string): boolean => options.some((one) => one === name || one.startsWith(`${name}=`))
  if (command === 'explain') {
    if (!has('--item')) return 'explain-page'
    return has('--places') ? 'explain-places' : has('--value') ? 'explain-value' : 'explain-values'
  }
  if (command === 'check' && has('--statistics')) return 'check-statistics'
  if (command === 'expect' && has('--coverage')) return 'expect-coverage'
  if (command === 'expect' && has('--write')) return 'expect-write'
  if (command === 'lock') return word === 'show' ? (has('--item') ? 'lock-show' : 'lock-list') : lockChange(word)
  return Object.keys(documents).find((name): name is DocumentName => name === command)
}

function lockChange(word: string): DocumentName | undefined {
  return (['create', 'update', 'delete'] as const)
    .map((one) => `lock-${one}` as const)
    .find((name) => name === `lock-${word}`)
}

function hasPair(words: readonly string[], name: string, value: string): boolean {
  return words.some((word, at) => word === name && words[at + 1] === value)
}
