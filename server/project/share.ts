import { existsSync, lstatSync } from 'node:fs'
import { type Analysis, analyze, expectedOf } from '#core/answer'
import { describeShareProblem, packShare, shareProblemOf } from '#core/share'
import { visible } from '#core/text'
import { findSecrets, type Secret } from '#core/trust'
import { describeSnapshotProblem, parseSnapshot, type Snapshot } from '#core/workspace'
import { basename, join } from '../disk-paths.ts'
import type { Directory } from './directory.ts'
import { ReportedError } from './reported-error.ts'
import { workspaceOf } from './link.ts'
import { keepShort } from './short-link.ts'
import { contentsOf, filesBelow, plainPath } from './taken-files.ts'
import { bundleOnDisk } from '../engine/product.ts'
import { nodeHost } from '../engine/node-host.ts'
import { realPath } from './real-path.ts'

/** Paths that are never shared, even with approval: signing keys, git data, installed packages and generated files. */
const keptOut = /(?:^|\/)(?:keys\/signing|\.git|node_modules|__pycache__|\.venv|venv|\.DS_Store)(?:\/|$)/

/** The page's address on a server with default settings. */
const usualPage = 'http://127.0.0.1:4173/'

/** The contents of a link, and the item it opens. */
export interface ShareOptions {
  readonly item_id: string
  /** The parameters as JSON. Default: `{}`. */
  readonly parameters?: string | undefined
  /** The draft's name. Default: the folder's name. */
  readonly name?: string | undefined
  /** Files and folders of the project to exclude. */
  readonly leaveOut?: readonly string[]
  /** Names of suspected secrets to include; `all` includes every one. */
  readonly allowSecrets?: readonly string[] | 'all'
  /** The address of the page that opens the link. Default: the address of a server with default settings. */
  readonly base?: string | undefined
}

/** A link, with its contents. */
export interface Shared extends SharedDraft {
  readonly link: string
  /** The encoded content of the link; undefined for a short link. */
  readonly encoded?: string
}

/**
 * Create a link that contains a project. All content is in the link's fragment, which browsers do not send to servers.
 * @throws ReportedError for suspected secrets that are not allowed, and for a project too large for a link.
 */
export function share(directory: Directory, options: ShareOptions): Shared {
  const draft = allowedDraft(directory, options)
  const packed = packShare(draft.snapshot)
  if (packed.kind === 'rejected') throw new ReportedError('trouble', describeShareProblem(packed.problem))
  return { ...draft, encoded: packed.fragment, link: `${options.base ?? usualPage}#${packed.fragment}` }
}

/**
 * Create a short link to a copy on a server.
 * @param server The server's address, with the token of a local server.
 */
export async function shareShort(directory: Directory, options: ShareOptions, server: string): Promise<Shared> {
  const draft = allowedDraft(directory, options)
  return { ...draft, link: await keepShort(draft.snapshot, server, directory.machine) }
}

function allowedDraft(directory: Directory, options: ShareOptions): SharedDraft {
  const draft = sharedDraft(directory, options)
  const { allowSecrets: allowed = [] } = options
  requireAllowed(allowed === 'all' ? [] : draft.secrets.filter(({ name }) => !allowed.includes(name)))
  return draft
}

/**
 * A directory as a draft, with the analysis for comparison and the suspected secrets. `leftOut` names the spaces that
 * an agent may not copy.
 */
interface SharedDraft {
  readonly snapshot: Snapshot
  readonly analysis: Analysis
  readonly secrets: readonly Secret[]
  readonly leftOut: readonly string[]
}

/** The contents of a link for a directory, before the check for secrets. */
function sharedDraft(directory: Directory, options: ShareOptions): SharedDraft {
  directory.folders.requireOwn(directory.shown)
  const leftOut = closedSpaces(directory)
  const draft = snapshotOf(options, directory, new Set(leftOut.map(({ root }) => root)))
  // The reader's page compares its own result with this one.
  const analysis = analyze(workspaceOf(draft), draft)
  const snapshot: Snapshot = { ...draft, expected: expectedOf(analysis) }
  return { snapshot, analysis, secrets: findSecrets(snapshot, nodeHost), leftOut: leftOut.map(({ named }) => named) }
}

/**
 * Require that a link contains no suspected secrets.
 * @throws ReportedError with the list of them.
 */
function requireAllowed(secrets: readonly Secret[]): void {
  if (secrets.length === 0) return
  throw new ReportedError(
    'trouble',
    `These look like secrets and would be in the link:\n${secretLines(secrets).join('\n')}`,
    '\nUse --leave-out FILE to exclude a file, --allow-secret NAME for a value that is not secret, or --with-secrets to share all of them.',
  )
}

/** One line per secret, with its location and its name. */
export function secretLines(secrets: readonly Secret[]): readonly string[] {
  return secrets.map(({ path, name, line }) => `  ${visible(`${path}:${line}  ${name}`)}`)
}

/** The spaces other than the project that a link also contains. */
export function otherSpaces(directory: Directory): readonly { readonly root: string; readonly named: string }[] {
  return [
    { root: '/user', named: 'the user space' },
    ...ownSystems(directory).map(({ root, bundle_id }) => ({ root, named: `the system bundle ${bundle_id}` })),
  ]
}

/** The spaces outside an agent's roots. A link excludes them, because the agent can read its own link. */
function closedSpaces(directory: Directory): ReturnType<typeof otherSpaces> {
  const { mayRead } = directory.machine
  if (!mayRead) return []
  return otherSpaces(directory).filter(({ root }) => {
    const folder = directory.onDisk(root)
    const real = folder === undefined ? undefined : realPath(join(folder, '.ai'))
    return real !== undefined && !mayRead(real)
  })
}

function snapshotOf(options: ShareOptions, directory: Directory, closed: ReadonlySet<string>): Snapshot {
  const { workspace } = directory
  const { dialect, search, dev_mode } = workspace.settings
  const { id, version } = bundleOnDisk(dialect)
  const { item_id, parameters = '{}', name = basename(directory.onDisk('/project') ?? '') } = options
  const draft = {
    format: 1,
    name,
    dialect,
    search,
    dev_mode,
    bundle: { id, version },
    ...systemsIn(directory),
    item_id,
    parameters,
    files: Object.fromEntries(filesOf(options.leaveOut ?? [], directory, closed)),
  }
  const parsed = parseSnapshot(draft)
  if (parsed.kind === 'rejected') throw new ReportedError('trouble', describeSnapshotProblem(parsed.problem))
  const tooLarge = shareProblemOf(parsed.snapshot)
  if (tooLarge)
    throw new ReportedError(
      'trouble',
      `${describeShareProblem(tooLarge)} Use --leave-out for files that the item does not need.`,
    )
  return parsed.snapshot
}

/** The system bundles of a draft that contains its own bundles (R1.1). */
function systemsIn(directory: Directory): Pick<Snapshot, 'systems'> {
  const own = ownSystems(directory)
  if (directory.systems.length === 1 && own.length === 0) return {}
  const systems = directory.systems.map((one) =>
    own.includes(one) ? { id: one.bundle_id, version: one.version } : 'builtin',
  )
  return { systems }
}

/** The system bundles that the product does not contain for this dialect. */
function ownSystems({ systems, workspace }: Directory): Directory['systems'] {
  const builtin = bundleOnDisk(workspace.settings.dialect).folder
  return systems.filter(({ folder }) => folder !== builtin)
}

function filesOf(
  leftOutPaths: readonly string[],
  directory: Directory,
  closed: ReadonlySet<string>,
): readonly (readonly [string, Snapshot['files'][string]])[] {
  const leftOut = new Set(leftOutPaths.map(plainPath))
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

/** Whether a path is a regular file, because a symlink could copy a file from outside. */
function isOwnFile(path: string): boolean {
  return lstatSync(path, { throwIfNoEntry: false })?.isFile() === true
}
