import { availableParallelism } from 'node:os'
import { resolve } from 'node:path'
import type { Writable } from 'node:stream'
import { visible } from '#core/text'
import { Refused } from './desk.ts'
import { confirmPolicy, policyFile, policyFolder, readPolicy } from './policy.ts'
import { Roots } from './roots.ts'
import { serveClient } from './stdio.ts'
import { Workplace } from './workplace.ts'
import type { Sandbox } from '../sandbox/sandbox.ts'
import type { Given } from '../cli/command.ts'
import { directoryOptions, openDirectory } from '../cli/directory.ts'
import { inputStream, UsageError, type Io } from '../cli/io.ts'
import { openRunSandbox } from '../cli/run/prepared-run.ts'
import { limitsOf } from '../cli/run/run-item.ts'
import { spaceFolders, type DeskSettings } from './calling.ts'
import { cliDesk } from './cli-desk.ts'

/** Seconds that a run may take where nobody says otherwise: most clients give a call one minute. */
const wallSeconds = 45
/** How often a client that listens hears that a run goes on. */
export const heartbeatMs = 5_000

/** Serve one agent on standard input and output until it goes; nothing but the protocol is written there. */
export async function serveAgents(given: Given, io: Io, output: Writable): Promise<number> {
  const stdin = inputStream()
  const roots = rootsOf(given, io)
  const limits = limitsOf(given, [`wall_seconds=${wallSeconds}`])
  const opening = onceOpened(() => openRunSandbox(limits))
  const settings: DeskSettings = {
    io,
    roots,
    options: optionsOf(given, io),
    limits,
    http: { reach: { allowed: given.texts('http-allow'), allowedPrivate: [] }, limits },
    sandbox: opening.get,
    close: opening.close,
  }
  const workplace = new Workplace({
    desk: cliDesk(settings),
    roots,
    policies: policyFolder(io.env),
    runsAtOnce: availableParallelism(),
    heartbeatMs,
    onBug: (error) => io.err(`${error instanceof Error ? (error.stack ?? error.message) : String(error)}\n`),
  })
  const isWell = await serveClient(workplace, stdin, output, io.untilEnded(), (line) => io.err(`${line}\n`))
  if (!isWell) stdin.destroy()
  return isWell ? 0 : 1
}

/** Show what a policy allows, and keep a person's word on exactly that. */
export function confirm(given: Given, io: Io): number {
  const project = rootsOf(given, io).project(undefined)
  const policy = refusedAsUsage(() =>
    readPolicy(project, () => spaceFolders(openDirectory(given, io, { folder: project }))),
  )
  if (!policy) throw new UsageError(`There is no mcp: {allow: [ITEM]} in ${policyFile} of ${project}.`)
  const lines = [
    `${policyFile} of ${project} lets agents run these items without asking, with any parameters:`,
    ...policy.allow.map((item) => `  ${visible(item)}`),
    `This counts until ${policyFile}, .env or a file of .ai changes, here or in the other spaces.`,
    `digest ${policy.digest}`,
  ]
  for (const line of lines) io.err(`${line}\n`)
  if (!agrees(given, io, policy.digest)) return 1
  confirmPolicy(policyFolder(io.env), project, policy)
  io.out(`Confirmed: ${policy.digest}\n`)
  return 0
}

function agrees(given: Given, io: Io, digest: string): boolean {
  const word = given.text('digest')
  if (word !== undefined) {
    if (word !== digest) io.err('This is not the digest of the policy as it is now.\n')
    return word === digest
  }
  if (!io.ask)
    throw new UsageError('Nobody can be asked here. A person who looked at it gives --digest with the digest above.')
  return /^y(?:es)?$/i.test(io.ask('Allow this? [y/N] ').trim())
}

function rootsOf(given: Given, io: Io): Roots {
  return refusedAsUsage(() => new Roots(given.texts('root'), io.cwd))
}

function refusedAsUsage<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw error instanceof Refused ? new UsageError(error.message) : error
  }
}

/** The options of spaces and rules that were given, ready to be given again from anywhere. */
function optionsOf(given: Given, io: Io): DeskSettings['options'] {
  return Object.entries(directoryOptions).flatMap(([name, { value, multiple }]): DeskSettings['options'] => {
    if (value === undefined) return given.flag(name) ? [[name, undefined]] : []
    const texts = multiple === true ? given.texts(name) : [given.text(name)].filter((text) => text !== undefined)
    return texts.map((text) => [name, fromAnywhere(name, text, io)] as const)
  })
}

/** The folder of an option by its whole path; `~` and `builtin` mean the same everywhere. */
function fromAnywhere(name: string, text: string, { cwd }: Io): string {
  const [, id = '', path = ''] = /^([^=/]*=)?(.*)$/s.exec(text) ?? []
  const isFolder = name === 'user' || name === 'world' || (name === 'system' && text !== 'builtin')
  return isFolder && !path.startsWith('~') ? `${id}${resolve(cwd, path)}` : text
}

/** A sandbox that is opened when the first run comes, and closed if it ever was. */
function onceOpened(open: () => Promise<Sandbox>) {
  let opened: Promise<Sandbox> | undefined
  return {
    get: (): Promise<Sandbox> => (opened ??= open()),
    close: async (): Promise<void> => (await opened?.catch(() => undefined))?.close(),
  }
}
