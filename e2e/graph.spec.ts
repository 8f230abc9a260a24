import { expect, test, type Page } from '@playwright/test'
import { axeFindings } from './axe.ts'
import { PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'

const pipe = '/project/.ai/tools/demo/pipe.yaml'
const files = {
  '/project/.ai/tools/demo/count.yaml': `version: "1.0.0"
tool_type: bash
executor_id: rye/core/runtimes/bash/bash
category: demo
config:
  script: echo '{"files":3}'
`,
  [pipe]: `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: demo
permissions: [rye.execute.tool.demo.*]
config:
  start: check
  state: {folder: src}
  nodes:
    check:
      type: gate
      next: count
    count:
      action: {item_id: "tool:demo/count", params: {folder: "\${state.folder}"}}
      assign: {files: "\${result.files}"}
      on_error: sorry
      next:
        - {to: none, when: {path: state.files, op: eq, value: 0}}
        - {to: done}
    none: {type: return, output: nothing}
    sorry: {type: return, output: "\${state._last_error}"}
    done: {type: return, output: {files: "\${state.files}"}}
`,
}

async function openGraph(page: Page, own: Readonly<Record<string, string>> = files, item = 'demo/pipe') {
  const playground = new PlaygroundPage(page)
  await playground.openDraft(own, item)
  await expect(page.getByTestId('graph')).toBeVisible()
  return playground
}

test('a graph is drawn, navigated by keyboard, and described in words', async ({ browser }) => {
  // The content security policy of the page would block the axe script.
  const page = await browser.newPage({ bypassCSP: true })
  const playground = await openGraph(page)
  const drawing = page.getByRole('group', { name: /^Drawing of the graph/ })
  await expect(drawing.getByRole('button')).toHaveCount(5)
  await drawing.getByRole('button', { name: /^check, gate, start/ }).focus()
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Enter')
  const facts = page.getByTestId('node-facts')
  await expect(facts).toContainText('rye/core/runtimes/bash/bash')
  await expect(facts).toContainText('allowed by rye.execute.tool.demo.*')
  expect(await playground.plain().evaluate(selected)).toMatch(/^count:[^]*to: done}/)
  // The graph shows each problem at its node.
  await playground.replace('next: count', 'next: cuont')
  await expect(drawing.getByRole('button', { name: /^cuont, missing node/ })).toBeVisible()
  await expect(drawing.getByRole('button', { name: /^check.*error/ })).toBeVisible()
  expect(await axeFindings(page)).toEqual([])
  await page.getByRole('button', { name: 'Outline' }).click()
  const outline = page.getByRole('list', { name: /^Nodes of the graph/ })
  await expect(outline).toContainText('if state.files eq 0')
  await expect(outline).toContainText('cuont ✕ missing node')
  expect(await axeFindings(page)).toEqual([])
  await page.close()
})

function selected(element: HTMLElement | SVGElement): string {
  if (!(element instanceof HTMLTextAreaElement)) return ''
  return element.value.slice(element.selectionStart, element.selectionEnd)
}

test('a simulated graph shows the request, the result and the next edge of each step', async ({ page }) => {
  await openGraph(page)
  const walk = page.getByTestId('walk')
  await walk.getByRole('button', { name: 'Step through', exact: true }).click()
  await expect(walk).toContainText('Paused before check@1.1')
  await walk.getByRole('button', { name: 'Step', exact: true }).click()
  await expect(walk).toContainText('Paused before count@1.1')
  await walk.getByLabel(/^State to set/).fill('{"folder": "by hand"}')
  await walk.getByRole('button', { name: 'Continue' }).click()
  await expect(page.getByTestId('walk-ending')).toContainText('completed', { timeout: 30_000 })
  await expect(page.getByTestId('walk-output')).toContainText('"files": 3')
  await expect(page.getByTestId('walk-rests')).toContainText('folder set by hand')
  await expect(page.getByRole('button', { name: /^count, action.*, finished/ })).toBeVisible()
  await page.getByTestId('steps').getByRole('button', { name: /count@1\.1/ }).click()
  const step = page.getByTestId('step-facts')
  await expect(step.getByTestId('origins').first()).toContainText('from state.folder')
  await expect(step).toContainText('"folder": "by hand"')
  await expect(step.getByRole('row', { name: /none.*state\.files eq 0; found 3.*not taken/ })).toBeVisible()
  await expect(step.getByRole('row', { name: /done.*taken/ })).toBeVisible()
  await expect(step.getByTestId('state-diff')).toContainText('files')
}) // prettier-ignore

test('pinned results are part of a link and are replayed without a call', async ({ page, context }) => {
  const playground = await openGraph(page)
  const walk = page.getByTestId('walk')
  const more = page.getByTestId('walk-more')
  await walk.getByRole('button', { name: 'Simulate' }).click()
  await expect(page.getByTestId('walk-ending')).toContainText('completed', { timeout: 30_000 })
  await page
    .getByTestId('steps')
    .getByRole('button', { name: /count@1\.1/ })
    .click()
  await more.getByRole('button', { name: 'Pin results up to here' }).click()
  await expect(playground.plain()).toHaveValue(/at: "count@1\.1"/)
  await playground.replace('"files": 3', '"files": 0')
  await more.getByRole('button', { name: 'Replay' }).click()
  await expect(page.getByTestId('walk-state')).toContainText('The replay used 1 recorded result and called no tools.')
  const link = await playground.shareLink()
  const other = await context.newPage()
  await other.goto(link)
  await other.getByTestId('walk').getByLabel('pins').selectOption('pipe-pins.yaml')
  await other.getByTestId('walk').getByRole('button', { name: 'Simulate' }).click()
  await other.getByRole('button', { name: 'Trust and simulate' }).click()
  await expect(other.getByTestId('walk-ending')).toContainText('completed', { timeout: 30_000 })
  await expect(other.getByTestId('walk-output')).toContainText('nothing')
  await expect(other.getByTestId('walk-rests')).toContainText('1 result was pinned (count@1.1)')
  await other.close()
})

const nested = {
  '/project/.ai/tools/demo/inner.yaml': `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: demo
permissions: [rye.execute.tool.demo.*]
config_schema: {type: object, properties: {n: {type: integer}}}
config:
  start: a
  nodes:
    a: {type: gate, next: b}
    b: {type: gate, next: end}
    end: {type: return}
`,
  '/project/.ai/tools/demo/outer.yaml': `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: demo
permissions: [rye.execute.tool.demo.*]
config:
  start: each
  nodes:
    each: {type: foreach, over: [1, 2], action: {item_id: tool:demo/inner, params: {n: "\${item}"}}, next: end}
    end: {type: return}
`,
}

test(
  'a walk pauses in a called graph on a condition, and each call has its own marks',
  nightly,
  async ({ browser }) => {
    const page = await browser.newPage({ bypassCSP: true })
    const playground = await openGraph(page, nested, 'demo/outer')
    const node = (name: RegExp) => page.getByRole('button', { name })
    await node(/^each, foreach/).click()
    const facts = page.getByTestId('node-facts')
    await facts.getByRole('button', { name: 'Open this graph' }).click()
    await node(/^b, gate/).click()
    await facts.getByRole('button', { name: 'Pause here' }).click()
    const condition = facts.getByLabel(/^Condition/)
    await condition.fill('{path: inputs.n, op: is, value: 2}')
    await condition.press('Enter')
    await expect(facts.getByRole('alert')).toContainText('unknown operator is')
    await condition.fill('{path: inputs.n, value: 2}')
    await condition.press('Enter')
    await expect(condition).toHaveValue('{"path":"inputs.n","value":2}')
    await playground.chooseItem('demo/outer')
    const walk = page.getByTestId('walk')
    await walk.getByRole('button', { name: 'Simulate' }).click()
    await expect(walk).toContainText('Paused before each@1.1[1]/b@1.1')
    await expect(node(/^each, foreach.*running/)).toBeVisible()
    await walk.getByRole('button', { name: 'Open demo/inner' }).click()
    await expect(node(/^b, gate, walks pause here, paused/)).toBeVisible()
    const place = page.getByTestId('walk-place')
    await expect(place).toContainText('Walk 1 started in demo/outer')
    expect(await axeFindings(page)).toEqual([])
    await place.getByRole('combobox').selectOption('call each@1.1[0]')
    await expect(node(/^b, gate, walks pause here, finished/)).toBeVisible()
    await walk.getByRole('button', { name: 'Continue' }).click()
    await expect(page.getByTestId('walk-ending')).toHaveText('✓ completed')
    await place.getByRole('button', { name: 'demo/outer' }).click()
    await expect(node(/^each, foreach.*finished/)).toBeVisible()
    await expect(place).toHaveCount(0)
    await page.close()
  },
)
