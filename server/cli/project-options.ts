import { dialectNames } from '#core/rules'
import type { Machine, ProjectOptions } from '../project/options.ts'
import type { LinkSource } from '../project/link.ts'
import { ReportedError } from '../project/reported-error.ts'
import type { Arguments, Option } from './command.ts'
import type { Io } from './io.ts'

/** The options of every command that reads a directory. */
export const directoryOptions: Readonly<Record<string, Option>> = {
  dir: {
    value: 'DIR',
    about:
      'The project: the folder that contains .ai. Default: the nearest folder with .ai, from the current folder up to the top of the git repository or the home directory.',
  },
  user: {
    value: 'DIR',
    about: 'The user space: the folder that contains its .ai. Default: from rye-chain.yaml or USER_SPACE, else none.',
  },
  system: {
    value: 'DIR',
    multiple: true,
    about:
      'A system bundle that replaces the built-in one: a folder with a bundle.json, ID@VERSION=DIR, or builtin. Several bundles are searched in the given order.',
  },
  dialect: {
    value: 'NAME',
    choices: ['lillux', ...dialectNames],
    about: `The dialect of the rules: ${dialectNames.join(', ')}. Default: from rye-chain.yaml, else lillux.`,
  },
  search: {
    value: 'HOW',
    choices: ['scoped', 'global'],
    about: 'Where to search for executors: scoped or global (R1.2). Default: from rye-chain.yaml, else scoped.',
  },
  strict: { about: 'Turn off dev mode: invalid or missing signatures are errors (R10.4).' },
  dev: { about: 'Turn on dev mode (the default): signature problems are not errors.' },
  env: {
    value: 'NAME[=VALUE]',
    multiple: true,
    about: 'Add a variable to the environment of the chain; without =VALUE, with the value on this machine.',
  },
  world: {
    value: 'FILE',
    about:
      'A JSON file with environ, files, programs and path_separator to use instead of those of this machine, or the draft.json of an export.',
  },
}

/**
 * The option for the user space that contains a user's keys: unlike an analysis, signing requires a real user space.
 */
export const keyOption: Option = {
  value: 'DIR',
  about: 'The user space with your keys. Default: the home directory.',
}

/**
 * The project options of a command, and the machine that the command runs on.
 * @throws ReportedError for an unknown dialect or search mode, and for `--strict` with `--dev`
 */
export function projectOptions(given: Arguments, io: Io): ProjectOptions & { readonly machine: Machine } {
  if (given.flag('strict') && given.flag('dev')) throw new ReportedError('usage', 'Pass --strict or --dev, not both.')
  const dialect = given.text('dialect') === undefined ? undefined : given.oneOf('dialect', ['lillux', ...dialectNames])
  const search = given.text('search') === undefined ? undefined : given.oneOf('search', ['scoped', 'global'])
  return {
    dir: given.text('dir') ?? given.text('project-path'),
    user: given.text('user'),
    systems: given.texts('system'),
    dialect,
    search,
    strict: given.flag('strict') ? true : given.flag('dev') ? false : undefined,
    env: given.texts('env'),
    worldFile: given.text('world'),
    machine: machineOf(io),
  }
}

/** The link in a word, or on standard input if the word is `-`. */
export function linkGiven(word: string, io: Io): LinkSource {
  return word === '-' ? { text: io.input().trim() } : word
}

/** One machine per environment, so the user sees each notice only once. */
const machines = new WeakMap<Io, Machine>()

/** The machine of a command: the part of its environment that a project uses. */
export function machineOf(io: Io): Machine {
  const { cwd, env } = io
  const machine = machines.get(io) ?? { cwd, env, now: () => io.now(), note: (sentence) => io.err(`${sentence}\n`) }
  machines.set(io, machine)
  return machine
}
