import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { contentHash, readSignature } from '#core/read'
import { listItems } from '#core/resolve'
import { isSystem, limits, signedKindOf, takesSignature, type SignedKind } from '#core/rules'
import { readPublicKey, signFile, verifyHash, type KeyPair } from '#core/trust'
import type { Workspace } from '#core/workspace'
import { join, resolve } from '../disk-paths.ts'
import { nodeHost } from '../engine/node-host.ts'
import { productRoot } from '../engine/product.ts'
import { writeWhole } from './write-whole.ts'
import { whyUnread } from './whole-file.ts'
import { ownPlaces, type Directory } from './directory.ts'
import { isTrouble, ReportedError, writingTrouble } from './reported-error.ts'
import { keyRoot, signatureTime, signingKeys } from './signing.ts'
import { ReplaceThread } from './replace-thread.ts'

/**
 * The result of signing: the files that now have a valid signature, and those that could not be signed, with the
 * reason.
 */
export interface Signed {
  readonly fingerprint: string
  readonly files: readonly { readonly path: string; readonly done: 'signed' | 'unchanged' }[]
  readonly troubles: readonly string[]
}

/** The files to sign, and the key. */
export interface SignOptions {
  /**
   * The files, by their paths on disk or by the IDs of their items. Default: every tool and tool config of the project.
   */
  readonly files?: readonly string[] | undefined
  /** The user space with the keys. Default: the home directory. */
  readonly user?: string | undefined
  /** Reports the progress: the number of signed files, and the total. */
  readonly looked?: (done: number, all: number) => void
}

/**
 * Sign files of a project in place (R10.5).
 * @throws ReportedError without a key, and for a file that cannot be read or has a kind that is not signed.
 */
export async function sign(directory: Directory, { files, user, looked }: SignOptions): Promise<Signed> {
  const keys = signingKeys(keyRoot(user, directory.machine))
  const signed = files ? signNamed(files, directory, keys) : await signEach(directory, keys, looked)
  return { fingerprint: keys.fingerprint, ...signed }
}

/** Minimum number of files for which a separate thread syncs files while this thread signs. */
const manyFiles = 100

/** Sign every file that can be signed; one failure does not stop the others. */
async function signEach(directory: Directory, keys: KeyPair, looked: SignOptions['looked']) {
  const paths = signable(directory.workspace)
  const worker = join(productRoot, 'dist/node/replace-worker.js')
  const thread = paths.length >= manyFiles && existsSync(worker) ? new ReplaceThread(worker) : undefined
  const placeOf = ownPlaces(directory)
  const troubles = new Map<string, string>()
  const done = new Map<string, 'signed' | 'unchanged'>()
  for (const path of paths) {
    looked?.(done.size + troubles.size, paths.length)
    try {
      const text = signedText(path, directory, keys)
      done.set(path, text === undefined ? 'unchanged' : 'signed')
      if (text === undefined) continue
      if (thread) await thread.replace({ path: placeOf(path), text })
      else writeWhole(placeOf(path), text, { as: 'replace' })
    } catch (error) {
      if (isTrouble(error)) troubles.set(path, error.message)
      else troubles.set(path, unsigned(directory.shown(path), writingTrouble(error)))
    }
  }
  const late = await thread?.end()
  for (const path of late === undefined ? [] : paths) {
    const trouble = late?.get(placeOf(path))
    if (trouble !== undefined) troubles.set(path, unsigned(directory.shown(path), trouble))
  }
  const rows = [...done].filter(([path]) => !troubles.has(path))
  return {
    files: rows.map(([path, how]) => ({ path: directory.shown(path), done: how })),
    troubles: [...linkedFolders(directory), ...paths.flatMap((path) => troubles.get(path) ?? [])],
  }
}

/** A file to sign: its path in the workspace, and its real path on disk. */
export interface FileToSign {
  readonly path: string
  readonly place: string
}

/**
 * The result of signing files: those that now have a valid signature, and those that the disk refused, with the reason.
 */
interface Signing {
  readonly done: readonly { readonly path: string; readonly done: 'signed' | 'unchanged' }[]
  readonly failed: readonly { readonly path: string; readonly because: string }[]
}

/** Sign all files, or none if one cannot be signed. If the disk refuses a file, the others are still signed. */
export function signFiles(files: readonly FileToSign[], directory: Directory, keys: KeyPair): Signing {
  const texts = files.map(({ path }) => signedText(path, directory, keys))
  const [done, failed]: [Signing['done'][number][], Signing['failed'][number][]] = [[], []]
  for (const [index, file] of files.entries()) {
    const [path, text] = [directory.shown(file.path), texts[index]]
    try {
      if (text !== undefined) writeWhole(file.place, text, { as: 'replace' })
      done.push({ path, done: text === undefined ? 'unchanged' : 'signed' })
    } catch (error) {
      failed.push({ path, because: writingTrouble(error) })
    }
  }
  return { done, failed }
}

function signNamed(words: readonly string[], directory: Directory, keys: KeyPair) {
  const { done, failed } = signFiles(namedFiles(words, directory), directory, keys)
  const troubles = failed.map(({ path, because }) => unsigned(path, because))
  return { files: done, troubles }
}

function unsigned(path: string, because: string): string {
  return `${path} was not signed: ${because}`
}

/** The files with these paths or item IDs. A symlink is kept, and its target is signed. */
function namedFiles(words: readonly string[], directory: Directory): readonly FileToSign[] {
  return words.map((word) => {
    const path = itemFile(word, directory) ?? signedPath(word, directory)
    const disk = directory.onDisk(path) ?? path
    requireFile(disk, word)
    return { path, place: directory.folders.place(path) }
  })
}

/**
 * The file of an item named by its ID. Undefined if a file has that name, or if the project and the user space have no
 * such item.
 */
function itemFile(word: string, { workspace, machine }: Directory): string | undefined {
  if (existsSync(resolve(machine.cwd, word))) return undefined
  return listItems(workspace).find(({ item_id, space }) => item_id === word && !isSystem(space))?.path
}

function requireFile(disk: string, word: string): void {
  try {
    accessSync(disk, constants.R_OK)
  } catch (error) {
    throw new ReportedError('usage', `${word} cannot be read (${whyUnread(error)}).`)
  }
  if (statSync(disk).isDirectory())
    throw new ReportedError('usage', `${word} is a folder. Pass the files in it, or use --all.`)
}

/**
 * The workspace path of a file to sign.
 * @throws ReportedError for a file outside the project, or in a folder whose files are not signed
 */
export function signedPath(word: string, directory: Directory): string {
  const path = directory.inside(resolve(directory.machine.cwd, word))
  if (path === undefined)
    throw new ReportedError('usage', `${word} is not in the project ${directory.onDisk('/project')}. Use --dir.`)
  if (signedKindOf(path) === undefined)
    throw new ReportedError(
      'usage',
      `${word} is not in .ai/tools or .ai/config, and only files in these folders are signed (R10.1).`,
    )
  return path
}

const signedFolders = ['/project/.ai/tools', '/project/.ai/config']

/** Folders that are symlinks to other places; `--all` skips and reports them. */
function linkedFolders({ workspace, shown }: Directory): readonly string[] {
  return signedFolders
    .filter((path) => ![undefined, path].includes(workspace.files.real(path)))
    .map((path) => `${shown(path)} is a symlink and was skipped. To sign the files in its target, use --dir.`)
}

/** Tools and tool configs; keys are not signed, because they verify themselves. */
function signable(workspace: Workspace): readonly string[] {
  const found: string[] = []
  const isReal = (path: string): boolean => workspace.files.real(path) === path
  const open = signedFolders.filter(isReal)
  for (let folder = open.pop(); folder !== undefined; folder = open.pop()) {
    for (const [name, kind] of workspace.listing(folder) ?? []) {
      const path = `${folder}/${name}`
      // A symlink has no known kind, and a file of a known kind in a real folder is a real file.
      if (kind === 'unknown' && !isReal(path)) continue
      if (kind !== 'file' && workspace.listing(path)) open.push(path)
      else if (isSignable(path) && workspace.isFile(path)) found.push(path)
    }
  }
  return found.sort()
}

function isSignable(path: string): boolean {
  const kind = signedKindOf(path)
  return kind !== undefined && kind !== 'key' && takesSignature(path, kind)
}

/**
 * The signed text of a file; undefined if the file already has a valid signature.
 * @throws ReportedError if the file cannot be signed, with the reason
 */
function signedText(path: string, directory: Directory, keys: KeyPair): string | undefined {
  const { workspace } = directory
  const kind = signedKindOf(path) ?? 'tool'
  if (isSigned(workspace, path, kind, keys)) return undefined
  const signed = signFile(workspace, path, kind, keys, signatureTime(directory.machine))
  if (!('problem' in signed)) return signed.text
  if (signed.problem === 'no-format')
    throw new ReportedError(
      'trouble',
      `${directory.shown(path)} cannot be signed: its format has no comments, or it is not a tool (R10.1).`,
    )
  if (signed.problem === 'later-generation')
    throw new ReportedError(
      'trouble',
      `${directory.shown(path)} is written for Rye 0.5 or later, so it was not signed (R1.9). Sign it with that release.`,
    )
  const isLarge = workspace.file(path)?.problem === 'too-large'
  const because = isLarge
    ? `is too large (limit metadataBytes, ${limits.metadataBytes} bytes), so it cannot be signed. Move data to another file.`
    : 'cannot be read as text, so it cannot be signed.'
  throw new ReportedError('trouble', `${directory.shown(path)} ${because}`)
}

/** Whether the file already has a valid signature by this key. */
function isSigned(workspace: Workspace, path: string, kind: SignedKind, keys: KeyPair): boolean {
  const text = workspace.file(path)?.text
  const read = text === undefined ? undefined : readSignature(text, path, kind)
  if (text === undefined || read?.state !== 'signed' || read.signature.pubkey_fp !== keys.fingerprint) return false
  const { hash, ed25519_sig } = read.signature
  const isCurrent = contentHash(nodeHost, text, path, kind) === hash
  return isCurrent && verifyHash(nodeHost, hash, ed25519_sig, readPublicKey(keys.public_key_pem))
}
