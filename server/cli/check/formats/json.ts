import type { ItemCheck } from '#core/answer'
import { printJson } from '../../io.ts'
import { failedOf, type CheckedItem, type ProjectReport } from '#core/expect'
import type { Printing } from './format.ts'

/** Writes the whole report as one document: each item with all of its findings, and the other lists. */
export function json(report: ProjectReport, { io }: Printing): void {
  const { items, libraries, data, warnings, suppressed, leftOut, walks, expectations } = report
  const summary = { items: items.length, failed: failedOf(report).length, warnings, suppressed, left_out: leftOut }
  printJson(io, {
    format: 1,
    ...summary,
    checks: items.map(row),
    suppressions: report.suppressions.map(({ by, reason, entry }) => ({ by, reason, diagnostic: entry })),
    ...(walks.tests.length === 0 ? {} : { walks }),
    ...(expectations.tests.length === 0 ? {} : { expectations }),
    libraries: libraries.map(apartRow),
    data: data.map(apartRow),
  })
}

function row({ item: { item_id, path, space, plan_digest }, problems }: CheckedItem) {
  const ready = !problems.some(({ severity }) => severity === 'error')
  return { item_id, path, space, ready, plan_digest: plan_digest ?? null, diagnostics: problems }
}

function apartRow({ item_id, path, space }: ItemCheck) {
  return { item_id, path, space }
}
