import type { Analysis, ChainEntry } from '../answer/analysis.ts'
import { decodeValue, type JsonValue } from '../read/value/encode.ts'
import { dialects } from '../rules/dialect.ts'
import type { FileToWrite } from '../trust/integrity/sign.ts'
import { lockfileOfPin, formatLockfile } from '../trust/lockfile/document.ts'
import { lockVersion } from '../trust/lockfile/places.ts'

/** One element of a chain in a result (R14.1). */
export interface PortableElement {
  readonly item_id: string
  readonly space: string
  readonly tool_type: JsonValue
  readonly executor_id: JsonValue
  readonly integrity: string | null
  readonly provider_id?: string
  readonly provider_version?: string
}

/** R14.1: the chain of an analysis, without machine-specific paths. */
export function portableChain({ chain, dialect }: Pick<Analysis, 'chain' | 'dialect'>): readonly PortableElement[] {
  return chain.map((entry) => portable(entry, dialects[dialect].providers))
}

function portable(entry: ChainEntry, namesProviders: boolean): PortableElement {
  const { item_id, space, tool_type, executor_id, integrity, provider_id, provider_version } = entry
  return {
    item_id,
    space,
    tool_type,
    executor_id,
    integrity,
    ...(namesProviders && provider_id !== null && provider_version !== null ? { provider_id, provider_version } : {}),
  }
}

/**
 * R11.3: the lockfile to write after a run; null after a failure, and if `newLockfile` makes none. `keepLockfiles`
 * (`server/project/lock.ts`) or a click in the page (`web/run/finish-run.ts`) writes it.
 */
export function lockfileAfter(
  success: boolean,
  call: Parameters<typeof newLockfile>[0],
  now: () => string,
): FileToWrite | null {
  return success ? newLockfile(call, now()) : null
}

/**
 * R11.3: the first lockfile of an item; null if one exists or the dialect does not support lockfiles, as `wouldWrite`
 * in `core/trust/lock-state.ts` decides.
 */
export function newLockfile(
  analysis: Pick<Analysis, 'chain' | 'dialect' | 'item_id' | 'lockfile'>,
  now: string,
): FileToWrite | null {
  const path = analysis.lockfile.would_write
  return path === null ? null : { path, text: lockfileText(analysis, now) }
}

/** The content of a lockfile that pins an analysis's chain (R11.1). */
export function lockfileText(analysis: Pick<Analysis, 'chain' | 'dialect' | 'item_id'>, now: string): string {
  const chain = portableChain(analysis).map((element) => ({
    ...element,
    tool_type: decodeValue(element.tool_type),
    executor_id: decodeValue(element.executor_id),
  }))
  const pin = {
    tool_id: analysis.item_id,
    version: lockVersion(decodeValue(analysis.chain[0]?.version ?? null)),
    integrity: chain[0]?.integrity ?? null,
    chain,
    generated_at: now,
  }
  return formatLockfile(lockfileOfPin(pin))
}
