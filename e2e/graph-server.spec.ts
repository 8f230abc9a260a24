import { expect, test } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { startServer, type LocalServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'

// A graph that runs on the server. It loops until the story sets `enough` in its state, so the walk cannot end before
// the story pauses it.
const files = {
  '/project/.ai/tools/demo/say.yaml': `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/execute
category: demo
config: {command: /bin/echo, args: ['{"said": "ran"}']}
`,
  '/project/.ai/tools/demo/round.yaml': `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: demo
permissions: [rye.execute.tool.demo.*]
config:
  start: first
  max_steps: 100000
  nodes:
    first: {action: {item_id: tool:demo/say}, assign: {said: "\${result.said}"}, next: again}
    again:
      action: {item_id: tool:demo/say}
      next:
        - {to: last, when: {path: state.enough, op: exists}}
        - {to: again}
    last: {action: {item_id: tool:demo/say}, next: done}
    done: {type: return, output: {said: "\${state.said}", enough: "\${state.enough}"}}
`,
}

let server: LocalServer | undefined
test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await startServer()
})
test.afterAll(() => server?.stop())

test('a walk on the server is stepped, paused, run to a node, continued, and run again from a step', async ({
  browser,
}) => {
  // The content security policy of the page would block the axe script.
  const page = await browser.newPage({ bypassCSP: true })
  await new PlaygroundPage(page).openDraft(files, 'demo/round', server?.address)
  const walk = page.getByTestId('walk')
  const state = page.getByTestId('walk-state')
  const dialog = page.getByRole('dialog')
  const button = (name: string) => walk.getByRole('button', { name, exact: true })
  const confirm = () => dialog.getByRole('button', { name: 'Run this once' }).click()

  await button('Step on server…').click()
  await expect(dialog.getByTestId('walk-begins')).toHaveText('Pauses before each step.')
  await confirm()
  await expect(state).toContainText('Paused before first@1.1')
  await expect(page.getByRole('button', { name: /^first, .*paused/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await button('Step').click()
  await expect(state).toContainText('Paused before again@1.1')
  await expect(page.getByRole('button', { name: /^first, .*finished/ })).toBeVisible()

  await button('Continue').click()
  await expect(page.getByRole('button', { name: /^again, .*running/ })).toBeVisible()
  await button('Pause').click()
  await expect(state).toContainText(/Paused before again@\d+\.1/)
  await page.getByRole('button', { name: /^last, / }).click()
  await walk.getByLabel(/^State to set/).fill('{"enough": true}')
  await button('Run to last').click()
  await expect(state).toContainText('Paused before last@1.1')
  await button('Continue').click()
  await expect(page.getByTestId('walk-ending')).toHaveText('✓ completed')
  await expect(page.getByTestId('walk-output')).toContainText('"said": "ran"')
  await expect(page.getByTestId('walk-rests')).toContainText('enough set by hand')
  expect(await axeFindings(page)).toEqual([])

  await page.getByTestId('steps').getByRole('button', { name: /last@1\.1/ }).click()
  const more = page.getByTestId('walk-more')
  await more.getByRole('button', { name: 'Run again from here…' }).click()
  await expect(more.getByTestId('run-again').getByRole('listitem')).toHaveText(['last calls tool:demo/say', 'done does not call an item'])
  await more.getByRole('button', { name: 'Run on server from last@1.1…' }).click()
  await expect(dialog.getByTestId('walk-begins')).toContainText('Continues at last@1.1')
  await confirm()
  await expect(page.getByTestId('steps').getByRole('listitem')).toHaveCount(2)
  await expect(page.getByTestId('walk-ending')).toHaveText('✓ completed')
  await expect(page.getByTestId('walk-output')).toContainText('"enough": true')
  await page.close()
}) // prettier-ignore
