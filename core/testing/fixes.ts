import { expect } from 'vitest'
import { resolveRun } from '../answer/analyze.ts'
import { changedWorkspace, explainFixes } from '../answer/fixes/explain.ts'
import type { Fix } from '../answer/fixes/fix.ts'
import type { AnalysisRequest } from '../answer/request.ts'
import type { WorkspaceSettings } from '../workspace/workspace-settings.ts'
import { open, type TestFiles } from './workspace.ts'

/** A broken workspace, and the fixes that it must offer. */
export interface FixRow {
  readonly name: string
  readonly files: TestFiles
  readonly settings?: Partial<WorkspaceSettings>
  readonly item?: string
  /**
   * Beginnings of the titles of fixes that must be offered. `ready` is the full title of a fix that makes the item
   * ready.
   */
  readonly offers: readonly string[]
  readonly ready?: string
}

/** The fixes offered for an item. Default: `t`. */
export function fixesOf({ files, settings = {}, item = 't' }: Omit<FixRow, 'name' | 'offers'>) {
  const { workspace: here } = open(files, settings)
  const request: AnalysisRequest = { item_id: item, parameters: '{}' }
  return { here, request, fixes: explainFixes(here, request) }
}

/** The resolution of a run after a fix: of the requested item, or of another item that the fix requests. */
export function afterFix({ here, request }: ReturnType<typeof fixesOf>, fix: Fix) {
  const changed = changedWorkspace(here, fix.changes)
  if (!changed) throw new Error(`${fix.title} cannot be made`)
  const asked = fix.changes.find((change) => change.kind === 'ask')
  return resolveRun(changed, asked ? { ...request, item_id: asked.item_id } : request)
}

/** Checks that the fixes of a row are offered, and that the named fix makes the item ready. */
export function expectOffers(row: FixRow): void {
  const asked = fixesOf(row)
  const titles = asked.fixes.map(({ title }) => title)
  for (const title of row.offers)
    expect(
      titles.some((offered) => offered.startsWith(title)),
      title,
    ).toBe(true)
  if (row.ready === undefined) return
  const fix = asked.fixes.find(({ title }) => title === row.ready)
  expect(fix).toMatchObject({ state: 'verified', ready: true })
  expect(afterFix(asked, fix!).ready).toBe(true)
}
