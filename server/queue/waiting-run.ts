import { createHash } from 'node:crypto'
import { queueVersion, readQueueMessage, type QueueMessage } from '#core/run'
import { consentDigest } from '../engine/consent-digest.ts'
import type { PendingRun } from '../run/pending.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/**
 * A run as text for Redis: its head, its own files, and the files that it shares with other runs, with their digest;
 * null without shared files.
 */
export interface PackedRun {
  readonly head: string
  readonly files: string
  readonly shared: { readonly sha: string; readonly files: string } | null
}

/** A run without its files: the data that a server needs for requests about it. */
export type RunHead = QueueMessage<'waiting run'>

export function packRun({ files: all, graph, ...run }: PendingRun): PackedRun {
  // A system file from a draft belongs to that run only.
  const isShared = ({ product }: SnapshotFile): boolean => product === true
  const common = all.filter(isShared)
  const text = filesMessage(common)
  const shared = common.length === 0 ? null : { sha: createHash('sha256').update(text).digest('hex'), files: text }
  const head = {
    ...{ protocol: queueVersion, ...run, shared: shared?.sha ?? null },
    graph: graph && { reach: graph.reach, begins: graph.begins, task: graph.task },
  }
  return { head: JSON.stringify(head), files: filesMessage(all.filter((file) => !isShared(file))), shared }
}

/** The data of a run, without its files; undefined if the data is missing or damaged. */
export function unpackHead(text: string | null): RunHead | undefined {
  return unpack('waiting run', text)
}

/** The whole run; undefined if its files cannot be read, or if the digest does not match its plan and files. */
export function unpackRun(head: RunHead, files: string, shared: string | null): PendingRun | undefined {
  const [own, common] = [unpack('run files', files), unpack('run files', shared ?? filesMessage([]))]
  if (!own || !common) return undefined
  const { protocol: _version, shared: _sha, ...run } = head
  const all = [...own.files, ...common.files].map(({ base64, ...file }) => ({
    ...file,
    bytes: Buffer.from(base64, 'base64'),
  }))
  return consentDigest(run.call.plan, all, run.graph) === run.digest ? { ...run, files: all } : undefined
}

function filesMessage(files: readonly SnapshotFile[]): string {
  const sent = files.map(({ bytes, product: _product, ...file }) => ({
    ...file,
    base64: Buffer.from(bytes).toString('base64'),
  }))
  return JSON.stringify({ protocol: queueVersion, files: sent })
}

function unpack<const Name extends 'waiting run' | 'run files'>(
  name: Name,
  text: string | null,
): QueueMessage<Name> | undefined {
  try {
    const read = readQueueMessage(name, JSON.parse(String(text)))
    return 'value' in read ? read.value : undefined
  } catch {
    return undefined
  }
}
