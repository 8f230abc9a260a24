import { expect, test } from '@playwright/test'
import { PlaygroundPage } from './pages.ts'

const runtime = 'version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\ncategory: many\n'
const many = Object.fromEntries(
  Array.from({ length: 500 }, (_, index) => [`/project/.ai/tools/many/tool${index}.yaml`, runtime]),
)

test('an item is found among hundreds by keyboard, with its space and kind', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(many, 'many/tool0')
  await page.keyboard.press('Alt+i')
  const dialog = page.getByRole('dialog', { name: 'Choose an item' })
  const options = dialog.getByRole('option')
  await expect(dialog).toContainText(/The first 100 of 5\d\d/)
  await expect(dialog.getByRole('option', { selected: true })).toContainText('many/tool0')
  await page.keyboard.type('tool77 ')
  await expect(options).toHaveCount(1)
  await expect(options).toContainText('runtime')
  await expect(options).toContainText('project')
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.type('runtime many 49')
  await expect(options.first()).toContainText(/many\/tool\d*49/)
  await page.keyboard.press('ArrowDown')
  await expect(dialog.getByRole('combobox')).toHaveAttribute('aria-activedescendant', 'found-1')
  await expect(options.nth(1)).toHaveAttribute('aria-selected', 'true')
  const chosen = await options.nth(1).locator('.mono').innerText()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
  await expect(playground.item).toHaveAccessibleName(`item ${chosen}`)
})

test('on a phone, an item is chosen with two taps, and Escape keeps the item', async ({ browser }) => {
  const page = await browser.newPage({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })
  const playground = new PlaygroundPage(page)
  await playground.open()
  await playground.item.tap()
  await expect(page.getByRole('combobox')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(playground.item).toBeFocused()
  await expect(playground.item).toHaveAccessibleName('item demo/greet')
  await playground.item.tap()
  await page.getByRole('option', { name: /^rye\/git / }).tap()
  await expect(playground.item).toHaveAccessibleName('item rye/git')
  await expect(playground.cards.first()).toContainText('rye/git')
  await page.close()
})
