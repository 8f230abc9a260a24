import { expect, test } from '@playwright/test'
import { linkOf } from '../core/testing/share-link.ts'
import { PlaygroundPage } from './pages.ts'

const tool = `version: "1.0.0"
executor_id: rye/core/primitives/execute
config_schema: {type: object, properties: {id: {type: integer}, x: {type: number}, name: {type: string}}}
config: {command: echo, args: ["{id}", "{x}", "{name}"]}
`
const draft = {
  format: 1,
  name: 'Numbers',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  bundle: { id: 'ryeos-core', version: '1.0.0' },
  item_id: 't',
  parameters: '{"id": 12345678901234567891, "x": 1.0, "2": 1e400, "1": null, "name": "a"}',
  files: { '/project/.ai/tools/t.yaml': tool },
}

test("a form edits the text of one parameter and keeps the others' text", async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await page.goto(`/#${linkOf(JSON.stringify(draft))}`)
  await playground.answer('Parameters')
  const panel = page.getByRole('tabpanel').filter({ has: page.getByLabel('As JSON') })
  await expect(panel.getByLabel('id', { exact: true })).toHaveValue('12345678901234567891')
  await expect(panel.getByLabel('x', { exact: true })).toHaveValue('1.0')
  await panel.getByLabel('name', { exact: true }).fill('b')
  const text = panel.getByLabel('As JSON')
  await expect(text).toHaveValue('{"id": 12345678901234567891, "x": 1.0, "2": 1e400, "1": null, "name": "b"}')
  await panel.getByLabel('x', { exact: true }).fill('2.50')
  await expect(text).toHaveValue('{"id": 12345678901234567891, "x": 2.50, "2": 1e400, "1": null, "name": "b"}')
  await expect(panel).not.toContainText('$py')
})
