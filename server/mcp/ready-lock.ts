import { createHash } from 'node:crypto'
import { analyze } from '#core/answer'
import { lockfileText, type AnalysedCall } from '#core/run'
import { visible } from '#core/text'
import type { Directory } from '../project/directory.ts'
import type { ItemCall } from '../project/item.ts'
import { updateLockfile } from '../project/lock.ts'
import type { AgentSettings } from './agent-settings.ts'

/** A stale lockfile that can be replaced after the user's approval. */
export interface ReadyLock {
  /** The digest of the chain that the new lockfile pins. */
  readonly digest: string
  readonly shown: readonly string[]
  readonly commandLine: string
  /** Pin the approved chain. Returns the path of the lockfile in the workspace. */
  update(): string
}

/** The stale lockfile of a refused call, if it is the only reason for the refusal; otherwise undefined. */
export function staleLock(
  { lockfile, diagnostics }: AnalysedCall,
  directory: Directory,
  call: ItemCall,
  settings: AgentSettings,
): ReadyLock | undefined {
  const errors = diagnostics.filter(({ severity }) => severity === 'error')
  const isStale = errors.length > 0 && errors.every(({ code }) => code.startsWith('lockfile-'))
  if (!isStale || lockfile.path === null || lockfile.state === 'unreadable') return undefined
  const project = directory.onDisk('/project') ?? '/project'
  const analysis = analyze(directory.workspace, call, { skip_lockfile: true })
  if (analysis.status !== 'ready') return undefined
  const chain = lockfileText(analysis, '')
  return {
    digest: createHash('sha256')
      .update(JSON.stringify({ project, lockfile: lockfile.path, chain }))
      .digest('hex'),
    shown: [
      `  The lockfile ${visible(directory.shown(lockfile.path))} is replaced, so that it pins the current files:`,
      ...errors.map(({ message }) => `  ${visible(message)}`),
    ],
    commandLine: settings.lines.updateLock(project, call.item_id),
    update: () => updateLockfile(directory, call).path,
  }
}
