import { spawnSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, type Page } from '@playwright/test'
import { strToU8, unzipSync, zipSync } from 'fflate'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'

const root = fileURLToPath(new URL('..', import.meta.url))

/** The fields of the command line's analysis that the test compares. */
interface Answer {
  readonly status: string
  readonly plan: { readonly digest: string } | null
  readonly diagnostics: readonly { readonly code: string }[]
}

/** Unpack the zip of the open draft, run the command that the dialog shows, and return its analysis. */
async function runShownCommand(page: Page): Promise<Answer> {
  await page.getByRole('button', { name: 'Import or export' }).click()
  const [download] = await Promise.all([
    page.waitForEvent('download'),
    page.getByRole('button', { name: 'Download as zip' }).click(),
  ])
  const command = await page.getByTestId('shown-command').innerText()
  await page.keyboard.press('Escape')
  const place = mkdtempSync(join(tmpdir(), 'rye-export-'))
  try {
    const folder = join(place, download.suggestedFilename().replace(/\.zip$/, ''))
    for (const [name, bytes] of Object.entries(unzipSync(readFileSync(await download.path())))) {
      mkdirSync(join(folder, dirname(name)), { recursive: true })
      if (name.endsWith('/')) mkdirSync(join(folder, name), { recursive: true })
      else writeFileSync(join(folder, name), bytes)
    }
    // Install the command as in the product's folder, where npx finds the command without a registry.
    mkdirSync(join(place, 'node_modules/.bin'), { recursive: true })
    symlinkSync(join(root, 'server/launch/rye-chain.cjs'), join(place, 'node_modules/.bin/rye-chain-playground'))
    const { stdout, stderr } = spawnSync('sh', ['-c', command], { cwd: place, encoding: 'utf8' })
    expect(stdout, stderr).not.toBe('')
    return JSON.parse(stdout) as Answer
  } finally {
    rmSync(place, { recursive: true })
  }
}

/**
 * Wait until the page and the exported command show the same plan. Right after a change, the page can still show the
 * previous plan.
 */
async function plansTheSame(page: Page): Promise<void> {
  const { plan } = await runShownCommand(page)
  expect(plan?.digest).toMatch(/^[0-9a-f]{64}$/)
  await expect(page.getByTestId('plan-digest')).toHaveAttribute('title', plan!.digest)
}

for (const title of someOf(['Hello, chain', 'Shadowing', 'A web request as a tool'], 1)) {
  test(`${title}: the shown command creates the same plan in a real directory`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await playground.example(title)
    await expect(playground.status).toContainText('Ready to run')
    await plansTheSame(page)
  })
}

test('a custom bundle is imported as system files, and is part of the command and the link', async ({
  page,
  browser,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const bundle = {
    'team/bundle.json': strToU8('{"bundle_id": "team", "version": "2.0.0"}'),
    'team/.ai/tools/team/hello.yaml': strToU8(
      'version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n',
    ),
  }
  const archive = { name: 'team.zip', mimeType: 'application/zip', buffer: Buffer.from(zipSync(bundle)) }
  await playground.importFiles(archive)
  await expect(playground.notice).toContainText('Imported 1 file and the system bundle team 2.0.0.')
  const files = page.getByRole('navigation', { name: 'Files' })
  await expect(files).toContainText('team 2.0.0, ryeos-core 1.3.0')
  await playground.chooseItem('team/hello')
  await expect(playground.cards.first()).toHaveAccessibleName(/, system:team$/)
  await expect(playground.status).toContainText('Ready to run')
  await plansTheSame(page)
  const link = await playground.shareLink()
  const other = new PlaygroundPage(await browser.newPage())
  await other.open(link)
  await expect(other.cards.first()).toHaveAccessibleName(/, system:team$/)
  await other.page.close()
  await files.getByRole('button', { name: 'Bundles' }).click()
  await page.getByRole('button', { name: 'Remove bundle team' }).click()
  await expect(page.getByTestId('system-bundles')).not.toContainText('team')
  await page.keyboard.press('Escape')
  await expect(playground.status).toContainText('Not found')
})

test('the command includes a changed world, other rules and a quote in a parameter', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('World')
  await page.getByRole('checkbox', { name: /The host sets RYE_PYTHON/ }).check()
  await playground.answer('Parameters')
  await page.getByLabel('As JSON').fill('{"name": "it\'s $HOME"}')
  await playground.chooseSearch('global')
  await playground.answer('Command')
  await expect(playground.argv).toContainText('/usr/bin/python3')
  await expect(page.getByTestId('plan')).toContainText("it's $HOME")
  await plansTheSame(page)
})

test('the shown command refuses a chain for the same reasons as the page', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.example('A space violation')
  await expect(playground.status).toContainText('Refused')
  await playground.answer('Problems')
  const codes = await playground.problems
    .locator('[data-code]')
    .evaluateAll((rows) => rows.map((row) => (row as HTMLElement).dataset['code'] ?? ''))
  const answer = await runShownCommand(page)
  expect(answer.status).toBe('refused')
  expect(answer.diagnostics.map(({ code }) => code).sort()).toEqual([...codes].sort())
})

test('pasted draft text gives the same plan as its draft', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Says === hi.')
  await expect(playground.cards.nth(0)).toContainText('Says === hi.')
  const digest = (await page.getByTestId('plan-digest').getAttribute('title')) ?? 'none'
  await page.getByRole('button', { name: 'Import or export' }).click()
  const text = await playground.copied(() => page.getByRole('button', { name: 'Copy as text' }).click())
  await page.getByLabel('Paste the text of a draft').fill(`Look at this:\n\n${text}`)
  await page.getByRole('button', { name: 'Open as draft' }).click()
  await expect(playground.banner).toBeVisible()
  await expect(playground.cards.nth(0)).toContainText('Says === hi.')
  await expect(page.getByTestId('plan-digest')).toHaveAttribute('title', digest)
})

test('text that is not a draft is refused with the reason, and the draft stays open', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Import or export' }).click()
  await page.getByLabel('Paste the text of a draft').fill('asdf === {} ../..')
  await page.getByRole('button', { name: 'Open as draft' }).click()
  await expect(page.getByRole('dialog').getByRole('alert')).toContainText('The pasted text is not a draft')
  await expect(page.getByLabel('Paste the text of a draft')).toHaveValue('asdf === {} ../..')
  await expect(playground.cards).toHaveCount(3)
})
