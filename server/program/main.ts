import { nearest } from '#core/text'
import { productVersion } from '../engine/product.ts'
import { helpOf, readArguments, table, wrapped, type Command } from '../cli/command.ts'
import { colorWords, harmless, processIo, type Io } from '../cli/io.ts'
import { isUsage, ReportedError, troubleIn } from '../project/reported-error.ts'
// Commands that run often, so their startup time matters. The build creates a separate script for each.
import shortCommands from './short-commands.json' with { type: 'json' }

const serveCommand: Pick<Command, 'name' | 'about'> = {
  name: 'serve',
  about: 'Serve the playground, with real runs in a sandbox. The same as npm start.',
}

const workerCommand: Pick<Command, 'name' | 'about'> = {
  name: 'worker',
  about: 'Execute the runs of a queue that many servers share: --queue redis://HOST.',
}

/** Commands that parse their settings themselves. */
export const services = [serveCommand, workerCommand]
const serviceNames = services.map(({ name }) => name)

/** Each command by its name, loaded on demand, because most commands need only a small part of the engine. */
const commands: ReadonlyMap<string, () => Promise<Command>> = new Map<string, () => Promise<Command>>([
  ['analyze', async () => (await import('../cli/analyze.ts')).analyzeCommand],
  ['run', async () => (await import('../cli/run/run.ts')).runCommand],
  ['graph', async () => (await import('../cli/graph.ts')).graphCommand],
  ['check', async () => (await import('../cli/check/check.ts')).checkCommand],
  ['diff', async () => (await import('../cli/diff/diff.ts')).diffCommand],
  ['bisect', async () => (await import('../cli/bisect/bisect.ts')).bisectCommand],
  ['uses', async () => (await import('../cli/impact/uses.ts')).usesCommand],
  ['impact', async () => (await import('../cli/impact/impact.ts')).impactCommand],
  ['expect', async () => (await import('../cli/expect/expect.ts')).expectCommand],
  ['migrate', async () => (await import('../cli/impact/migrate.ts')).migrateCommand],
  ['explain', async () => (await import('../cli/explain.ts')).explainCommand],
  ['init', async () => (await import('../cli/init.ts')).initCommand],
  ['new', async () => (await import('../cli/new.ts')).newCommand],
  ['list', async () => (await import('../cli/list.ts')).listCommand],
  ['rules', async () => (await import('../cli/rules.ts')).rulesCommand],
  ['lesson', async () => (await import('../cli/lesson.ts')).lessonCommand],
  ['config', async () => (await import('../cli/config.ts')).configCommand],
  ['lock', async () => (await import('../cli/lock.ts')).lockCommand],
  ['hook', async () => (await import('../cli/hook.ts')).hookCommand],
  ['keys', async () => (await import('../cli/keys.ts')).keysCommand],
  ['sign', async () => (await import('../cli/sign.ts')).signCommand],
  ['trust', async () => (await import('../cli/trust.ts')).trustCommand],
  ['share', async () => (await import('../cli/share.ts')).shareCommand],
  ['open', async () => (await import('../cli/open.ts')).openCommand],
  ['lsp', async () => (await import('./lsp.ts')).lspCommand],
  ['skill', async () => (await import('../cli/skill.ts')).skillCommand],
  ['ndjson', async () => (await import('../cli/ndjson.ts')).ndjsonCommand],
  ['mcp', async () => (await import('./mcp.ts')).mcpCommand],
  ['conformance', async () => (await import('../cli/conformance.ts')).conformanceCommand],
  ['completion', async () => (await import('../cli/completion.ts')).completionCommand(everyCommand, services)],
])

/** Every command except the services, which read their settings themselves. */
export function everyCommand(): Promise<readonly Command[]> {
  return Promise.all([...commands.values()].map((load) => load()))
}

/**
 * The command line `rye-chain`. Returns the exit code: 0 for success, 1 for failure, 2 for an invalid request, and the
 * shell's code for a signal. Throws only for a bug.
 */
export async function run(
  argv: readonly string[],
  io = processIo(Object.hasOwn(shortCommands, argv[0] ?? '')),
): Promise<number> {
  try {
    const { words, colors } = withoutColor(argv, io)
    return await answer(words, colors === io.colors ? io : { ...io, colors })
  } catch (error) {
    if (!isUsage(error)) throw error
    io.err(`${harmless(error.message)}\n`)
    return 2
  }
}

async function answer(argv: readonly string[], io: Io): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined) {
    io.out(await overview(io))
    return 2
  }
  if (name === '--version' || name === '-V') {
    io.out(`${productVersion}\n`)
    return 0
  }
  if (isHelp(name)) {
    const [about, more] = rest
    if (more !== undefined)
      throw new ReportedError('usage', `help takes one command, but got a second one: ${JSON.stringify(more)}.`)
    return help(about === undefined || isHelp(about) ? undefined : about, io)
  }
  if (name === serveCommand.name) {
    // Imported on demand, because loading the server's libraries takes longer than most commands.
    const { serve } = await import('./serve.ts')
    return serve(rest, io)
  }
  if (name === workerCommand.name) {
    const { work } = await import('./worker.ts')
    return work(rest, io)
  }
  const command = await commands.get(name)?.()
  if (!command) throw new ReportedError('usage', unknownCommand(name))
  // After `--`, every argument is a word, even if it looks like an option.
  const options = rest.slice(0, rest.includes('--') ? rest.indexOf('--') : undefined)
  return options.some((word) => word !== 'help' && isHelp(word)) ? help(name, io) : runCommand(command, rest, io)
}

function isHelp(word: string): boolean {
  return word === '--help' || word === '-h' || word === 'help'
}

/** Print the help for one command or all commands. */
async function help(name: string | undefined, io: Io): Promise<number> {
  if (name !== undefined && serviceNames.includes(name)) return answer([name, '--help'], io)
  const command = name === undefined ? undefined : await commands.get(name)?.()
  if (name !== undefined && !command) throw new ReportedError('usage', unknownCommand(name))
  io.out(command ? helpOf(command, io.columns) : await overview(io))
  return 0
}

function unknownCommand(name: string): string {
  const names = [...commands.keys(), ...serviceNames]
  const [near] = nearest(name, names)
  const guess = near === undefined ? '' : ` Did you mean ${near}?`
  return `${JSON.stringify(name)} is not a command.${guess} Commands: ${names.join(', ')}. See: rye-chain help`
}

/** The words without `--color WHEN`, which can be anywhere before `--` and overrides `NO_COLOR` and `FORCE_COLOR`. */
function withoutColor(
  argv: readonly string[],
  io: Io,
): { readonly words: readonly string[]; readonly colors: boolean } {
  const end = argv.includes('--') ? argv.indexOf('--') : argv.length
  const at = argv.findIndex((word, index) => index < end && (word === '--color' || word.startsWith('--color=')))
  if (at === -1) return { words: argv, colors: io.colors }
  const isJoined = argv[at] !== '--color'
  const asked = isJoined ? argv[at]?.slice('--color='.length) : argv[at + 1]
  const when = colorWords.find((word) => word === asked)
  if (when === undefined) throw new ReportedError('usage', `--color must be one of ${colorWords.join(', ')}.`)
  const words = [...argv.slice(0, at), ...argv.slice(at + (isJoined ? 1 : 2))]
  return { words, colors: when === 'always' || (when === 'auto' && io.colors) }
}

async function runCommand(command: Command, argv: readonly string[], io: Io): Promise<number> {
  try {
    return await command.run(readArguments(command, argv), io)
  } catch (error) {
    if (isUsage(error)) {
      io.err(`${harmless(error.message)}\nSee: rye-chain ${command.name} --help\n`)
      return 2
    }
    const trouble = troubleIn(error, io)
    if (trouble === undefined) throw error
    io.err(`${harmless(trouble)}\n`)
    return 1
  }
}

async function overview({ columns }: Io): Promise<string> {
  const rows = [...(await everyCommand()), ...services].map(({ name, about }) => [name, about] as const)
  return [
    'rye-chain COMMAND [OPTION]...',
    '',
    ...wrapped("Analyze, check and run the tools of an .ai directory with Rye's executor chain.", columns),
    '',
    table(rows, columns),
    ...wrapped(
      'For the options of a command, run rye-chain help COMMAND. All commands accept --color auto|always|never. -V (--version) prints the version.',
      columns,
    ),
    '',
  ].join('\n')
}
