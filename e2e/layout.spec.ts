import { expect, test, type Locator } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

async function sizeOf(region: Locator): Promise<{ width: number; height: number }> {
  const box = await region.boundingBox()
  return { width: Math.round(box?.width ?? 0), height: Math.round(box?.height ?? 0) }
}

test('the regions keep the sizes that were given to them, by mouse or by keyboard, over a reload', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  const files = page.getByRole('navigation', { name: 'Files' })
  const editor = page.getByRole('region', { name: 'Editor' })
  const answers = page.getByRole('tabpanel')
  const before = { files: await sizeOf(files), answers: await sizeOf(answers) }

  const border = page.getByRole('separator', { name: 'Resize files' })
  const from = await border.boundingBox()
  if (!from) throw new Error('there is no border to take hold of')
  await page.mouse.move(from.x + from.width / 2, from.y + 200)
  await page.mouse.down()
  await page.mouse.move(from.x + 120, from.y + 200, { steps: 6 })
  await page.mouse.up()
  await expect.poll(async () => (await sizeOf(files)).width).toBeGreaterThan(before.files.width + 80)
  await page.getByRole('separator', { name: 'Resize chain' }).press('ArrowUp')
  await expect.poll(async () => (await sizeOf(answers)).height).toBeGreaterThan(before.answers.height + 40)

  const sizes = async (): Promise<unknown> => [await sizeOf(files), await sizeOf(editor), await sizeOf(answers)]
  const after = await sizes()
  // The sizes are kept a moment after they were changed; until then the ones of the beginning are.
  const kept = (): Promise<string | undefined> =>
    page.evaluate(() => Object.entries(localStorage).find(([key]) => key.includes('rye.rows'))?.[1])
  await expect.poll(kept).toBeDefined()
  await expect.poll(kept).not.toContain('[50,50]')
  await page.reload()
  await expect(playground.cards).toHaveCount(3)
  await expect.poll(sizes).toEqual(after)
})
