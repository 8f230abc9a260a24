import { createHash } from 'node:crypto'
import { queueVersion, readQueueMessage, type QueueMessage } from '#core'
import { consentDigest } from '../engine/consent.ts'
import type { PendingRun } from '../run/pending.ts'
import type { SnapshotFile } from '../sandbox/materialize.ts'

/** A run as text for Redis: what is its own, and the files that many runs have in common, under their digest. */
export interface PackedRun {
  readonly message: string
  readonly shared: { readonly sha: string; readonly message: string } | null
}

/** What became of reading a message: `other-version` is for somebody newer, `damaged` for nobody. */
type Unpacked<T> = { readonly value: T } | { readonly problem: 'other-version' | 'damaged' }

export function packRun(run: PendingRun): PackedRun {
  // What a draft brings of system files is nobody else's.
  const isShared = ({ product }: SnapshotFile): boolean => product === true
  const common = run.files.filter(isShared)
  const text = JSON.stringify({ protocol: queueVersion, files: common.map(fileMessage) })
  const shared = common.length === 0 ? null : { sha: createHash('sha256').update(text).digest('hex'), message: text }
  const { graph } = run
  const message = {
    protocol: queueVersion,
    ...run,
    files: run.files.filter((file) => !isShared(file)).map(fileMessage),
    shared: shared?.sha ?? null,
    graph: graph && { reach: graph.reach, begins: graph.begins, task: graph.task },
  }
  return { message: JSON.stringify(message), shared }
}

/** The head of a waiting run: what answering for it takes, without its files. */
export function unpackHead(text: string): Unpacked<QueueMessage<'waiting run'>> {
  return unpack('waiting run', text)
}

/** The whole run. Its digest must still cover its plan and its files, or it is damaged. */
export function unpackRun(head: QueueMessage<'waiting run'>, shared: string | null): Unpacked<PendingRun> {
  const common = shared === null ? undefined : unpack('shared files', shared)
  if (common && 'problem' in common) return common
  if (head.shared !== null && common === undefined) return { problem: 'damaged' }
  const { protocol: _version, files: own, shared: _sha, ...rest } = head
  const files = [...own, ...(common?.value.files ?? [])].map(({ base64, ...file }) => ({
    ...file,
    bytes: Buffer.from(base64, 'base64'),
  }))
  const { call, digest, graph } = rest
  if (consentDigest(call.plan, files, graph) !== digest) return { problem: 'damaged' }
  return { value: { ...rest, files } }
}

function fileMessage({ bytes, product: _product, ...file }: SnapshotFile) {
  return { ...file, base64: Buffer.from(bytes).toString('base64') }
}

function unpack<const Name extends 'waiting run' | 'shared files'>(
  name: Name,
  text: string,
): Unpacked<QueueMessage<Name>> {
  let message: unknown
  try {
    message = JSON.parse(text)
  } catch {
    return { problem: 'damaged' }
  }
  const read = readQueueMessage(name, message)
  if ('value' in read) return read
  return { problem: read.problem.at === '/protocol' ? 'other-version' : 'damaged' }
}
