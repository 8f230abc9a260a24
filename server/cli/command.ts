import { parseArgs } from 'node:util'
import { listed } from '#core/diagnostics'
import { nearest } from '#core/text'
import type { Io } from './io.ts'
import { isUsage, ReportedError } from '../project/reported-error.ts'

/** An option, as shown by `--help`. */
export interface Option {
  /** The name of its value, such as `DIR`; an option without a value is a flag. */
  readonly value?: string
  /** The allowed values; the first one is the default. */
  readonly choices?: readonly [string, ...string[]]
  readonly multiple?: boolean
  readonly about: string
}

/** A command of `rye-chain`, with its help and its options by name. */
export interface Command {
  readonly name: string
  /** Words after the name, such as `FILE...`. */
  readonly words?: string
  /** One line for the list of commands. */
  readonly about: string
  /** Help text that follows the options. */
  readonly more?: string
  readonly options: Readonly<Record<string, Option>>
  /** Run the command; returns the exit code. */
  run(given: Arguments, io: Io): Promise<number> | number
}

/** The arguments of a command, parsed and checked against its options. */
export class Arguments {
  readonly words: readonly string[]
  readonly #command: Command
  readonly #values: Readonly<Record<string, unknown>>

  constructor(command: Command, words: readonly string[], values: Readonly<Record<string, unknown>>) {
    this.#command = command
    this.words = words
    this.#values = values
  }

  /** The name of the command that these arguments are for. */
  get name(): string {
    return this.#command.name
  }

  /** The command and its arguments as a value for comparison. */
  get written(): readonly unknown[] {
    return [this.name, this.words, this.#values]
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

  /**
   * The value of a required option; it can be empty.
   * @throws ReportedError if the option is missing.
   */
  need(name: string): string {
    const value = this.text(name)
    if (value !== undefined) return value
    const { value: kind = 'VALUE', about } = this.#command.options[name] ?? { about: '' }
    throw new ReportedError('usage', `--${name} ${kind} is missing: ${about}`)
  }

  /**
   * The value of an option with fixed values. Default: the first value.
   * @throws ReportedError for any other value.
   */
  oneOf<Word extends string>(name: string, words: readonly [Word, ...Word[]]): Word {
    const value = this.text(name)
    if (value === undefined) return words[0]
    const word = words.find((known) => known === value)
    if (word === undefined)
      throw new ReportedError(
        'usage',
        `--${name} is ${JSON.stringify(value)}; it must be ${listed([...new Set(words)], 'or')}.`,
      )
    return word
  }

  /** The value of `--format`. `--json` is short for `--format json`; the two options must not contradict each other. */
  format<Word extends string>(words: readonly [Word | 'json', ...(Word | 'json')[]]): Word | 'json' {
    if (!this.flag('json')) return this.oneOf('format', words)
    const other = this.text('format')
    if (other !== undefined && other !== 'json')
      throw new ReportedError(
        'usage',
        `--json means --format json and contradicts --format ${other}. Pass one of them.`,
      )
    return 'json'
  }
}

/**
 * Parse the arguments of a command strictly.
 * @throws ReportedError for an unknown option, a missing value or an unexpected argument.
 */
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
      throw new ReportedError('usage', `${command.name} takes no arguments, but got ${JSON.stringify(positionals[0])}.`)
    return new Arguments(command, positionals, values)
  } catch (error) {
    if (isUsage(error)) throw error
    // The other sentences of a parseArgs message are about positional arguments that start with a hyphen.
    const said = error instanceof Error ? (error.message.split('. ')[0] ?? '') : String(error)
    throw new ReportedError('usage', (said.endsWith('.') ? said : `${said}.`) + guessOf(said, argv, command))
  }
}

/** A suggestion for an unknown option. parseArgs reads a word after a single dash as separate letters. */
function guessOf(said: string, argv: readonly string[], { options }: Command): string {
  const unknown = /^Unknown option '(-[^']*)'/.exec(said)?.[1]
  if (unknown === undefined) return ''
  const word = argv.find((one) => one.startsWith(unknown)) ?? unknown
  const [near] = nearest(word.replace(/^-+|=[^]*$/g, ''), Object.keys(options))
  return near === undefined ? '' : ` Did you mean --${near}?`
}

/** The options of a command as rows: the option with its value, and its description. */
export function optionRows({ options }: Pick<Command, 'options'>): readonly (readonly [string, string])[] {
  const rows = Object.entries(options).map(([name, { value, about, multiple }]) => {
    const repeated = multiple === true ? ' Can be repeated.' : ''
    return [`--${name}${value === undefined ? '' : ` ${value}`}`, `${about}${repeated}`] as const
  })
  return [...rows, ['--help', 'Show this help.']]
}

/** The first line of a command's help. */
export function usageOf({ name, words }: Pick<Command, 'name' | 'words'>): string {
  return ['rye-chain', name, ...(words === undefined ? [] : [words]), '[OPTION]...'].join(' ')
}

/** The `--help` text of one command, wrapped to the terminal's width, if there is a terminal. */
export function helpOf(command: Command, columns?: number): string {
  const { about, more } = command
  return [
    usageOf(command),
    '',
    ...wrapped(about, columns),
    ...(more === undefined ? [] : ['', ...wrapped(more, columns)]),
    '',
    table(optionRows(command), columns),
  ].join('\n')
}

/** Two columns; the second one starts at the same position in every line, including wrapped lines. */
export function table(rows: readonly (readonly [string, string])[], columns?: number): string {
  const width = Math.min(28, Math.max(0, ...rows.map(([left]) => left.length)))
  const indent = ' '.repeat(width + 4)
  return rows
    .map(([left, right]) => {
      const lines = wrapped(right, columns === undefined ? undefined : columns - indent.length)
      return `  ${left.padEnd(width)}  ${lines.join(`\n${indent}`)}\n`
    })
    .join('')
}

/** Minimum width of a wrapped column, because a very narrow column is harder to read than cut text. */
const leastWidth = 20

/**
 * The lines of a string, broken between words after at most `columns` characters; narrow columns and long words can
 * exceed them. The whole string if `columns` is undefined.
 */
export function wrapped(text: string, columns: number | undefined): readonly string[] {
  if (columns === undefined) return [text]
  const most = Math.max(leastWidth, columns)
  const lines: string[] = []
  for (const word of text.split(' ')) {
    const last = lines.at(-1)
    if (last !== undefined && last.length + 1 + word.length <= most) lines[lines.length - 1] = `${last} ${word}`
    else lines.push(word)
  }
  return lines
}
