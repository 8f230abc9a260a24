import { createHash } from 'node:crypto'
import { mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, writeFileSync } from 'node:fs'
import { homedir } from 'node:os'
import { join } from 'node:path'
import { dialects, isDict, isList, parseForDocument, plain } from '#core'
import { Refused } from './desk.ts'

/** The file of a project in which its policy stands. */
export const policyFile = 'rye-chain.yaml'
/** Files below `.ai` that a policy may cover. */
const mostFiles = 20_000

/** What a project lets agents run unasked, as far as a person confirmed exactly this. */
export interface Policy {
  readonly allow: readonly string[]
  /** Covers the project, its whole file, `.env`, and every file of `.ai` in all spaces: other code is another policy. */
  readonly digest: string
}

/** The `mcp: {allow: [ITEM]}` of a project's `rye-chain.yaml`; undefined where it has none. `spaces` are the folders of its other spaces. */
export function readPolicy(project: string, spaces: () => readonly string[]): Policy | undefined {
  const text = textOf(join(project, policyFile))
  if (text === undefined) return undefined
  const read = parseForDocument(policyFile, text, dialects.lillux)
  if (read.kind !== 'yaml') throw new Refused(`${policyFile} cannot be read as YAML.`)
  const document = read.document && plain(read.document)
  const mcp = isDict(document) ? document.get('mcp') : undefined
  if (mcp === undefined || mcp === null) return undefined
  const allow = isDict(mcp) ? mcp.get('allow') : undefined
  const unknown = isDict(mcp) ? [...mcp.keys()].find((key) => key !== 'allow') : undefined
  if (unknown !== undefined || !isList(allow) || !allow.every((item) => typeof item === 'string'))
    throw new Refused(`mcp in ${policyFile} must be {allow: [ITEM_ID, ...]}, and nothing else.`)
  return { allow, digest: digestOf(project, spaces()) }
}

function digestOf(project: string, spaces: readonly string[]): string {
  const own = [policyFile, '.env'].map((name) => join(project, name))
  const all = [project, ...spaces].flatMap((space) => aiFiles(space).map((path) => join(space, path)))
  if (all.length > mostFiles) throw new Refused(`A policy covers at most ${mostFiles} files of .ai.`)
  const files = [...own, ...all].map((path) => [path, contentDigest(path)] as const)
  return sha256(JSON.stringify({ format: 1, project, spaces, files }))
}

/** Everything below `.ai` but lockfiles, which the runs themselves write. */
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
    return [] // a folder that cannot be listed gives a run no files either
  }
}

/** What a path leads to, and by which link if it is one. */
function contentDigest(path: string): string | null {
  const bytes = bytesOf(path)
  const content = bytes === undefined ? null : sha256(bytes)
  try {
    return `${readlinkSync(path)} ${content}`
  } catch {
    return content // no link
  }
}

/** Where confirmations are kept: in the person's own data, never in a project. */
export function policyFolder(env: Readonly<Record<string, string | undefined>>): string {
  const data = env['XDG_DATA_HOME'] || join(env['HOME'] ?? homedir(), '.local', 'share')
  return join(data, 'rye-chain', 'mcp-policies')
}

/** Whether a person confirmed exactly this policy of this project. */
export function isConfirmed(folder: string, project: string, { digest }: Policy): boolean {
  return textOf(placeOf(folder, project))?.trim() === digest
}

/** Keep a person's word on a policy. */
export function confirmPolicy(folder: string, project: string, { digest }: Policy): void {
  const path = placeOf(folder, project)
  mkdirSync(folder, { recursive: true, mode: 0o700 })
  writeFileSync(`${path}.${process.pid}.tmp`, `${digest}\n`, { mode: 0o600 })
  renameSync(`${path}.${process.pid}.tmp`, path)
}

function placeOf(folder: string, project: string): string {
  return join(folder, sha256(project))
}

function textOf(path: string): string | undefined {
  return bytesOf(path)?.toString('utf8')
}

function bytesOf(path: string): Buffer | undefined {
  try {
    return readFileSync(path)
  } catch {
    return undefined
  }
}

function sha256(content: Uint8Array | string): string {
  return createHash('sha256').update(content).digest('hex')
}
