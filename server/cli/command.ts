import { parseArgs } from 'node:util'
import { nearest } from '#core/text'
import type { Io } from './io.ts'
import { isUsage, ReportedError } from '../project/reported-error.ts'

/** One option as `--help` shows it. */
export interface Option {
  /** What stands after it, such as `DIR`; an option without one is a flag. */
  readonly value?: string
  /** The words that may stand there, the first of them where the option is not given. */
  readonly choices?: readonly [string, ...string[]]
  readonly multiple?: boolean
  readonly about: string
}

/** One command of the command line. */
export interface Command {
  readonly name: string
  /** Words after the name, such as `FILE...`. */
  readonly words?: string
  /** One line for the list of commands. */
  readonly about: string
  /** What a person should know beside the options. */
  readonly more?: string
  readonly options: Readonly<Record<string, Option>>
  /** Answers the exit code. */
  run(given: Arguments, io: Io): Promise<number> | number
}

/** The arguments of a command, read and checked against its options. */
export class Arguments {
  readonly words: readonly string[]
  readonly #command: Command
  readonly #values: Readonly<Record<string, unknown>>

  constructor(command: Command, words: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.#command = command
    this.words = words
    this.#values = values
  }

  /** The name of the command. */
  get name(): string {
    return this.#command.name
  }

  flag(name: string): boolean {
    return this.#values[name] === true
  }

  text(name: string): string | undefined {
    const value = this.#values[name]
    return typeof value === 'string' ? value : undefined
  }

  texts(name: string): readonly string[] {
    const value = this.#values[name]
    return Array.isArray(value) ? value.map(String) : []
  }

  /** An option that the command cannot do without. An empty text is one too: the command says what it thinks of it. */
  need(name: string): string {
    const value = this.text(name)
    if (value !== undefined) return value
    const { value: kind = 'VALUE', about } = this.#command.options[name] ?? { about: '' }
    throw new ReportedError('usage', `--${name} ${kind} is missing: ${about}`)
  }

  /** One of some words, or the first of them where the option is not given. */
  oneOf<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const value = this.text(name)
    if (value === undefined) return words[0]
    const word = words.find((known) => known === value)
    if (word === undefined)
      throw new ReportedError(
        'usage',
        `--${name} is ${JSON.stringify(value)}; it must be ${[...new Set(words)].join(' or ')}.`,
      )
    return word
  }

  /** The word of `--format`, for which `--json` is another way to say one; both are one too many where they differ. */
  format<Word extends string>(words: readonly [Word | 'json', ...(Word | 'json')[]]): Word | 'json' {
    if (!this.flag('json')) return this.oneOf('format', words)
    const other = this.text('format')
    if (other !== undefined && other !== 'json')
      throw new ReportedError('usage', `--json is --format json, and --format ${other} another: give one of them.`)
    return 'json'
  }
}

/** Read the arguments of a command, strictly: what it does not know is a mistake, never ignored. */
export function readArguments(command: Command, argv: readonly string[]): Arguments {
  const options = Object.fromEntries(
    Object.entries(command.options).map(([name, { value, multiple = false }]) => [
      name,
      { type: value === undefined ? ('boolean' as const) : ('string' as const), multiple },
    ]),
  )
  try {
    const { values, positionals } = parseArgs({ args: [...argv], options, allowPositionals: true, strict: true })
    if (command.words === undefined && positionals.length > 0)
      throw new ReportedError(
        'usage',
        `${command.name} takes no words, but ${JSON.stringify(positionals[0])} was given.`,
      )
    return new Arguments(command, positionals, values)
  } catch (error) {
    if (isUsage(error)) throw error
    // The sentences of parseArgs are good, but the first is enough.
    const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new ReportedError('usage', (said.endsWith('.') ? said : `${said}.`) + guessOf(said, argv, command))
  }
}

/** The option that was meant by one that the command does not know; a word behind a single dash is read letter by letter. */
function guessOf(said: string, argv: readonly string[], { options }: Command): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(said)?.[1]
  if (unknown === undefined) return ''
  const word = argv.find((one) => one.startsWith(unknown)) ?? unknown
  const [near] = nearest(word.replace(/^-+|=[^]*$/g, ''), Object.keys(options))
  return near === undefined ? '' : ` Did you mean --${near}?`
}

/** `--help` of one command. */
export function helpOf(command: Command): string {
  const rows = Object.entries(command.options).map(([name, { value, about, multiple }]) => {
    const repeated = multiple === true ? ' Can be given several times.' : ''
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, `${about}${repeated}`] as const
  })
  const usage = ['rye-chain', command.name, ...(command.words === undefined ? [] : [command.words]), '[OPTION]...']
  return [
    usage.join(' '),
    '',
    command.about,
    ...(command.more === undefined ? [] : ['', command.more]),
    '',
    table([...rows, ['--help', 'This text.']]),
  ].join('\n')
}

/** Two columns, the second starting at the same place in every row. */
export function table(rows: readonly (readonly [string, string])[]): string {
  const width = Math.min(28, Math.max(0, ...rows.map(([left]) => left.length)))
  return rows.map(([left, right]) => `  ${left.padEnd(width)}  ${right}\n`).join('')
}
