import { expect, test } from '@playwright/test'
import { readFileSync } from 'node:fs'
import { PlaygroundPage } from './pages.ts'

test('a lesson done by keyboard ticks its steps, says what is wanted and found, and is remembered after a reload', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-three-layers')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const step = (id: string) => lesson.locator(`[data-step="${id}"]`)
  await expect(step('join')).toHaveAttribute('aria-current', 'step')
  await expect(step('join').getByRole('list', { name: 'Goals' })).toContainText('the state of the chain is "ready"')
  await expect(step('join').getByRole('list', { name: 'Goals' })).toContainText('"refused"')

  await playground.replace('scirpt', 'script')
  await expect(step('join')).toContainText('done')
  await expect(lesson.getByTestId('lesson-said')).toContainText('1 of 5')
  await step('caller').getByRole('button', { name: 'Hint' }).press('Enter')
  await expect(step('caller')).toContainText('The parameters are JSON')
  await step('caller').getByRole('button', { name: 'Do it' }).press('Enter')
  await expect(step('caller')).toContainText('done')
  await step('loop').getByRole('button', { name: 'Do it' }).press('Enter')
  await expect(playground.status).toContainText('Refused')
  await expect(step('loop')).toContainText('done')
  await playground.notice.getByRole('button', { name: 'Undo' }).press('Enter')
  await expect(playground.status).toContainText('Ready to run')
  await expect(lesson.getByTestId('lesson-said')).toContainText('4 of 5')

  await playground.kept('Grace')
  await page.reload()
  await expect(lesson.getByTestId('lesson-said')).toContainText('4 of 5')
  await page.getByTitle('Examples and drafts').click()
  await expect(page.getByRole('dialog').getByRole('button', { name: /^Three layers/ })).toContainText(
    '4 of 5 steps done',
  )
})

test('a lesson that a teacher wrote with keyboard and mouse arrives whole by link, embed and zip, and is done there', async ({
  page,
  browser,
}) => {
  test.setTimeout(180_000)
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.action('Write a lesson on this draft')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await lesson.getByLabel('Title').fill('Greet Grace')
  await lesson.getByRole('button', { name: 'Add a step' }).press('Enter')
  await lesson.getByLabel('What to do').fill('Greet **Grace** instead of Ada.')
  await lesson.getByLabel('Hint').focus()
  await page.keyboard.type('It is a parameter.')
  await lesson.getByLabel('What is learned').fill('A caller passes parameters.')
  await playground.answer('Parameters')
  await page.getByLabel('As JSON').fill('{"name": "Grace"}')
  await playground.answer('Command')
  await page.getByTestId('plan').getByRole('button', { name: /Grace/ }).first().click()
  await lesson.getByRole('button', { name: 'Add a goal' }).click()
  await lesson.getByRole('button', { name: /stdin is .*Grace/ }).click()
  await lesson.getByRole('button', { name: 'Take the draft as its solution' }).click()
  await lesson.getByRole('button', { name: 'Back to the start' }).click()
  await lesson.getByRole('button', { name: 'Try it' }).press('Enter')
  await expect(lesson.getByTestId('trial')).toContainText('The start fails every goal')
  await lesson.getByRole('button', { name: 'See it as a learner' }).click()
  await expect(lesson).toContainText('Step 1 of 1')
  const link = await playground.shareLink()
  await lesson.getByRole('button', { name: 'Edit the lesson' }).click()
  const downloading = page.waitForEvent('download')
  await lesson.getByRole('button', { name: 'Download as an example' }).click()
  const zip = await (await downloading).path()

  // Another profile: it has nothing but what the link, the embed and the file hold.
  const other = await (await browser.newContext({ serviceWorkers: 'block' })).newPage()
  const learner = new PlaygroundPage(other)
  const arrived = other.getByRole('complementary', { name: 'Lesson' })
  const done = async (): Promise<void> => {
    await expect(arrived).toContainText('Greet Grace')
    await expect(arrived.getByTestId('lesson-said')).toHaveText('0 of 1 steps done.')
    await arrived.getByRole('button', { name: 'Hint' }).click()
    await expect(arrived).toContainText('It is a parameter.')
    await arrived.getByRole('button', { name: 'Do it' }).click()
    await expect(arrived.getByTestId('lesson-said')).toContainText('All steps are done.')
    await expect(arrived).toContainText('A caller passes parameters.')
  }
  await learner.open(link.replace('/#', '/embed/#'))
  await done()
  await learner.open(link)
  await done()
  await arrived.getByRole('button', { name: 'Start this lesson again' }).click()
  await learner.open('/#example=hello-chain')
  await other.getByRole('button', { name: 'Import, export' }).click()
  const buffer = readFileSync(zip)
  await other.getByTestId('import-files').setInputFiles([{ name: 'l.zip', mimeType: 'application/zip', buffer }])
  await done()
})
