import { createHash } from 'node:crypto'
import { readFileSync, realpathSync } from 'node:fs'
import { join, resolve } from 'node:path'
import * as v from 'valibot'
import { analyze, fieldValue, isLibrary, listItems, visible, WorkspaceChecker } from '#core'
import { consentDigest } from '../../engine/consent.ts'
import { Refused, type Checked, type Desk, type FoundItem, type ReadyRun, type ReadySigning } from '../../mcp/desk.ts'
import type { Facts } from '../../mcp/fence.ts'
import type { HttpSettings } from '../../primitives/http-client.ts'
import type { Limits } from '../../sandbox/limits.ts'
import type { Sandbox } from '../../sandbox/sandbox.ts'
import { analyzeCommand } from '../analyze.ts'
import { checkCommand } from '../check/check.ts'
import { failedWalks } from '../check/walks.ts'
import { checkReport } from '../check/report.ts'
import { selectionOf } from '../check/selection.ts'
import { InlineSuppressions } from '../check/suppress.ts'
import { readArguments, type Command } from '../command.ts'
import { openDirectory, requireTree, type Directory } from '../directory.ts'
import { Trouble, UsageError, type Io } from '../io.ts'
import { levelled } from '../levels.ts'
import { paintFor, shellWord } from '../paint.ts'
import {
  changesOf,
  keepLockfiles,
  prepareRun,
  refusedResult,
  runPrepared,
  type PreparedRun,
} from '../run/prepared-run.ts'
import { runCommand } from '../run/run.ts'
import { planLines, reachLines } from '../run/run-consent.ts'
import { shareCommand } from '../share.ts'
import { signCommand } from '../sign.ts'
import { keyRoot, signingKeys } from '../signing.ts'

/** What runs of agents are made with; the sandbox is opened by whoever owns it. */
export interface DeskSettings {
  readonly io: Io
  /** Options of spaces and rules that a person gave at the start, by name and value: they hold for every call. */
  readonly options: readonly (readonly [name: string, value: string | undefined])[]
  readonly limits: Limits
  readonly http: HttpSettings
  sandbox(): Promise<Sandbox>
  close(): Promise<void>
}

/** The command line as an agent uses it: each call is a command with its options, on the folder that the call names. */
export function cliDesk(settings: DeskSettings): Desk {
  return {
    analyze: (project, item_id, parameters) =>
      refusing(() => {
        const { workspace } = opened(analyzeCommand, project, settings)
        return analyze(workspace, { item_id, parameters })
      }),
    check: (project, glob, strict) => refusing(() => check(project, glob, strict, settings)),
    search: (project, words) => refusing(() => search(opened(analyzeCommand, project, settings), words)),
    prepare: (project, item_id, parameters) => refusing(() => prepare(project, item_id, parameters, settings)),
    prepareSigning: (project, files) => refusing(() => prepareSigning(project, files, settings)),
    async share(project, item_id, parameters, allowed) {
      const words = [`--item=${item_id}`, `--params=${parameters}`, ...allowed.map((name) => `--allow-secret=${name}`)]
      const said = await documentOf(shareCommand, project, words, settings)
      return v.parse(v.looseObject({ link: v.string() }), said) as Facts & { readonly link: string }
    },
    spaces: (project) => refusing(() => spaceFolders(opened(analyzeCommand, project, settings))),
    confirmLine: (project) =>
      commandLine(['mcp', '--confirm-policy', `--root=${project}`, ...startWords(settings.options)]),
    close: () => settings.close(),
  }
}

/** What the command line says of a mistake is what an agent is told. */
function refusing<T>(work: () => T): T {
  try {
    return work()
  } catch (error) {
    throw refusalOf(error)
  }
}

function refusalOf(error: unknown): unknown {
  return error instanceof UsageError || error instanceof Trouble ? new Refused(error.message) : error
}

/** The arguments of a command on a project: those of the start that it knows, and those of the call. */
function argumentsOf(
  command: Command,
  project: string,
  words: readonly string[],
  settings: DeskSettings,
): readonly string[] {
  const known = settings.options.filter(([name]) => Object.hasOwn(command.options, name))
  return [`--dir=${project}`, ...startWords(known), ...words]
}

function startWords(options: DeskSettings['options']): readonly string[] {
  return options.map(([name, value]) => (value === undefined ? `--${name}` : `--${name}=${value}`))
}

/** The folders of the spaces beside the project. */
export function spaceFolders({ onDisk, systems }: Directory): readonly string[] {
  const user = onDisk('/user')
  return [...(user === undefined ? [] : [user]), ...systems.map(({ folder }) => folder)]
}

function opened(command: Command, project: string, settings: DeskSettings, words: readonly string[] = []): Directory {
  const given = readArguments(command, argumentsOf(command, project, words, settings))
  const directory = openDirectory(given, ioOf(settings))
  requireTree(directory)
  return directory
}

/** What a command gets from outside: nobody to ask, and no output but what it is made for. */
function ioOf({ io }: DeskSettings, out: (text: string) => void = () => undefined): Io {
  const { env, now, untilEnded } = io
  return { out, err: () => undefined, input: () => '', cwd: io.cwd, env, colors: false, now, untilEnded }
}

/** The JSON document that a command prints. */
async function documentOf(
  command: Command,
  project: string,
  words: readonly string[],
  settings: DeskSettings,
): Promise<unknown> {
  let printed = ''
  const io = ioOf(settings, (text) => (printed += text))
  try {
    await command.run(readArguments(command, argumentsOf(command, project, ['--json', ...words], settings)), io)
  } catch (error) {
    throw refusalOf(error)
  }
  return JSON.parse(printed) as unknown
}

function check(project: string, glob: string | undefined, strict: boolean, settings: DeskSettings): Checked {
  const words = [...(glob === undefined ? [] : [`--item=${glob}`]), ...(strict ? ['--strict'] : [])]
  const given = readArguments(checkCommand, argumentsOf(checkCommand, project, words, settings))
  const io = ioOf(settings)
  const directory = openDirectory(given, io)
  requireTree(directory)
  const inline = new InlineSuppressions(directory, io)
  const { items, errors, warnings, problems, walks } = checkReport(
    directory.workspace,
    new WorkspaceChecker(directory.workspace),
    {
      wanted: selectionOf(given, directory, io),
      level: (entry) => levelled(entry, directory.file),
      suppressed: (entry) => inline.allows(entry),
    },
  )
  return { items: items.length, errors, warnings, failed_walks: failedWalks(walks).length, problems }
}

/** Items of which id and description together have every word; those with all of them in the id come first. */
function search({ workspace }: Directory, words: readonly string[]): readonly FoundItem[] {
  const wanted = words.map((word) => word.toLowerCase())
  const ranked = listItems(workspace).flatMap(({ item_id, space, path }) => {
    const metadata = workspace.metadata(path)
    if (metadata === undefined || isLibrary(metadata)) return []
    const said = fieldValue(metadata, 'tool_description')
    const description = typeof said === 'string' ? said : ''
    const inId = wanted.every((word) => item_id.toLowerCase().includes(word))
    const inAll = wanted.every((word) => `${item_id} ${description}`.toLowerCase().includes(word))
    return inAll ? [{ rank: inId ? 0 : 1, item: { item_id, space, path, description } }] : []
  })
  return ranked.sort((a, b) => a.rank - b.rank).map(({ item }) => item)
}

function prepare(
  project: string,
  item_id: string,
  parameters: string,
  settings: DeskSettings,
): ReturnType<Desk['prepare']> {
  const { limits } = settings
  const directory = opened(runCommand, project, settings)
  const prepared = prepareRun(directory, { item_id, parameters, limits, leaveOut: [], resume: null })
  if ('refused' in prepared) return { kind: 'refused', result: refusedResult(prepared.refused) }
  const { call, files, reach } = prepared
  const paint = paintFor(ioOf(settings))
  const words = argumentsOf(runCommand, project, [`--params=${parameters}`], settings)
  return {
    kind: 'ready',
    digest: consentDigest(call.plan, files, reach && { reach, begins: null }),
    shown: reach ? reachLines(reach, paint) : planLines(call.plan, paint),
    fillsIn: reach !== null && (reach.cut || reach.commands.some(({ open }) => open.length > 0)),
    commandLine: commandLine(['run', ...words, '--', item_id]),
    run: (signal, mayFillIn) => ran(prepared, signal, mayFillIn, settings),
  }
}

async function ran(
  prepared: PreparedRun,
  signal: AbortSignal,
  mayFillIn: boolean,
  settings: DeskSettings,
): ReturnType<ReadyRun['run']> {
  const { reach, directory } = prepared
  const shown = new Set(reach?.commands.flatMap(({ open, plan }) => (plan && open.length === 0 ? [plan.digest] : [])))
  try {
    const result = await runPrepared(prepared, {
      sandbox: await settings.sandbox(),
      http: settings.http,
      signal,
      now: () => settings.io.now(),
      trace: () => undefined,
      output: () => undefined,
      event: () => undefined,
      observe: () => undefined,
      refusal: ({ digest }) =>
        Promise.resolve(
          mayFillIn || shown.has(digest) ? null : 'A person did not allow commands that the walk fills in.',
        ),
    })
    const changed = changesOf(result).map(({ path }) => path)
    return { result, pinned: keepLockfiles(result, directory), changed }
  } catch (error) {
    throw refusalOf(error)
  }
}

function prepareSigning(project: string, files: readonly string[], settings: DeskSettings): ReadySigning {
  const words = files.map((file) => insideOf(project, file))
  const given = readArguments(signCommand, argumentsOf(signCommand, project, ['--', ...words], settings))
  const { fingerprint } = signingKeys(keyRoot(given, ioOf(settings)))
  const hash = createHash('sha256').update(JSON.stringify({ sign: fingerprint, words }))
  for (const path of words) hash.update(createHash('sha256').update(readFileSync(path)).digest())
  return {
    digest: hash.digest('hex'),
    shown: [`with your key ${fingerprint}:`, ...words.map((path) => `  ${visible(path)}`)],
    commandLine: commandLine(['sign', ...argumentsOf(signCommand, project, ['--', ...words], settings)]),
    async sign() {
      const said = await documentOf(signCommand, project, ['--', ...words], settings)
      return v.parse(v.record(v.string(), v.any()), said) as Facts
    },
  }
}

/** A file of a project by its real path: a link could lead out, and signing writes. */
function insideOf(project: string, file: string): string {
  const path = resolve(project, file)
  const isHere = path.startsWith(join(project, '/')) && realOf(path) === path
  if (!isHere)
    throw new UsageError(`${JSON.stringify(file.slice(0, 300))} is no file of the project, or is reached by a link.`)
  return path
}

function realOf(path: string): string | undefined {
  try {
    return realpathSync(path)
  } catch {
    return undefined // it is not there
  }
}

function commandLine(words: readonly string[]): string {
  return ['rye-chain', ...words].map((word) => visible(shellWord(word))).join(' ')
}
