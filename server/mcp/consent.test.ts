import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, describe, expect, test, vi } from 'vitest'
import { readyRun } from './ready-run.ts'
import { readySigning } from './ready-signing.ts'
import type { Workplace } from './workplace.ts'
import { ryeChain } from '../testing/directories.ts'
import type { RawAnswer } from './testing/raw.ts'
import { call, folder, shell, twoCalls } from './testing/tree.ts'
import { openPlace, rawCaller, type TestPlace } from './testing/workplace.ts'

// Attacks on consent, and the limits of an approval.

let place: TestPlace
beforeAll(async () => void (place = await openPlace()), 60_000)
afterAll(() => place.close())

let cwd: string
let workplace: Workplace
let raw: ReturnType<typeof rawCaller>
beforeEach(() => {
  cwd = folder()
  workplace = place.at(cwd)
  raw = rawCaller(workplace)
})

const approval = (approve: boolean, more = {}) => ({
  approval: { action: 'accept', content: { approve, ...more } },
})
const asked = async (given: object, name = 'execute') => {
  const { result } = await raw(name, given)
  expect(result?.resultType).toBe('input_required')
  return {
    requestState: result?.requestState ?? '',
    message: result?.inputRequests?.['approval']?.params.message ?? '',
  }
}
const file = (path: string): string => join(cwd, 'project', path)
const ranNothing = ({ result }: RawAnswer, because: string): void => {
  expect(result).toMatchObject({ isError: true, structuredContent: { success: false, data: null } })
  expect(result?.content[0]?.text).toContain(because)
}

test('an approval runs the shown command once, and a replay runs nothing', async () => {
  const { requestState, message } = await asked(call('say'))
  expect(message).toContain('/bin/sh')
  const more = { requestState, inputResponses: approval(true) }
  expect((await raw('execute', call('say'), more)).result?.structuredContent).toMatchObject({ success: true })
  ranNothing(await raw('execute', call('say'), more), 'already used')
})

test('the confirmation shows that a run ignores an .env that is a folder', async () => {
  mkdirSync(file('.env'))
  const { message } = await asked(call('say'))
  expect(message).toContain(' .env is a folder and is ignored.')
})

test('of many simultaneous calls with one approval, only one runs', async () => {
  const { requestState } = await asked(call('say'))
  const more = { requestState, inputResponses: approval(true) }
  const answers = await Promise.all(Array.from({ length: 8 }, () => raw('execute', call('say'), more)))
  expect(answers.filter(({ result }) => result?.structuredContent?.['success'] === true)).toHaveLength(1)
  expect(answers.filter(({ result }) => result?.isError === true)).toHaveLength(7)
})

describe('an approval is not valid', () => {
  const other: readonly (readonly [name: string, given: () => object])[] = [
    ['for other parameters', () => call('say', 'bye')],
    ['for another item', () => call('fails')],
    ['for another project with the same files', () => ({ ...call('say'), project_path: join(cwd, 'twin') })],
  ]
  test.for(other)('%s', async ([, given]) => {
    const twin = folder()
    symlinkSync(join(twin, 'project'), join(cwd, 'twin'))
    raw = rawCaller((workplace = place.at(cwd, { roots: ['project', 'twin'] })))
    const { requestState } = await asked(call('say'))
    const answer = await raw('execute', given(), { requestState, inputResponses: approval(true) })
    ranNothing(answer, 'differs from the approved effect')
  })

  const changes: readonly (readonly [name: string, change: () => void])[] = [
    ['its own file', () => writeFileSync(file('.ai/tools/say.yaml'), shell('echo evil'))],
    ['a file that only the run would find', () => writeFileSync(file('helper.py'), 'x = 1\n')],
    ['the mode of a file', () => writeFileSync(file('run.sh'), '', { mode: 0o755 })],
    ['a file that is gone', () => rmSync(file('.ai/tools/huge.yaml'))],
    ['the environment', () => writeFileSync(file('.env'), 'PATH=/project/bin\n')],
    ['the spaces that it finds', () => (mkdirSync(file('u')), writeFileSync(file('rye-chain.yaml'), 'user: u\n'))],
  ]
  test.for(changes)('after a change of its plan: %s', async ([, change]) => {
    const { requestState } = await asked(call('say'))
    change()
    const answer = await raw('execute', call('say'), { requestState, inputResponses: approval(true) })
    ranNothing(answer, 'differs from the approved effect')
  })

  test('for another tool of this server', async () => {
    await ryeChain(cwd, 'keys', 'new')
    const given = { files: ['.ai/tools/say.yaml'] }
    const { requestState } = await asked(given, 'sign')
    ranNothing(
      await raw('execute', call('say'), { requestState, inputResponses: approval(true) }),
      'differs from the approved effect',
    )
  })

  const forged: readonly (readonly [name: string, state: (good: string) => string])[] = [
    ['that was made up', () => 'v1.e30.AAAA'],
    ['that was altered', (good) => `${good.slice(0, -4)}AAAA`],
    ['that is empty', () => ''],
  ]
  test.for(forged)('with a state %s, before the tool is called', async ([, state]) => {
    const { requestState } = await asked(call('say'))
    const answer = await raw('execute', call('say'), {
      requestState: state(requestState),
      inputResponses: approval(true),
    })
    expect(answer.result?.structuredContent?.['success']).not.toBe(true)
    if (answer.error === undefined) expect(answer.result?.resultType).toBe('input_required')
    else expect(answer.error.code).toBe(-32602)
  })

  test('from another server for the same folder', async () => {
    const { requestState } = await asked(call('say'))
    const elsewhere = rawCaller(place.at(cwd))
    const { error } = await elsewhere('execute', call('say'), { requestState, inputResponses: approval(true) })
    expect(error).toMatchObject({ code: -32602 })
  })

  test('after it expires', async () => {
    const { requestState } = await asked(call('say'))
    vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 301_000 })
    const { error } = await raw('execute', call('say'), { requestState, inputResponses: approval(true) })
    vi.useRealTimers()
    expect(error).toMatchObject({ code: -32602 })
  })

  test('after more than a hundred other requests', async () => {
    const { requestState } = await asked(call('say'))
    for (let count = 0; count < 100; count++) await workplace.approvals.ask('x')
    ranNothing(
      await raw('execute', call('say'), { requestState, inputResponses: approval(true) }),
      'newer requests replaced it',
    )
  })

  const said: readonly (readonly [name: string, responses: object])[] = [
    ['no', approval(false)],
    ['nothing', { approval: { action: 'accept', content: {} } }],
    ['a string in place of yes', { approval: { action: 'accept', content: { approve: 'true' } } }],
    ['by declining', { approval: { action: 'decline', content: { approve: true } } }],
  ]
  test.for(said)('if the person answers %s', async ([, inputResponses]) => {
    const { requestState } = await asked(call('say'))
    ranNothing(await raw('execute', call('say'), { requestState, inputResponses }), 'The user refused')
  })

  const silent: readonly (readonly [name: string, responses: object])[] = [
    ['dismisses the form', { approval: { action: 'cancel' } }],
    ['answers another question', { other: { action: 'accept', content: { approve: true } } }],
  ]
  test.for(silent)('if the person %s, which is not a refusal', async ([, inputResponses]) => {
    const { requestState } = await asked(call('say'))
    const answer = await raw('execute', call('say'), { requestState, inputResponses })
    ranNothing(answer, 'closed the form without an answer')
    expect(answer.result?.content[0]?.text).not.toContain('refused')
  })

  test('without a question, or in the arguments', async () => {
    const { result } = await raw('execute', call('say'), { inputResponses: approval(true) })
    expect(result?.resultType).toBe('input_required')
    for (const more of [{ approve: true }, { confirm: true }, { requestState: 'x' }])
      expect((await raw('execute', { ...call('say'), ...more })).result).toMatchObject({ isError: true })
  })
})

test('an ID with line breaks adds nothing to the confirmation', async () => {
  const id = 'say\n\nPress Do it to continue safely \u202e'
  writeFileSync(file(`.ai/tools/${id}.yaml`), shell('echo'))
  const { message } = await asked(call(id))
  expect(message.split('\n')[0]).toContain('say\\n\\nPress Do it to continue safely \\u202e')
})

test('the confirmation shows the spaces outside the project that the run reads', async () => {
  raw = rawCaller(place.at(cwd, { options: { user: cwd } }))
  expect((await asked(call('say'))).message).toContain(`The run can also read the files in ${cwd}/.ai.`)
})

test('the confirmation shows the files of an interpreter outside /usr, and the interpreter runs', async () => {
  // Not in /tmp, because every run has its own /tmp.
  const home = mkdtempSync('/var/tmp/rye-agent-')
  try {
    chmodSync(home, 0o755)
    mkdirSync(join(home, 'bin'))
    const own = join(home, 'bin/own')
    copyFileSync('/bin/sh', own)
    chmodSync(own, 0o755)
    writeFileSync(file('.ai/tools/say.yaml'), shell('echo "$1"').replace('/bin/sh', own))
    const { requestState, message } = await asked(call('say'))
    expect(message).toContain(`  The run can read ${own}, which its program needs.`)
    const { result } = await raw('execute', call('say'), { requestState, inputResponses: approval(true) })
    expect(result?.structuredContent).toMatchObject({ success: true, data: { stdout: 'hi\n' } })
  } finally {
    rmSync(home, { recursive: true, force: true })
  }
})

test('the confirmation shows when a command is stopped, and lists a file to sign once', async () => {
  expect((await asked(call('say'))).message).not.toContain('Stops after')
  writeFileSync(file('.ai/tools/say.yaml'), shell('echo').replace('{command', '{timeout: 400, command'))
  expect((await asked(call('say'))).message).toContain('Stops after 300 s on this machine')
  await ryeChain(cwd, 'keys', 'new')
  const files = ['.ai/tools/say.yaml', './.ai/tools/../tools/say.yaml', file('.ai/tools/say.yaml')]
  expect((await asked({ files }, 'sign')).message.split('say.yaml')).toHaveLength(2)
})

test('a signature covers the content that was shown, even if the file changes at the last moment', async () => {
  await ryeChain(cwd, 'keys', 'new')
  const ready = readySigning(join(cwd, 'project'), ['.ai/tools/say.yaml'], workplace.projects.settings)
  writeFileSync(file('.ai/tools/say.yaml'), shell('echo evil'))
  ready.sign()
  const signed = readFileSync(file('.ai/tools/say.yaml'), 'utf8')
  expect(signed).toContain('rye:')
  expect(signed).not.toContain('evil')
})

test('a signed file is not written through a link that appears at the last moment', async () => {
  await ryeChain(cwd, 'keys', 'new')
  const ready = readySigning(join(cwd, 'project'), ['.ai/tools/say.yaml'], workplace.projects.settings)
  const elsewhere = file('elsewhere')
  mkdirSync(elsewhere)
  writeFileSync(join(elsewhere, 'say.yaml'), 'not shown\n')
  renameSync(file('.ai/tools'), file('.ai/was'))
  symlinkSync(elsewhere, file('.ai/tools'))
  expect(ready.sign()).toMatchObject({
    files: [],
    not_signed: [{ because: expect.stringContaining('its path contains a symlink') as string }],
  })
  expect(readdirSync(elsewhere)).toEqual(['say.yaml'])
  expect(readFileSync(join(elsewhere, 'say.yaml'), 'utf8')).toBe('not shown\n')
})

test('a disk error during signing is reported with the signed and unsigned files', async () => {
  await ryeChain(cwd, 'keys', 'new')
  const given = { files: ['.ai/tools/demo/greet.py', '.ai/tools/say.yaml'] }
  const { requestState } = await asked(given, 'sign')
  // The server makes the command line after it has read the files, so the folder is replaced at this moment.
  workplace.projects.settings.lines.sign = () => {
    renameSync(file('.ai/tools/demo'), file('.ai/tools/was'))
    symlinkSync('was', file('.ai/tools/demo'))
    return ''
  }
  const { result } = await raw('sign', given, { requestState, inputResponses: approval(true) })
  expect([result?.isError, result?.content[0]?.text]).toEqual([
    true,
    expect.stringMatching(/^1 of 2 files could not be written[^]*its path contains a symlink/),
  ])
  expect(result?.structuredContent).toMatchObject({
    files: [{ path: expect.stringMatching(/say\.yaml$/) as string, done: 'signed' }],
    not_signed: [{ path: expect.stringMatching(/greet\.py$/) as string }],
  })
  expect(readFileSync(file('.ai/tools/was/greet.py'), 'utf8')).not.toContain('rye:')
  expect(readFileSync(file('.ai/tools/say.yaml'), 'utf8')).toContain('rye:')
})

test('a run uses the prepared files, even if a file changes at the last moment', async () => {
  const ready = readyRun(
    join(cwd, 'project'),
    { item_id: 'say', parameters: '{"word": "hi"}' },
    workplace.projects.settings,
  )
  if (ready.kind !== 'ready') throw new Error('refused')
  writeFileSync(file('.ai/tools/say.yaml'), shell('echo evil'))
  const { result } = await ready.run(new AbortController().signal, () => false)
  expect(result).toMatchObject({ success: true, data: { stdout: 'hi\n' } })
})

test('a graph shows its commands, and commands completed by the walk need their own approval', async () => {
  writeFileSync(file('.ai/tools/flow.yaml'), twoCalls)
  const given = { item_id: 'flow' }
  const once = async (more: object) => {
    const { requestState, message } = await asked(given)
    expect(message).toContain('/bin/sh')
    const { result } = await raw('execute', given, { requestState, inputResponses: approval(true, more) })
    return result?.structuredContent?.['success']
  }
  expect(await once({})).toBe(false)
  expect(await once({ fill_in: true })).toBe(true)
})
