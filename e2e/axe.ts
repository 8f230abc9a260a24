import axe from 'axe-core'
import type { Page } from '@playwright/test'

interface Violation {
  readonly id: string
  readonly nodes: readonly { readonly target: readonly string[]; readonly failureSummary: string }[]
}

/** All axe findings, including target sizes, with their elements. `without` lists rules to skip. */
export async function axeFindings(page: Page, without: readonly string[] = []): Promise<readonly string[]> {
  if (!(await page.evaluate(() => 'axe' in globalThis))) await page.addScriptTag({ content: axe.source })
  const violations = await page.evaluate(async (left) => {
    const { axe } = globalThis as unknown as { axe: { run(options: object): Promise<{ violations: Violation[] }> } }
    const off = Object.fromEntries(left.map((id) => [id, { enabled: false }]))
    const rules = { 'target-size': { enabled: true }, ...off }
    return (await axe.run({ resultTypes: ['violations'], rules })).violations
  }, without)
  return violations.map(
    ({ id, nodes }) =>
      `${id}: ${nodes.map(({ target, failureSummary }) => `${target.join(' ')} ${failureSummary}`).join('\n  ')}`,
  )
}
