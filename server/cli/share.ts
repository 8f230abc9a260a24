import { existsSync, lstatSync } from 'node:fs'
import { basename, join } from 'node:path'
import { type Analysis, analyze, expectedOf } from '#core/answer'
import { describeShareProblem, encodeShare, shareProblemOf } from '#core/share'
import { counted, visible } from '#core/text'
import { findSecrets, type Secret } from '#core/trust'
import { describeSnapshotProblem, parseSnapshot, type Snapshot } from '#core/workspace'
import { itemGiven, itemOptions, parametersGiven } from './analyze.ts'
import type { Command, Given } from './command.ts'
import { directoryOptions, openDirectory, requireTree, type Directory } from './directory.ts'
import { printJson, Trouble, UsageError, type Io } from './io.ts'
import { workspaceOf } from './link.ts'
import { keepShort } from './short-link.ts'
import { contentsOf, filesBelow, plainPath } from './taken-files.ts'
import { bundleOnDisk } from '../engine/product.ts'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from '../engine/real-path.ts'

/** Never shared, with or without consent: private keys, and what tools make for themselves. */
const keptOut = /(?:^|\/)(?:keys\/signing|\.git|node_modules|__pycache__|\.venv|venv|\.DS_Store)(?:\/|$)/

/** A link that holds a directory: everything is in its fragment, which no server sees. */
export const shareCommand: Command = {
  name: 'share',
  words: '[ITEM]',
  about: 'Print a link that opens this directory in the playground.',
  more: 'ITEM, an item id or the path of its file, is what the link opens on. The .ai folders, the .env of the project and system bundles of your own go into it. Values that look like secrets stop it until you decide.',
  options: {
    ...itemOptions,
    ...Object.fromEntries(Object.entries(directoryOptions).filter(([name]) => name !== 'env' && name !== 'world')),
    name: { value: 'TEXT', about: 'The name of the draft. That of the folder if not given.' },
    base: { value: 'URL', about: 'Where the playground is. http://127.0.0.1:4173/ if not given.' },
    short: {
      value: 'URL',
      about:
        'Keep it on this server and print its short link: the address that the server printed, or RYE_TOKEN for its token.',
    },
    'leave-out': { value: 'PATH', multiple: true, about: 'A file or folder of the project that stays at home.' },
    'allow-secret': { value: 'NAME', multiple: true, about: 'Share what is listed under this name: it is no secret.' },
    'with-secrets': { about: 'Share what looks like a secret too.' },
    json: { about: 'Link, length and files as JSON.' },
  },
  async run(given, io) {
    const directory = openDirectory(given, io)
    requireTree(directory)
    const { snapshot, analysis, secrets } = sharedDraft(given, io, directory)
    const allowed = new Set(given.texts('allow-secret'))
    requireAllowed(given.flag('with-secrets') ? [] : secrets.filter(({ name }) => !allowed.has(name)))
    const server = given.text('short')
    if (server !== undefined && given.text('base') !== undefined)
      throw new UsageError('Give --short or --base, not both.')
    const link =
      server === undefined
        ? `${given.text('base') ?? 'http://127.0.0.1:4173/'}#${encodeShare(snapshot)}`
        : await keepShort(snapshot, server, io)
    const files = Object.keys(snapshot.files)
    if (given.flag('json')) printJson(io, { link, characters: link.length, files })
    else io.out(`${link}\n`)
    for (const { root, named } of otherSpaces(directory)) {
      const count = files.filter((path) => path.startsWith(`${root}/`)).length
      if (count > 0)
        io.err(
          `${counted(count, 'file')} of ${named} ${directory.shown(root)} ${count === 1 ? 'is' : 'are'} in the link too.\n`,
        )
    }
    if (analysis.status === 'not_found') io.err(`The link opens on ${visible(snapshot.item_id)}, which is not found.\n`)
    warnAboutLength(link, io)
    return 0
  },
}

/** A directory as a draft, what the page answers to it, and what of it looks like a secret; spaces that an agent may not take along are apart. */
export interface SharedDraft {
  readonly snapshot: Snapshot
  readonly analysis: Analysis
  readonly secrets: readonly Secret[]
  readonly leftOut: readonly string[]
}

/** What a link of a directory contains; nothing is decided about its secrets yet. */
export function sharedDraft(given: Given, io: Io, directory: Directory): SharedDraft {
  directory.folders.requireOwn(directory.shown)
  const leftOut = closedSpaces(directory, io)
  const draft = snapshotOf(given, io, directory, new Set(leftOut.map(({ root }) => root)))
  // What the reader compares with: the answer that the page gives to the same draft.
  const analysis = analyze(workspaceOf(draft), draft)
  const snapshot: Snapshot = { ...draft, expected: expectedOf(analysis) }
  return { snapshot, analysis, secrets: findSecrets(snapshot, nodeHost), leftOut: leftOut.map(({ named }) => named) }
}

/**
 * Refuse a link with what looks like a secret.
 * @throws Trouble with the list.
 */
export function requireAllowed(secrets: readonly Secret[]): void {
  if (secrets.length === 0) return
  throw new Trouble(
    `These look like secrets and would be in the link:\n${secretLines(secrets).join('\n')}`,
    '\nUse --leave-out FILE, --allow-secret NAME for what is none, or --with-secrets to share them all.',
  )
}

/** One line per secret: where it is, and its name. */
export function secretLines(secrets: readonly Secret[]): readonly string[] {
  return secrets.map(({ path, name, line }) => `  ${visible(`${path}:${line}  ${name}`)}`)
}

/** The spaces beside the project that are in a link too. */
function otherSpaces(directory: Directory): readonly { readonly root: string; readonly named: string }[] {
  return [
    { root: '/user', named: 'the user space' },
    ...ownSystems(directory).map(({ root, bundle_id }) => ({ root, named: `the system bundle ${bundle_id}` })),
  ]
}

/** Those of them outside of an agent's roots: an agent that makes a link can read it, so it contains what the agent may read. */
function closedSpaces(directory: Directory, { mayRead }: Io): ReturnType<typeof otherSpaces> {
  if (!mayRead) return []
  return otherSpaces(directory).filter(({ root }) => {
    const folder = directory.onDisk(root)
    const real = folder === undefined ? undefined : realPath(join(folder, '.ai'))
    return real !== undefined && !mayRead(real)
  })
}

/** Some programs that carry links cut them; browsers do not. */
function warnAboutLength(link: string, io: Io): void {
  if (link.length > 8_000)
    io.err(`The link has ${link.length} characters: mail and chat may cut it. Leave files out to shorten it.\n`)
}

function snapshotOf(given: Given, io: Io, directory: Directory, closed: ReadonlySet<string>): Snapshot {
  const { workspace } = directory
  const { dialect, search, dev_mode } = workspace.settings
  const { id, version } = bundleOnDisk(dialect)
  const item_id = itemGiven(given, io, directory, given.words)
  const parameters = parametersGiven(given) ?? '{}'
  const draft = {
    format: 1,
    name: given.text('name') ?? basename(directory.onDisk('/project') ?? ''),
    dialect,
    search,
    dev_mode,
    bundle: { id, version },
    ...systemsIn(directory),
    item_id,
    parameters,
    files: Object.fromEntries(filesOf(given, directory, closed)),
  }
  const parsed = parseSnapshot(draft)
  if (parsed.kind === 'rejected') throw new Trouble(describeSnapshotProblem(parsed.problem))
  const tooLarge = shareProblemOf(parsed.snapshot)
  if (tooLarge) throw new Trouble(`${describeShareProblem(tooLarge)} Use --leave-out for what the item does not need.`)
  return parsed.snapshot
}

/** The system bundles of a draft that brings some of its own (R1.1). */
function systemsIn(directory: Directory): Pick<Snapshot, 'systems'> {
  const own = ownSystems(directory)
  if (directory.systems.length === 1 && own.length === 0) return {}
  const systems = directory.systems.map((one) =>
    own.includes(one) ? { id: one.bundle_id, version: one.version } : 'builtin',
  )
  return { systems }
}

/** The system bundles that do not come with the product for this dialect. */
function ownSystems({ systems, workspace }: Directory): Directory['systems'] {
  const builtin = bundleOnDisk(workspace.settings.dialect).folder
  return systems.filter(({ folder }) => folder !== builtin)
}

function filesOf(
  given: Given,
  directory: Directory,
  closed: ReadonlySet<string>,
): readonly (readonly [string, Snapshot['files'][string]])[] {
  const leftOut = new Set(given.texts('leave-out').map(plainPath))
  const isLeftOut = (path: string): boolean => keptOut.test(path) || leftOut.has(path)
  const own = ownSystems(directory).map(({ root }) => root)
  const keys = directory.keys()
  const roots = ['/project', '/user', ...own].filter((root) => !closed.has(root))
  return roots.flatMap((root) => {
    const folder = directory.onDisk(root)
    if (folder === undefined) return []
    const below =
      !isLeftOut('.ai') && existsSync(join(folder, '.ai')) ? [...filesBelow(folder, '.ai', isLeftOut)].sort() : []
    const dotenv = root === '/project' && !isLeftOut('.env') && isOwnFile(join(folder, '.env')) ? ['.env'] : []
    const contents = [...contentsOf(folder, '.ai', below, keys), ...contentsOf(folder, '', dotenv, keys)]
    return contents.map(([path, content]) => [`${root}/${path}`, content] as const)
  })
}

/** A link could bring in what lies outside. */
function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}
