import { expect, test } from '@playwright/test'
import { encodeShare } from '#core/share'
import { exampleSnapshots } from '../core/testing/examples.ts'
import { PlaygroundPage } from './pages.ts'
import { answerFirst } from './predictions.ts'

test('parts are put in order by keyboard, and a wrong order is explained', async ({ page }) => {
  const why = exampleSnapshots()['learn-why']
  if (!why) throw new Error('no example')
  const lesson = `format: 1
id: parts
title: Parts
steps:
  - { id: chain, kind: order, text: Put the chain in order., ask: { chain: true }, variations: [{ if: the tool named the Python runtime, files: [{ path: /project/.ai/tools/demo/backup.py, find: my/python, put: rye/core/runtimes/python/script }] }] }
`
  // Not `open`, which waits for the chain: the question hides it.
  await page.goto(`/#${encodeShare({ ...why, lesson })}`)
  const drawer = page.getByRole('complementary', { name: 'Lesson' })
  const order = drawer.getByRole('list', { name: 'Your order' })
  const add = (part: string) => drawer.getByRole('button', { name: `Add ${part}`, exact: true })
  const check = drawer.getByRole('button', { name: 'Check', exact: true })
  // The question asks about the open draft, so its chain and answers are hidden.
  // So are the marks of the files and lines, and the buttons that are disabled if the chain is refused.
  await expect(page.getByTestId('chain-card').first()).toBeHidden()
  const marks = [
    page.locator('[data-path="/project/.ai/tools/demo/backup.py"] .badge').first(),
    page.locator('.codelens-decoration').first(),
    page.locator('[data-runs]').first(),
  ]
  for (const mark of marks) {
    await expect(mark).toBeAttached()
    await expect(mark).toBeHidden()
  }
  // A run would also show the result, so it does not start.
  await page.keyboard.press('Control+Enter')
  await expect(page.getByText('Answer the question in the lesson first.', { exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Trust and simulate' })).toHaveCount(0)
  await new PlaygroundPage(page).action('Compare dialects')
  const dialects = page.getByRole('dialog', { name: 'Compare dialects' })
  await expect(dialects).toContainText('Answer the question in the lesson first.')
  await expect(dialects.getByRole('table')).toHaveCount(0)
  await page.keyboard.press('Escape')
  await add('demo/backup').press('Enter')
  await add('rye/core/runtimes/python/script').press('Enter')
  await check.press('Enter')
  await expect(drawer.getByTestId('verdict')).toContainText('if the tool named the Python runtime.')
  await order.getByRole('button', { name: /^rye.core.runtimes.*Remove$/ }).press('Enter')
  await add('rye/core/primitives/execute').press('Enter')
  await add('my/python').press('Enter')
  await check.press('Enter')
  await expect(drawer.getByTestId('verdict')).toContainText(
    '"rye/core/primitives/execute" does not belong at position 2.',
  )
  await order.getByRole('button', { name: /^my.python.*Remove$/ }).press('Alt+ArrowUp')
  await expect(order.getByRole('listitem').nth(1)).toContainText('my/python')
  await check.press('Enter')
  await expect(drawer.getByTestId('lesson-said')).toHaveText('All steps are done.')
  await expect(page.getByTestId('chain-card').first()).toBeVisible()
  for (const mark of marks) await expect(mark).toBeVisible()
  await page.keyboard.press('Control+Enter')
  await page.getByRole('button', { name: 'Trust and simulate' }).press('Enter')
  await expect(page.getByTestId('lane-simulated')).toHaveCount(1)
})

test('an embed hides the result of the draft during a prediction', async ({ page }) => {
  const hello = exampleSnapshots()['hello-chain']
  if (!hello) throw new Error('no example')
  const lesson = `format: 1
id: state
title: State
steps:
  - { id: state, kind: predict, text: 'Is it ready?', ask: { status: true } }
`
  await page.goto(`/embed/#${encodeShare({ ...hello, lesson })}`)
  const drawer = page.getByRole('complementary', { name: 'Lesson' })
  const shown = [page.getByTestId('chain-card').first(), page.getByTestId('plan')]
  await expect(drawer.getByRole('group', { name: 'Your prediction' })).toBeVisible()
  for (const part of shown) {
    await expect(part).toBeAttached()
    await expect(part).toBeHidden()
  }
  await drawer.getByLabel('Ready to run', { exact: true }).check()
  await drawer.getByRole('button', { name: 'Check', exact: true }).click()
  for (const part of shown) await expect(part).toBeVisible()
})

test('a question about a graph hides the number of calls that the page counts', async ({ page }) => {
  await page.goto('/#example=learn-retry')
  await page.keyboard.press('Alt+G')
  const count = page.getByTestId('walk-worst')
  await expect(page.getByTestId('walk')).toBeVisible()
  await expect(page.getByRole('group', { name: 'Your prediction' })).toBeVisible()
  await expect(count).toHaveCount(0)
  await answerFirst(page, 'learn-retry')
  await expect(count).toHaveText('A walk of this graph takes at most 2 steps and 2 calls.')
})

test('a lesson that opens again offers to continue with the saved files, or to start again', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-shadowing')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const said = lesson.getByTestId('lesson-said')
  await answerFirst(page, 'learn-shadowing')
  await lesson.getByRole('button', { name: 'Do it for me' }).click()
  await expect(said).toHaveText('2 of 5 steps done, 1 done for you.')
  await playground.kept('Hello')
  const again = async (): Promise<void> => {
    await page.goto('/#example=hello-chain')
    await expect(playground.item).toContainText('demo/greet')
    await page.goto('/#example=learn-shadowing')
    await expect(lesson.getByRole('heading', { name: 'Three spaces, one winner' })).toBeVisible()
  }
  await again()
  // The address without a draft also offers to continue.
  const bare = await page.context().newPage()
  await bare.goto('/')
  await bare.getByRole('button', { name: 'Continue: Three spaces, one winner, step 3 of 5' }).click()
  await expect(bare.getByTestId('lesson-said')).toHaveText('2 of 5 steps done, 1 done for you.')
  await bare.close()
  // The files are those of the start, so no step is ticked.
  await expect(said).toHaveText('0 of 5 steps done.')
  await lesson.getByRole('button', { name: 'Continue: Three spaces, one winner, step 3 of 5' }).click()
  await expect(said).toHaveText('2 of 5 steps done, 1 done for you.')
  await expect(page.getByRole('treeitem', { name: /python\.yaml/ })).toHaveCount(2)
  await again()
  await lesson.getByRole('button', { name: 'Start again', exact: true }).click()
  await expect(said).toHaveText('0 of 5 steps done.')
  await expect(lesson.getByRole('button', { name: /^Continue: / })).toHaveCount(0)
})

test("a new version of a lesson link keeps a learner's work and lists the changes", async ({ page }) => {
  const hello = exampleSnapshots()['hello-chain']
  if (!hello) throw new Error('no example')
  const greet = '/project/.ai/tools/demo/greet.py'
  const version = (more: string, files: Readonly<Record<string, string>>): string =>
    `/#${encodeShare({
      ...hello,
      files: { ...hello.files, ...files },
      lesson: `format: 1
id: lives
title: A lesson that lives
steps:
  - { id: call, text: Greet Grace., goals: [{ at: /parameters/effective/name, is: Grace }], do: { parameters: '{"name": "Grace"}' } }
  - { id: again, text: Greet Alan., goals: [{ at: /parameters/effective/name, is: Alan }] }
${more}`,
    })}`
  const playground = new PlaygroundPage(page)
  await playground.openPlain(version('', { '/project/old.txt': 'old' }))
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const said = lesson.getByTestId('lesson-said')
  await lesson.getByRole('button', { name: 'Do it for me' }).click()
  await expect(said).toHaveText('1 of 2 steps done, 1 done for you.')
  await playground.replace('a person by name', 'my friends')
  await playground.kept('my friends')
  await page.goto('/#example=broken-chain')
  await expect(playground.item).toContainText('report/weekly')
  const more = '  - { id: more, text: Greet Ada., goals: [{ code: x }] }\n'
  const changed = String(hello.files[greet]).replace('a person by name', 'everyone')
  await playground.open(version(more, { [greet]: changed, '/project/old.txt': 'new', '/project/data.txt': 'added' }))
  await lesson.getByRole('button', { name: 'Continue: A lesson that lives, step 2 of 3' }).click()
  await expect(lesson.getByTestId('news').getByRole('listitem')).toHaveText([
    'Step 3 is new.',
    `${greet} has changed at the start. Your version is unchanged.`,
    '/project/old.txt has changed.',
    '/project/data.txt is new.',
  ])
  await expect(said).toHaveText('1 of 3 steps done, 1 done for you.')
  await expect(lesson.locator('[data-step="again"]')).toBeFocused()
  await expect(page.getByTestId('plan')).toContainText('Grace')
  await lesson.getByTestId('news').getByRole('button', { name: 'Close' }).click()
  await expect(lesson.getByTestId('news')).toHaveCount(0)
  // A learner is meant to change the result, so the banner does not compare it.
  await expect(playground.banner).toContainText('Opened from a link')
  await expect(playground.banner.locator('.about > *')).toHaveCount(1)
  await expect(playground.plain()).toHaveValue(/my friends/)
  // A restart uses the files of the new version.
  await lesson.getByRole('button', { name: 'Start this lesson again' }).click()
  await expect(playground.plain()).toHaveValue(/everyone/)
})

test('a step withholds quick fixes, and the author of a lesson sees which steps do not work in an embed', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-three-layers')
  await answerFirst(page, 'learn-three-layers')
  await playground.answer('Problems')
  await expect(page.getByText('The lesson offers quick fixes after this step.')).toBeVisible()
  await expect(page.getByTestId('fixes')).toHaveCount(0)
  await page.getByRole('button', { name: 'Close the lesson' }).click()
  await expect(page.getByTestId('fixes').first()).toBeVisible()
  await page.getByRole('button', { name: 'Share', exact: true }).click()
  await expect(page.getByTestId('embed-warning')).toContainText('Step 6 requires a run.')
  await expect(page.getByLabel('readers can edit')).toBeChecked()
})

test('an author adds a prediction of a clicked value, and a learner answers it', async ({ page }) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.action('Write a lesson for this draft')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await lesson.getByLabel('Title').fill('Predict')
  await page.getByTestId('plan').getByRole('button', { name: 'python3' }).first().click()
  await lesson.getByRole('button', { name: 'Add a prediction' }).click()
  await expect(lesson).toContainText('The answer is: "python3".')
  await lesson.getByRole('button', { name: 'View as learner' }).click()
  await lesson.getByLabel('"python3"', { exact: true }).check()
  await lesson.getByRole('button', { name: 'Check', exact: true }).click()
  await expect(lesson.getByTestId('lesson-said')).toHaveText('All steps are done.')
})

test('an author lets a goal require a part of a value, moves a step, and sees which step does not pass', async ({
  page,
}) => {
  const playground = new PlaygroundPage(page)
  await playground.openPlain()
  await playground.action('Write a lesson for this draft')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  const first = lesson.getByRole('region', { name: 'Step 1' })
  const second = lesson.getByRole('region', { name: 'Step 2' })
  await lesson.getByRole('button', { name: 'Add a step' }).click()
  await first.getByLabel('Task').fill('Greet.')
  await page.getByTestId('plan').getByRole('button', { name: 'python3' }).first().click()
  await first.getByRole('button', { name: 'Add a goal' }).click()
  await first.getByRole('button', { name: /^argv\[0\] is "python3"/ }).click()
  await expect(first).toContainText('The program is "python3"')
  await first.getByLabel('Comparison of the goal').selectOption('contains')
  await first.getByLabel('Text that the value must contain').fill('python9')
  await first.getByLabel('Text that the value must contain').press('Tab')
  await expect(first).toContainText('The program contains "python9"')
  await expect(first.getByText('/plan/command contains "python9"')).toBeHidden()
  await lesson.getByRole('button', { name: 'Add a prediction' }).click()
  await expect(second.getByTestId('step-trial')).toHaveText('✓ passed')
  await expect(first.getByTestId('step-trial')).toHaveText('not passed')
  await second.getByRole('button', { name: 'Move up' }).click()
  await expect(second).toContainText('The program contains "python9"')
  await expect(second.getByTestId('step-trial')).toHaveText('not passed')
  await expect(first.getByRole('button', { name: 'Move up' })).toBeDisabled()
})

test('the questions of a finished lesson come back after a day as new questions, and the review can be turned off', async ({
  page,
}) => {
  await page.clock.install({ time: new Date('2026-03-01T10:00:00Z') })
  const playground = new PlaygroundPage(page)
  await playground.openPlain('/#example=learn-shadowing')
  const lesson = page.getByRole('complementary', { name: 'Lesson' })
  await answerFirst(page, 'learn-shadowing')
  for (const done of [2, 3, 4]) {
    await lesson.getByRole('button', { name: 'Do it for me' }).click()
    await expect(lesson.getByTestId('lesson-said')).toHaveText(`${done} of 5 steps done, ${done - 1} done for you.`)
  }
  await page.getByRole('button', { name: 'Simulate', exact: true }).click()
  await expect(lesson.getByTestId('lesson-said')).toHaveText('All steps are done, 3 done for you.', { timeout: 40_000 })
  // A completed lesson opens with its first files, so no step is ticked until the learner opens the completed draft.
  await page.goto('/#example=hello-chain')
  await expect(playground.item).toContainText('demo/greet')
  await page.goto('/#example=learn-shadowing')
  await expect(lesson).toContainText('You have completed this lesson before.')
  await expect(lesson.getByTestId('lesson-said')).toHaveText('0 of 5 steps done.')
  await lesson.getByRole('button', { name: 'Open my completed draft' }).click()
  await expect(lesson.getByTestId('lesson-said')).toHaveText('All steps are done, 3 done for you.')
  const review = page.getByRole('dialog', { name: 'Review' })
  await playground.action('Review what you learned')
  await expect(review.getByTestId('review-done')).toContainText('No questions are due.')
  await page.keyboard.press('Escape')
  await page.clock.setSystemTime(new Date('2026-03-02T11:00:00Z'))
  await page.getByTitle('Examples and drafts').click()
  await page.getByRole('button', { name: 'Review: 2 questions due' }).click()
  for (const number of [1, 2]) {
    await expect(review.getByRole('region', { name: `Question ${number} of 2` })).toBeVisible()
    const answers = review.getByRole('radio')
    await expect(answers.first()).toBeVisible()
    // Every wrong answer is explained, and the right one ends the question.
    for (let at = 0; at < (await answers.count()); at++) {
      await answers.nth(at).check()
      await review.getByRole('button', { name: 'Check', exact: true }).click()
      await expect(review.getByTestId('answered').or(review.getByText('Not correct.'))).toBeVisible()
      if (await review.getByTestId('answered').isVisible()) break
    }
    await review.getByRole('button', { name: 'Continue', exact: true }).click()
  }
  await expect(review.getByTestId('review-done')).toContainText('Review complete.')
  await review.getByRole('button', { name: 'Turn off review' }).click()
  await expect(review).toContainText('Review is off.')
})
