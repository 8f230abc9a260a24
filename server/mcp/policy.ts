import { createHash } from 'node:crypto'
import { readdirSync, readlinkSync } from 'node:fs'
import { everyPart } from '#core/answer'
import { isDict, parseForDocument, plain } from '#core/read'
import { dialects } from '#core/rules'
import { join } from '../disk-paths.ts'
import { realPlace } from '../project/inside.ts'
import { writeWhole } from '../project/write-whole.ts'
import { readFound } from '../project/whole-file.ts'
import { homeOf } from '../home.ts'
import { allowedItems } from '../project/allowed-items.ts'
import { ReportedError } from '../project/reported-error.ts'

/** The file of a project that contains its policy. */
export const policyFile = 'rye-chain.yaml'
/** Maximum number of `.ai` files that a policy can cover. */
const mostFiles = 20_000

/** A project's policy: the items that agents may run without approval, once the user has confirmed this digest. */
export interface Policy {
  readonly allow: readonly string[]
  /**
   * The digest of the project's path, its whole policy file, `.env`, and every file in `.ai` in all spaces, except
   * lockfiles and `__pycache__`: a change to the code changes the digest.
   */
  readonly digest: string
  readonly covered: Covered
}

/** The files that a policy covers. */
interface Covered {
  readonly project: string
  /** The digest of each file's content, by its path; null if it cannot be read. */
  readonly files: ReadonlyMap<string, string | null>
}

/**
 * The `mcp: {allow: [ITEM]}` of a project's `rye-chain.yaml`; undefined without it, or if the file cannot be read.
 * `spaces` are the folders of its other spaces.
 * @throws ReportedError for an invalid file or policy
 */
export function readPolicy(project: string, spaces: () => readonly string[]): Policy | undefined {
  const bytes = bytesOf(join(project, policyFile))
  if (bytes === undefined) return undefined
  const text = bytes.toString('utf8')
  const read = parseForDocument(policyFile, text, dialects.lillux, everyPart)
  if (read.kind !== 'yaml') throw new ReportedError('usage', `${policyFile} is not valid YAML.`)
  const document = read.document && plain(read.document)
  const mcp = isDict(document) ? document.get('mcp') : undefined
  if (mcp === undefined || mcp === null) return undefined
  const allowed = allowedItems(mcp)
  if ('must' in allowed) throw new ReportedError('usage', `mcp in ${policyFile} must be ${allowed.must}.`)
  return { allow: allowed.items, ...coverage(project, bytes, spaces()) }
}

function coverage(project: string, own: Buffer, spaces: readonly string[]): Pick<Policy, 'digest' | 'covered'> {
  const all = [project, ...spaces].flatMap((space) => aiFiles(space).map((path) => join(space, path)))
  if (all.length > mostFiles)
    throw new ReportedError(
      'usage',
      `A policy covers at most ${mostFiles} files of .ai. Remove files that no item needs.`,
    )
  const files = new Map([join(project, '.env'), ...all].map((path) => [path, contentDigest(path)] as const))
  // The policy was read from this text, so the digest uses this text and not the current file.
  files.set(join(project, policyFile), sha256(own))
  const rows = [...files].map(([path, content]) => [path, linkAt(path), content] as const)
  return { digest: sha256(JSON.stringify({ format: 2, project, spaces, rows })), covered: { project, files } }
}

/**
 * Whether a policy still applies to the files that were read: covered files have their confirmed content, and all
 * others are in the project, as lockfiles or outside `.ai`.
 */
export function isCovered(
  { covered: { project, files } }: Policy,
  read: readonly (readonly [disk: string, digest: string])[],
): boolean {
  return read.every(([disk, digest]) => {
    const known = files.get(disk)
    if (known !== undefined) return known === digest
    const inProject = disk.startsWith(`${project}/`) ? disk.slice(project.length + 1) : undefined
    return inProject !== undefined && (!inProject.startsWith('.ai/') || inProject.startsWith('.ai/lockfiles/'))
  })
}

/**
 * Every file in `.ai`, at any depth, except `__pycache__` and the lockfiles, which runs write. The search ends above
 * `mostFiles` files.
 */
function aiFiles(space: string): readonly string[] {
  const found: string[] = []
  const open = ['.ai']
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const entry of entriesOf(join(space, folder))) {
      const path = `${folder}/${entry.name}`
      if (entry.name === '__pycache__' || path === '.ai/lockfiles') continue
      if (entry.isDirectory()) open.push(path)
      else found.push(path)
      if (found.length > mostFiles) return found
    }
  }
  return found.sort()
}

function entriesOf(folder: string) {
  try {
    return readdirSync(folder, { withFileTypes: true })
  } catch {
    return [] // A run cannot list this folder either.
  }
}

/** The digest of the content at a path, after following links; null if it cannot be read. */
function contentDigest(path: string): string | null {
  const bytes = bytesOf(path)
  return bytes === undefined ? null : sha256(bytes)
}

/** The target of a path if it is a link; otherwise null. */
function linkAt(path: string): string | null {
  try {
    return readlinkSync(path)
  } catch {
    return null
  }
}

/** The folder for confirmations, in the user's data and never in a project. */
export function policyFolder(env: Readonly<Record<string, string | undefined>>): string {
  const data = env['XDG_DATA_HOME'] || join(homeOf(env), '.local', 'share')
  return join(data, 'rye-chain', 'mcp-policies')
}

/** Whether the user has confirmed exactly this policy of this project. */
export function isConfirmed(folder: string, project: string, { digest }: Policy): boolean {
  return textOf(placeOf(folder, project))?.trim() === digest
}

/** Store the user's approval of a policy. */
export function confirmPolicy(folder: string, project: string, { digest }: Policy): void {
  const place = placeOf(realPlace(folder) ?? folder, project)
  writeWhole(place, `${digest}\n`, { as: 'put', mode: 0o600, folderMode: 0o700 })
}

function placeOf(folder: string, project: string): string {
  return join(folder, sha256(project))
}

function textOf(path: string): string | undefined {
  return bytesOf(path)?.toString('utf8')
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFound(path)
  } catch {
    return undefined
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
