import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { decodeShare, MemoryTree, settingsOfSnapshot, Workspace, type Snapshot } from '#core'
import { bundleFiles } from '../engine/analysis.ts'
import { nodeHost } from '../engine/node-host.ts'
import { Refusal } from '../protocol/refusal.ts'
import { codeOf, UsageError, type Io } from './io.ts'

/** Read a link, the file that holds it as `@FILE`, or what standard input holds as `-`. */
export function openLink(word: string, io: Io): ReturnType<typeof decodeShare> {
  return decodeShare(fragmentOf(givenLink(word, io)))
}

/** A draft as a workspace: what the page shows of it. */
export function workspaceOf({ files, ...head }: Snapshot): Workspace {
  const tree = new MemoryTree()
  for (const [path, content] of Object.entries(files)) tree.write(path, bytesOf(content))
  for (const { path, bytes } of filesOfBundle(head.bundle)) tree.write(path, bytes)
  return new Workspace(settingsOfSnapshot(head), tree, nodeHost)
}

function filesOfBundle(bundle: Snapshot['bundle']): ReturnType<typeof bundleFiles> {
  try {
    return bundleFiles(bundle)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    throw new UsageError(`This version of rye-chain has no bundle ${bundle.id}/${bundle.version}, which the link needs.`)
  }
}

/** The bytes of a file of a draft. */
export function bytesOf(content: Snapshot['files'][string]): Uint8Array {
  return typeof content === 'string' ? Buffer.from(content, 'utf8') : Buffer.from(content.base64, 'base64')
}

/** The link itself, or what the file or standard input holds: systems bound the length of an argument. */
function givenLink(word: string, io: Io): string {
  if (word === '-') return io.input().trim()
  if (!word.startsWith('@')) return word
  const path = resolve(io.cwd, word.slice(1))
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (error) {
    throw new UsageError(`${word}: the file cannot be read (${codeOf(error)}).`)
  }
}

/** The fragment of a link, or the text itself where it is a bare fragment. */
function fragmentOf(link: string): string {
  if (/^https?:\/\/[^#]*\/s\/[\w-]+\/?$/.test(link))
    throw new UsageError('A short link is known to its server only. Open it in a browser and copy the long link.')
  const cut = link.indexOf('#')
  // The page puts its launch token in front of a draft now and then.
  return (cut === -1 ? link : link.slice(cut + 1)).replace(/^(?:token=[\w-]+&?)+/, '')
}
