import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { expect, test } from '@playwright/test'
import { parse } from 'yaml'
import { root, startServer, type LocalServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'
import { everyNth, isNightly } from '../core/testing/nightly.ts'

/** The expected result for one item in an `example.yaml`, as described in `examples/README.md`. */
interface Goal {
  readonly item_id: string
  readonly parameters: string
  readonly expect: {
    readonly status: 'ready' | 'refused' | 'not_found'
    readonly chain: readonly string[]
    readonly codes: readonly string[]
    readonly argv?: readonly string[]
    readonly request?: { readonly method: string; readonly url: string }
    readonly data?: unknown
  }
}

interface Example extends Goal {
  readonly title: string
  readonly dialect: string
  readonly also?: readonly Goal[]
}

/** Every example of the folder. */
const all = readdirSync(`${root}examples`)
  .filter((slug) => existsSync(`${root}examples/${slug}/example.yaml`))
  .map((slug) => [slug, parse(readFileSync(`${root}examples/${slug}/example.yaml`, 'utf8')) as Example] as const)

const goals = readdirSync(`${root}examples`, { withFileTypes: true })
  // The tests in core check the steps of lessons. One lesson also has its own story in the page.
  .filter((entry) => entry.isDirectory() && !existsSync(`${root}examples/${entry.name}/lesson.yaml`))
  // Unit tests check the reference trees. Only the nightly run also checks them in the page.
  .filter(({ name }) => isNightly || !name.startsWith('seed-'))
  .flatMap(({ name: slug }) => {
    const example = parse(readFileSync(`${root}examples/${slug}/example.yaml`, 'utf8')) as Example
    const { title, dialect, item_id: opened } = example
    return [example, ...(example.also ?? [])].map((goal) => ({ slug, title, dialect, opened, goal }))
  })
const says = { ready: 'Ready to run', refused: 'Refused', not_found: 'Not found' } as const
let server: LocalServer | undefined

test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await startServer()
})

test.afterAll(() => server?.stop())

test('some examples expect a command line, and some have expectations for several items', () => {
  expect(goals.some(({ goal }) => goal.expect.argv)).toBe(true)
  expect(new Set(goals.map(({ slug }) => slug)).size).toBeLessThan(goals.length)
})

test('every example that no other test opens has its expected item, status and chain in the page, without errors', async ({
  page,
}) => {
  const faults: string[] = []
  page.on('pageerror', ({ message }) => faults.push(message))
  const playground = new PlaygroundPage(page)
  await playground.openPlain(server?.address)
  const others = all.filter(([slug]) => !goals.some((one) => one.slug === slug))
  expect(others.length).toBeGreaterThan(15)
  for (const [slug, { title, item_id, expect: promised }] of others) {
    await page.evaluate((to) => (location.hash = `#example=${to}`), slug)
    await expect(page.getByTitle('Examples and drafts'), slug).toContainText(title)
    await expect(playground.item, slug).toHaveAccessibleName(`item ${item_id}`)
    await expect(playground.status, slug).toContainText(says[promised.status])
    await expect(playground.cards, slug).toHaveCount(promised.chain.length)
  }
  expect(faults).toEqual([])
})

// Unit tests check each goal. The page checks every sixth one, and at night all.
for (const { slug, title, dialect, opened, goal } of everyNth(goals, 6)) {
  const { status, chain, codes, argv, request, data } = goal.expect
  // Graphs have their own stories in this file, and server tests walk each graph.
  const isRun = status === 'ready' && chain[1] !== 'rye/core/runtimes/state-graph/runtime'
  // Tests send no requests to other hosts, so only the recorded answer is checked.
  const runs = request ? ', and the simulation has the recorded answer' : ', and the simulation equals the real run'

  test(`${slug}: ${goal.item_id} is as expected${isRun ? runs : ''}`, async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open(server?.address)
    await playground.example(title)
    if (dialect !== 'kiwi') await playground.chooseItem(goal.item_id)
    else if (goal.item_id !== opened) await playground.chooseStem(goal.item_id)
    await playground.answer('Parameters')
    await page.getByLabel('As JSON').fill(goal.parameters)
    await expect(playground.status).toContainText(says[status])
    await expect(playground.cards).toHaveCount(chain.length)
    for (const [at, id] of chain.entries()) await expect(playground.cards.nth(at)).toContainText(id)
    await playground.answer('Problems')
    for (const code of codes) await expect(playground.problems.locator(`[data-code="${code}"]`).first()).toBeAttached()
    await playground.answer('Command')
    if (argv)
      await expect(playground.argv.getByRole('button')).toHaveText(argv.map((word) => word.replaceAll('\n', '\\n')))
    if (request) await expect(page.getByTestId('plan')).toContainText(request.url)
    if (!isRun) return

    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    const simulated = page.getByTestId('lane-simulated')
    await expect(simulated.getByTestId('ending')).toBeVisible({ timeout: 40_000 })
    if (data !== undefined) expect(JSON.parse(await simulated.getByTestId('data').innerText())).toEqual(data)
    if (request) return
    await page.getByRole('button', { name: 'Run on server', exact: true }).click()
    await page.getByRole('button', { name: 'Run this once' }).click()
    await expect(page.getByTestId('lane-real').getByTestId('ending')).toContainText('exited', { timeout: 30_000 })
    const reported = page.getByTestId('differences').locator('p')
    if (argv?.[0] === 'echo') {
      expect(JSON.parse(await page.getByTestId('lane-real').getByTestId('data').innerText())).toEqual(data)
      return
    }
    await expect(reported).not.toHaveCount(0)
    for (const text of await reported.allTextContents()) expect(text).toMatch(/runs match|caused by the simulation/)
  })
}

test('a graph is simulated in the page, and its nodes give the expected results', async ({ page }) => {
  const { title, goal } = goals.find(({ slug }) => slug === 'graph-pipeline')!
  const { output } = goal.expect.data as { readonly output: unknown }
  const playground = new PlaygroundPage(page)
  await playground.open(server?.address)
  await playground.example(title)
  await page.getByTestId('walk').getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByTestId('walk-ending')).toContainText('completed', { timeout: 40_000 })
  expect(JSON.parse(await page.getByTestId('walk-output').innerText())).toEqual(output)
})

test('a graph on the server requires approval for a new command, and shows its walk live', async ({ page }) => {
  const { title, goal } = goals.find(({ slug }) => slug === 'graph-retry')!
  const { output } = goal.expect.data as { readonly output: unknown }
  const playground = new PlaygroundPage(page)
  await playground.open(server?.address)
  await playground.example(title)
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await page.getByRole('button', { name: 'Run this once' }).click()
  // No attempt is approved in advance, because its number is not known yet.
  const asks = page.getByRole('dialog', { name: 'Approve a command' })
  await expect(asks).toContainText('fetch@1.1', { timeout: 20_000 })
  await expect(asks.getByTestId('consent-command')).toContainText('fetch.py')
  await expect(asks.getByTestId('asked-digest')).toHaveText(/^[0-9a-f]{64}$/)
  // Closing the dialog neither approves nor rejects the request.
  await page.keyboard.press('Escape')
  await expect(page.getByTestId('walk-state')).toContainText('Waiting for approval before fetch@1.1')
  await page.getByRole('button', { name: 'Review request…' }).click()
  await asks.getByRole('button', { name: 'Run this command' }).click()
  await expect(asks).toContainText('fetch@1.2', { timeout: 20_000 })
  await asks.getByRole('button', { name: 'Run all commands of this item at this node' }).click()
  await expect(page.getByTestId('walk-ending')).toContainText('completed', { timeout: 20_000 })
  expect(JSON.parse(await page.getByTestId('walk-output').innerText())).toEqual(output)
  await expect(page.getByTestId('walk-state')).toContainText('on the server')
  await expect(page.getByTestId('steps').getByRole('button')).toHaveText([
    /fetch@1\.1/,
    /fetch@1\.2/,
    /fetch@1\.3/,
    /done@1\.1/,
  ])
})
