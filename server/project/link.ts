import { MemoryTree } from '#core/input'
import { decodeShare, parseLink, readSharedDocument } from '#core/share'
import { settingsOfSnapshot, Workspace, type Snapshot } from '#core/workspace'
import { resolve } from '../disk-paths.ts'
import { builtinFiles } from '../engine/snapshot-files.ts'
import { nodeHost } from '../engine/node-host.ts'
import { readNamed, whyUnread } from './whole-file.ts'
import type { Machine } from './options.ts'
import { ReportedError } from './reported-error.ts'
import { loadShort } from './short-link.ts'

/** A link, or `@FILE` for a file that contains a link. `text` is always a link and never a file name. */
export type LinkSource = string | { readonly text: string }

/** Read a link. A short link is fetched from its server. */
export async function openLink(
  source: LinkSource,
  machine: Pick<Machine, 'cwd'>,
): Promise<ReturnType<typeof readSharedDocument>> {
  const link = parseLink(linkText(source, machine))
  if (link.packed !== undefined) return decodeShare(link.packed)
  const kept = await loadShort(link)
  return kept === undefined ? decodeShare('') : readSharedDocument(kept)
}

/** A draft as a workspace, with the spaces that the page shows. */
export function workspaceOf({ files, ...head }: Snapshot): Workspace {
  const tree = new MemoryTree()
  for (const [path, content] of Object.entries(files)) tree.write(path, bytesOf(content))
  for (const { path, bytes } of builtinFiles(head)) tree.write(path, bytes)
  return new Workspace(settingsOfSnapshot(head), tree, nodeHost)
}

/** The bytes of a file in a draft. */
export function bytesOf(content: Snapshot['files'][string]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64')
}

/**
 * The link itself, or the content of the file that is given as `@FILE`. A file avoids the operating system's limit for
 * arguments.
 * @throws ReportedError if the file cannot be read
 */
function linkText(word: LinkSource, { cwd }: Pick<Machine, 'cwd'>): string {
  if (typeof word !== 'string') return word.text
  if (!word.startsWith('@')) return word
  const path = resolve(cwd, word.slice(1))
  try {
    return readNamed(path).toString('utf8').trim()
  } catch (error) {
    throw new ReportedError('usage', `${word}: the file cannot be read (${whyUnread(error)}).`)
  }
}
