import { expect, test, type Browser, type Page } from '@playwright/test'
import { decodeShare, encodeShare } from '#core/share'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly, someOf } from './nightly.ts'
import { keptRecord } from './storage-faults.ts'

/** A page in a new browser profile, with empty storage. */
async function otherProfile(browser: Browser): Promise<Page> {
  return (await browser.newContext({ serviceWorkers: 'block' })).newPage()
}

test('a one-file change gives a link under 500 characters, which opens the same chain, inert, as a separate draft', async ({
  page,
  browser,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'Greets everyone very kindly.')
  await expect(playground.cards.nth(0)).toContainText('very kindly')
  const link = await playground.shareLink()
  expect(link.length).toBeLessThan(500)

  const requests: string[] = []
  const other = await otherProfile(browser)
  other.on('request', (request) => requests.push(new URL(request.url()).pathname))
  const reader = new PlaygroundPage(other)
  await reader.open(link)
  await expect(reader.cards).toHaveCount(3)
  await expect(reader.cards.nth(0)).toContainText('very kindly')
  await expect(reader.banner).toContainText('Opened from a link')
  await expect(other.getByTestId('reproduced')).toContainText('same chain and plan as when shared')
  expect(requests.filter((path) => path.startsWith('/api'))).toEqual([])
  expect(requests.filter((path) => path.startsWith('/sandbox'))).toEqual([])

  await other.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(reader.question).toContainText('Review it, then allow it to run')
  await expect(other.getByTestId('lane-simulated')).toHaveCount(0)
})

test('Share warns that a link of this computer does not open on another', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByTestId('loopback')).toContainText('This link opens only on this computer.')
})

test('a link whose chain has changed lists the changes', async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const link = await playground.shareLink()
  const reader = new PlaygroundPage(await otherProfile(browser))
  await reader.openPlain(link)
  await reader.replace('"rye/core/runtimes/python/script"', '"rye/core/runtimes/node/node"')
  await expect(reader.page.getByTestId('reproduced')).toContainText(
    'You have changed this draft. The chain was demo/greet → rye/core/runtimes/python/script',
  )
  await reader.page.getByRole('button', { name: 'Compare with original' }).click()
  await expect(
    reader.page.getByRole('button', { name: 'Show lines of /project/.ai/tools/demo/greet.py' }),
  ).toBeVisible()
})

test('a link from another engine lists each differing plan value with its reason', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const made = decodeShare(new URL(await playground.shareLink()).hash)
  if (made.kind === 'rejected' || !made.snapshot.expected?.values) throw new Error('the link pins no values')
  const { snapshot } = made
  const values = { ...snapshot.expected?.values, '/args/1': '--project', '/env/GONE': 'was here' }
  const expected = { plan_digest: '0'.repeat(64), chain: snapshot.expected?.chain ?? [], values }
  await playground.open(`/#${encodeShare({ ...snapshot, expected })}`)
  await expect(page.getByTestId('reproduced')).toHaveText('The chain is the same, but 2 plan values have changed.')
  const rows = playground.banner.getByRole('row')
  await expect(rows.filter({ hasText: '$GONE' })).toContainText('was here')
  const changed = rows.filter({ hasText: 'argv[2]' })
  await expect(changed).toContainText('--project')
  await changed.getByRole('button', { name: '--project-path' }).click()
  await expect(playground.why).toContainText('argv[2]')
})

test('a link never overwrites the reader’s own draft', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const link = await playground.shareLink()
  await playground.replace(firstDescription, 'My own unsaved words.')
  await expect(playground.cards.nth(0)).toContainText('My own unsaved words.')
  await page.evaluate((address) => (location.hash = new URL(address).hash), link)
  await expect(playground.banner).toBeVisible()
  await expect(playground.cards.nth(0)).toContainText(firstDescription)
  await page.keyboard.press('Alt+KeyD')
  const library = page.getByTestId('library')
  // The link can be opened again, so the library stores only changed drafts.
  await expect(library.getByRole('listitem')).toHaveCount(1)
  await library
    .getByRole('listitem')
    .filter({ hasText: 'from an example' })
    .getByRole('button', { name: 'Hello, chain' })
    .click()
  await expect(playground.cards.nth(0)).toContainText('My own unsaved words.')
})

test('edits on top of a link survive a reload, and the address drops the link', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  const link = await playground.shareLink()
  await page.goto('about:blank')
  await playground.open(link)
  await page.reload()
  await expect(playground.banner).toBeVisible()
  expect(page.url()).toContain('#v1.')
  await playground.replace(firstDescription, 'Changed after opening.')
  await expect(playground.cards.nth(0)).toContainText('Changed after opening.')
  await expect.poll(() => page.url()).not.toContain('#v1.')
  await playground.kept('Changed after opening.')
  await page.reload()
  await expect(playground.cards.nth(0)).toContainText('Changed after opening.')
})

test('the address drops the link when an example or a stored draft opens', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'My own.')
  await expect(playground.cards.nth(0)).toContainText('My own.')
  const link = await playground.shareLink()
  const fragment = new URL(link).hash
  const show = (hash: string): Promise<unknown> => page.evaluate((to) => (location.hash = to), hash)

  await show(fragment)
  await expect(playground.banner).toBeVisible()
  await playground.example('Shadowing')
  await expect.poll(() => new URL(page.url()).hash).toBe('')

  await show(fragment)
  await expect(playground.banner).toBeVisible()
  await page.keyboard.press('Alt+KeyD')
  await page.getByTestId('library').getByRole('button', { name: 'Hello, chain' }).last().click()
  await expect(playground.banner).toHaveCount(0)
  await expect.poll(() => new URL(page.url()).hash).toBe('')
  await page.reload()
  await expect(playground.banner).toHaveCount(0)
  await expect(playground.cards.nth(0)).toContainText('My own.')
})

test('an example from the address is editable, and the change survives a reload', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=shadowing')
  await expect(page).toHaveURL(/#example=shadowing/)
  const text = await playground.plain().inputValue()
  await playground.plain().fill(`${text}\n# mine\n`)
  await expect(page).not.toHaveURL(/#example/)
  await page.reload()
  await expect(playground.plain()).toHaveValue(/# mine/)
})

test('a link with secrets lists them and requires consent', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('World')
  await page.getByRole('textbox', { name: '/project/.env' }).fill('API_TOKEN=tok_live_51Hx9aQm2vNw8Lr3Tz7Ke\n')
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  const dialog = page.getByRole('dialog')
  await expect(page.getByTestId('secrets')).toContainText('API_TOKEN')
  await expect(page.getByTestId('secrets')).not.toContainText('tok_live_51Hx9aQm2vNw8Lr3Tz7Ke')
  await expect(dialog.getByRole('button', { name: 'Copy link' })).toBeDisabled()
  await dialog.getByRole('checkbox', { name: /I reviewed these/ }).check()
  await expect(page.getByTestId('share-link')).toHaveValue(/#v1\./)
})

test('a download with secrets lists them and requires consent', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('World')
  await page.getByRole('textbox', { name: '/project/.env' }).fill('API_TOKEN=tok_live_51Hx9aQm2vNw8Lr3Tz7Ke\n')
  await page.getByRole('button', { name: 'Import or export' }).click()
  await expect(page.getByTestId('secrets')).toContainText('API_TOKEN')
  const doors = ['Download as zip', 'Copy as text', 'Copy command'].map((name) =>
    page.getByRole('button', { name, exact: true }),
  )
  for (const door of doors) await expect(door).toBeDisabled()
  await page.getByTestId('secrets').getByRole('checkbox').check()
  for (const door of doors) await expect(door).toBeEnabled()
})

test('a change that a link cannot contain is refused when it is made', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.answer('World')
  await page.getByLabel('Host environment').fill('HOME=/home/you\n__proto__=1')
  await page.getByLabel('Host environment').blur()
  await expect(playground.notice).toContainText('is not the name of a variable. Your draft is unchanged.')
  expect(await playground.shareLink()).toMatch(/#v1\./)
})

test('a draft that a link cannot contain gets the reason instead of a link', async ({ page }) => {
  // A draft as an older version stored it.
  await page.addInitScript(
    (record) => {
      sessionStorage.setItem('rye.tab', 'older')
      localStorage.setItem('rye.draft.older', record)
    },
    JSON.stringify(keptRecord('older', 'x'.repeat(1001))),
  )
  await new PlaygroundPage(page).open()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByTestId('no-link')).toContainText('The field /name of the draft')
  await expect(page.getByTestId('share-link')).toHaveCount(0)
  await page.getByRole('button', { name: 'Download as zip' }).click()
  await expect(page.getByRole('dialog', { name: 'Import or export' })).toBeVisible()
})

test('a permalink opens Why or the trace at its place, and reports a missing place', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const link = await playground.shareLink()
  await page.goto('about:blank')
  await playground.open(`${link}&why=%2Fplan%2Fargs%2F0`)
  await expect(playground.why).toContainText('argv[1]')
  await page.goto('about:blank')
  await playground.open(`${link}&why=%2Fplan%2Fargs%2F99`)
  await expect(
    page.getByRole('note').filter({ hasText: 'The current result does not contain argv[100].' }),
  ).toBeVisible()
  await page.goto('about:blank')
  await playground.open(`${link}&step=2`)
  await expect(page.getByTestId('trace').locator('[aria-current="step"]')).toContainText('3')
})

const hostile = [
  { name: 'garbage', hash: '#v1.hello-chain-1.%%%%', says: 'Could not open this link' },
  { name: 'a future format', hash: '#v999.hello-chain-1.AAAA', says: 'newer than this playground' },
  { name: 'an unknown base', hash: '#v1.no-such-base-9.AAAAAAAA', says: 'does not have' },
  { name: 'a cut-off end', hash: '#v1.hello-chain-1.RzZ75RvNbK', says: 'Could not open this link' },
  { name: 'an unknown example', hash: '#example=no-such', says: 'no example “no-such”' },
  { name: 'random bytes', hash: `#v1.empty.${'Zm9vYmFy'.repeat(400)}`, says: 'Could not open this link' },
]
for (const { name, hash, says } of someOf(hostile, 1)) {
  test(`a link with ${name} is refused with a notice, also after a reload, and the reader's draft stays`, async ({
    page,
  }) => {
    const playground = new PlaygroundPage(page)
    await playground.openPlain()
    await playground.replace(firstDescription, 'Mine.')
    await expect(playground.cards.nth(0)).toContainText('Mine.')
    await playground.kept('Mine.')
    await page.evaluate((fragment) => (location.hash = fragment), hash)
    await expect(playground.notice).toContainText(says)
    await expect(playground.notice).toContainText('Your drafts are unchanged')
    await page.reload()
    await expect(playground.notice).toContainText(says)
    await expect(playground.cards.nth(0)).toContainText('Mine.')
  })
}

test('an answer to a link is compared with the draft that the link was made from, as it is now and as it was', async ({
  page,
  browser,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(firstDescription, 'The task.')
  await playground.kept('The task.')
  const link = await playground.shareLink()
  // A reader answers with a link to a changed version.
  const reader = new PlaygroundPage(await otherProfile(browser))
  await reader.openPlain(link)
  await expect(reader.banner).toBeVisible()
  await expect(reader.banner.getByRole('button', { name: 'Compare with your draft' })).toHaveCount(0)
  await reader.replace('The task.', 'The answer.')
  await expect(reader.cards.nth(0)).toContainText('The answer.')
  const answer = await reader.shareLink()
  // The author continues, then opens the answer.
  await playground.replace('The task.', 'The next task.')
  await playground.kept('The next task.')
  await page.evaluate((hash) => (location.hash = hash), new URL(answer).hash)
  await expect(playground.cards.nth(0)).toContainText('The answer.')
  await playground.banner.getByRole('button', { name: 'Compare with your draft' }).click()
  await expect(playground.compareWith.locator('option:checked')).toHaveText('Hello, chain, current version')
  const lines = page.getByRole('button', { name: 'Show lines of /project/.ai/tools/demo/greet.py' })
  await lines.click()
  const diff = page.getByTestId('file-diff')
  await expect(diff).toContainText('The next task.')
  await playground.compareWith.selectOption({ label: 'Hello, chain, as it was when the link was created' })
  await expect(diff).toContainText('The task.')
  await expect(diff).toContainText('The answer.')
})

test('equal answers without a plan are reported as equal, but not as a success', async ({ page, browser }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('"rye/core/runtimes/python/script"', '"rye/core/none"')
  await expect(playground.status).toContainText('Refused')
  const link = await playground.shareLink()
  const reader = new PlaygroundPage(await otherProfile(browser))
  await reader.open(link)
  const text = reader.page.getByTestId('reproduced')
  await expect(text).toContainText('demo/greet: same chain as when shared. The run is still refused')
  await expect(text).not.toHaveClass(/ok/)
  await reader.answer('Compare')
  await expect(reader.page.getByTestId('same')).toContainText('it has no plan to compare')
  await expect(reader.page.getByTestId('same')).not.toHaveClass(/same/)
})
