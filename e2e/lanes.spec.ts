import { expect, test } from '@playwright/test'
import { firstDescription, PlaygroundPage } from './pages.ts'
import { nightly } from './nightly.ts'
import { answerFirst } from './predictions.ts'

test('Simulate runs the Python tool in the page and shows its data', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane.getByTestId('ending')).toContainText('exited 0', { timeout: 30_000 })
  await expect(lane.getByTestId('data')).toContainText('Hello, Ada!')
  await expect(lane.getByTestId('stderr')).toContainText('(empty)')
  await expect(lane.getByTestId('stdout')).toContainText('{"greeting": "Hello, Ada!"}')
})

test('on a phone, the page scrolls to the started lane under the prediction', nightly, async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-three-layers')
  await answerFirst(page, 'learn-three-layers')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await lesson.getByRole('button', { name: 'Continue with the next step' }).click()
  await lesson.getByRole('button', { name: 'Do it for me' }).click()
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(page.getByTestId('lane-simulated').getByTestId('ending')).toBeInViewport({ ratio: 1 })
})

test('a tool in an endless loop can be stopped, and the page keeps working while it runs', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace('params = json.load(sys.stdin)', 'while True:\n    pass')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane).toContainText('Running…', { timeout: 30_000 })
  await playground.replace(firstDescription, 'Typed while it loops.')
  await expect(playground.cards.nth(0)).toContainText('Typed while it loops.', { timeout: 3_000 })
  await lane.getByRole('button', { name: 'Stop' }).click()
  await expect(lane.getByTestId('ending')).toContainText('cancelled', { timeout: 3_000 })
})

test(
  'a recorded answer replaces a request, and a request without a recorded answer is reported',
  nightly,
  async ({ page }) => {
    const playground = new PlaygroundPage(page)
    await playground.open()
    await playground.example('A web request as a tool')
    await expect(playground.cards).toHaveCount(2)
    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    const lane = page.getByTestId('lane-simulated')
    await expect(lane.getByTestId('data')).toContainText('Hello, Ada!')
    await playground.answer('World')
    await page.getByRole('textbox', { name: '/project/.env' }).fill('GREETINGS_URL=http://localhost:8080')
    await page.getByRole('button', { name: 'Simulate', exact: true }).click()
    await expect(lane).toContainText('not started')
    await expect(lane).toContainText('no recording')
  },
)

test('files that a tool writes can be kept', nightly, async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(
    'params = json.load(sys.stdin)',
    'params = json.load(sys.stdin)\nopen("/project/made.txt", "w").write("by the tool")',
  )
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(playground.notice).toContainText('The tool changed 1 file', { timeout: 30_000 })
  await playground.notice.getByRole('button', { name: 'Save to draft' }).click()
  await expect(page.getByRole('navigation', { name: 'Files' })).toContainText('made.txt')
})

test('a result of an earlier plan is marked as soon as the draft changes', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane.getByTestId('ending')).toContainText('exited 0', { timeout: 30_000 })
  await expect(lane.getByTestId('older')).toHaveCount(0)
  await playground.replace(firstDescription, 'Greets another person.')
  await expect(lane.getByTestId('older')).toContainText('Result of the same plan with the earlier files')
  await playground.answer('Parameters')
  await page.getByRole('textbox', { name: /name/ }).first().fill('Grace')
  await playground.answer('Results')
  await expect(lane.getByTestId('older')).toHaveText(/^Result of the earlier plan [0-9a-f]{12}…$/)
  await expect(page.getByRole('region', { name: 'predicted' })).toContainText('Grace')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(lane.getByTestId('data')).toContainText('Grace', { timeout: 30_000 })
  await expect(lane.getByTestId('older')).toHaveCount(0)
})

test('files that a tool writes can be discarded in its lane', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(
    'params = json.load(sys.stdin)',
    'params = json.load(sys.stdin)\nopen("/project/made.txt", "w").write("by the tool")',
  )
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  const lane = page.getByTestId('lane-simulated')
  await expect(lane.getByTestId('changed-files')).toHaveText(/new\s*\/project\/made\.txt/, { timeout: 30_000 })
  await lane.getByRole('button', { name: 'Discard' }).click()
  await expect(lane.getByTestId('changed-files')).toHaveCount(0)
  await expect(page.getByRole('navigation', { name: 'Files' })).not.toContainText('made.txt')
})

test('missing features of the simulation are shown before the click, and a tool that needs one does not start', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.replace(
    'params = json.load(sys.stdin)',
    'params = json.load(sys.stdin)\nimport subprocess\nsubprocess.run(["git", "status"])',
  )
  await playground.answer('Results')
  const lane = page.getByTestId('lane-simulated')
  await expect(lane.getByTestId('lacks')).toContainText('subprocess.run')
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(lane.getByTestId('ending')).toContainText('not started', { timeout: 30_000 })
  await expect(lane).toContainText('This tool cannot be simulated: it starts git.')
})

test('Run on server shows how to start a server if there is none', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.open()
  await page.getByRole('button', { name: 'Run on server', exact: true }).click()
  await expect(page.getByTestId('no-server')).toContainText('No server. Run npm start and open the printed URL.')
})
