import { analyzeCommand } from './analyze.ts'
import { checkCommand } from './check/check.ts'
import { helpOf, readArguments, table, type Command } from './command.ts'
import { conformanceCommand } from './conformance.ts'
import { explainCommand } from './explain.ts'
import { codeOf, processIo, Trouble, UsageError, type Io } from './io.ts'
import { keysCommand } from './keys.ts'
import { listCommand } from './list.ts'
import { lockCommand } from './lock.ts'
import { openCommand } from './open.ts'
import { productVersion } from '../engine/product.ts'
import { shareCommand } from './share.ts'
import { signCommand } from './sign.ts'
import { trustCommand } from './trust.ts'

const serveAbout = 'Serve the playground, with real execution in the kernel sandbox. The same as npm start.'

const commands: readonly Command[] = [
  analyzeCommand,
  checkCommand,
  explainCommand,
  listCommand,
  lockCommand,
  keysCommand,
  signCommand,
  trustCommand,
  shareCommand,
  openCommand,
  conformanceCommand,
]

/** The command line `rye-chain`. Answers the exit code: 0 good, 1 not, 2 not understood. Nothing but a bug throws. */
export async function run(argv: readonly string[], io: Io = processIo()): Promise<number> {
  const [name, ...rest] = argv
  if (name === undefined || name === '--help' || name === 'help') {
    io.out(overview())
    return name === undefined ? 2 : 0
  }
  if (name === '--version') {
    io.out(`${productVersion}\n`)
    return 0
  }
  if (name === 'serve') {
    // The server's libraries take longer to load than most commands to run.
    const { serve } = await import('./serve.ts')
    return serve(rest, io)
  }
  const command = commands.find((known) => known.name === name)
  if (!command) {
    io.err(`There is no command ${JSON.stringify(name)}.\n\n${overview()}`)
    return 2
  }
  if (rest.includes('--help')) {
    io.out(helpOf(command))
    return 0
  }
  return runCommand(command, rest, io)
}

async function runCommand(command: Command, argv: readonly string[], io: Io): Promise<number> {
  try {
    return await command.run(readArguments(command, argv), io)
  } catch (error) {
    if (error instanceof UsageError) {
      io.err(`${error.message}\nSee: rye-chain ${command.name} --help\n`)
      return 2
    }
    if (error instanceof Trouble) {
      io.err(`${error.message}\n`)
      return 1
    }
    // What the disk refuses (no space, no right) is a trouble too; anything else is a bug and keeps its stack.
    if (codeOf(error) === '') throw error
    io.err(`${error instanceof Error ? error.message : String(error)}\n`)
    return 1
  }
}

function overview(): string {
  const rows = [...commands.map(({ name, about }) => [name, about] as const), ['serve', serveAbout] as const]
  return [
    'rye-chain COMMAND [OPTION]...',
    '',
    'The executor chain of Rye on a real .ai directory.',
    '',
    table(rows),
    'rye-chain COMMAND --help tells more of each.',
    '',
  ].join('\n')
}
