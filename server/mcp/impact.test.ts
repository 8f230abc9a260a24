import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { reported } from './testing/agent.ts'
import { folder } from './testing/tree.ts'
import { agentOf, openPlace, type TestPlace } from './testing/workplace.ts'

let place: TestPlace
beforeAll(async () => void (place = await openPlace()), 60_000)
afterAll(() => place.close())

const runtime =
  'tool_type: runtime\nversion: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nchild_constraints: {max_version: "1.9.0"}\nconfig: {command: sh}\n'

function team(): string {
  return folder({
    'project/.ai/tools/rt/own.yaml': runtime,
    'project/.ai/tools/demo/a.yaml': 'version: "1.0.0"\nexecutor_id: rt/own\n',
  })
}

const ask = async (cwd: string, tool: string, input: Readonly<Record<string, string>>) =>
  reported(await agentOf(place.at(cwd)), tool, { project_path: join(cwd, 'project'), ...input })

test('uses lists the items that use an item or its file, with the place of each use', async () => {
  const cwd = team()
  for (const target of ['rt/own', '/project/.ai/tools/rt/own.yaml']) {
    const { isError, structuredContent, text } = await ask(cwd, 'uses', { target })
    expect([isError, structuredContent]).toMatchObject([
      undefined,
      {
        total: 1,
        users: [
          {
            item_id: 'demo/a',
            direct: true,
            uses: [{ kind: 'executor', by: 'demo/a', at: '/project/.ai/tools/demo/a.yaml:2:14' }],
          },
        ],
      },
    ])
    expect(text).toMatch(/^1 item uses /)
  }
  expect((await ask(cwd, 'uses', { target: '$NOTHING' })).structuredContent).toMatchObject({ total: 0, users: [] })
})

test('uses gives the same answer for every file outside the project, so it does not reveal which files exist', async () => {
  const cwd = team()
  const answers = await Promise.all(
    ['/etc/passwd', '/etc/no-such-file'].map(async (target) => (await ask(cwd, 'uses', { target })).structuredContent),
  )
  expect(answers[0]).toEqual(answers[1])
})

test('impact lists the affected items, and changes no file', async () => {
  const cwd = team()
  const deleted = await ask(cwd, 'impact', { change: 'delete', item_id: 'rt/own' })
  expect([deleted.isError, deleted.structuredContent]).toMatchObject([
    undefined,
    {
      total: 2,
      broken: 1,
      affected: expect.arrayContaining([
        { item_id: 'rt/own', space: 'project', change: 'removed' },
        expect.objectContaining({ item_id: 'demo/a', change: 'changed', ready: false, what: 'chain 2' }),
      ]) as unknown,
    },
  ])
  expect(existsSync(join(cwd, 'project/.ai/tools/rt/own.yaml'))).toBe(true)
  const bumped = await ask(cwd, 'impact', { change: 'bump', item_id: 'demo/a', value: '2.0.0' })
  expect(bumped.structuredContent).toMatchObject({ affected: [{ what: 'demo/a → rt/own: version', after: 'failed' }] })
  expect((await ask(cwd, 'impact', { change: 'drop', value: 'user' })).structuredContent).toMatchObject({ total: 0 })
  expect(
    (await ask(cwd, 'impact', { change: 'rename', item_id: 'demo/a', value: 'demo/b' })).structuredContent,
  ).toMatchObject({ total: 2, broken: 0 })
})

test('impact previews a new text, a dialect, a user space and a variable', async () => {
  const cwd = folder({
    'project/.ai/tools/rt/own.yaml': runtime,
    'project/.ai/tools/demo/a.yaml':
      'version: "1.0.0"\nexecutor_id: rt/own\nenv_config: {env: {WHERE: "${REGION:-here}"}}\n',
    'project/team/bob/.ai/tools/rt/more.yaml': runtime,
  })
  const text = runtime.replace('1.9.0', '0.9.0')
  const file = '/project/.ai/tools/rt/own.yaml'
  expect((await ask(cwd, 'impact', { change: 'file', item_id: file, value: text })).structuredContent).toMatchObject({
    total: 1,
    broken: 1,
    affected: [{ item_id: 'demo/a', what: 'demo/a → rt/own: version', after: 'failed' }],
  })
  const idsOf = async (change: string, value: string): Promise<readonly string[]> => {
    const { structuredContent } = await ask(cwd, 'impact', { change, value })
    return (structuredContent as { affected: readonly { item_id: string }[] }).affected.map(({ item_id }) => item_id)
  }
  expect(await idsOf('user', 'team/bob')).toEqual(['rt/more'])
  // H1: every child gets the host's variables, so every item with a command is affected.
  expect(await idsOf('variable', 'REGION=eu')).toEqual(expect.arrayContaining(['demo/a', 'rt/own']))
  expect(await idsOf('dialect', 'lilux')).toEqual(expect.arrayContaining(['demo/a', 'rt/own']))
})

test('impact refuses a user space outside the roots, whether or not it exists', async () => {
  for (const value of ['/etc', '/no-such-folder']) {
    const { isError, text } = await ask(team(), 'impact', { change: 'user', value })
    expect([isError, text]).toEqual([true, expect.stringContaining('is not a folder in a root of this server')])
  }
})

test('impact lists the edits and the remaining changes of a migration, and changes no file', async () => {
  const tool = 'version: "1.0.0"\nexecutor_id: rye/core/primitives/subprocess\nconfig: {command: "true"}\n'
  const cwd = folder({
    'project/rye-chain.yaml': 'dialect: lilux\n',
    'project/.ai/tools/demo/a.yaml': tool,
    'project/.ai/tools/demo/b.yaml': tool.replace('subprocess', 'nothing'),
  })
  const { isError, text, structuredContent } = await ask(cwd, 'impact', { change: 'migrate', value: 'lillux' })
  expect([isError, text, structuredContent]).toMatchObject([
    undefined,
    expect.stringMatching(/^1 edit, then 7 of 8 tools can run in lillux\./),
    {
      total: 3,
      items: [
        {
          item_id: 'demo/a',
          ready: true,
          steps: [
            {
              kind: 'edit',
              what: 'rye/core/primitives/subprocess becomes rye/core/primitives/execute.',
              at: '/project/.ai/tools/demo/a.yaml:2:14',
            },
          ],
        },
        { item_id: 'demo/b', ready: false, steps: [], problems: [{ code: 'executor-not-found' }] },
        // This Python tool of the folder reads its parameters.
        { item_id: 'demo/greet', ready: true, steps: [{ kind: 'by-hand' }], problems: [] },
      ],
    },
  ])
  expect(readFileSync(join(cwd, 'project/.ai/tools/demo/a.yaml'), 'utf8')).toBe(tool)
})

test.for([
  { tool: 'impact', input: { change: 'migrate', value: 'lillux' }, said: 'already in lillux' },
  { tool: 'impact', input: { change: 'migrate', value: 'kiwi' }, said: 'kiwi is older than lillux' },
  { tool: 'uses', input: { target: 'demo/aa' }, said: 'Similar IDs: demo/a' },
  { tool: 'impact', input: { change: 'delete' }, said: 'delete requires item_id' },
  { tool: 'impact', input: { change: 'bump', item_id: 'demo/a' }, said: 'bump requires value: the new version' },
  { tool: 'impact', input: { change: 'drop', value: 'all' }, said: 'drop requires value: project, user or system' },
  { tool: 'impact', input: { change: 'variable', value: 'HOME' }, said: 'variable requires value: NAME=VALUE' },
  { tool: 'impact', input: { change: 'user' }, said: 'user requires value: a folder, or none' },
  { tool: 'impact', input: { change: 'dialect', value: 'x' }, said: 'dialect requires value: kiwi, lilux or lillux' },
  { tool: 'impact', input: { change: 'file', item_id: '/etc/x', value: '' }, said: 'a workspace path' },
  { tool: 'impact', input: { change: 'file', item_id: '/project/../x', value: '' }, said: 'a workspace path' },
  { tool: 'impact', input: { change: 'delete', item_id: 'demo/aa' }, said: 'No item has the ID “demo/aa”' },
])('an invalid call is refused with the next action: $said', async ({ tool, input, said }) => {
  const { isError, text } = await ask(team(), tool, input as unknown as Record<string, string>)
  expect([isError, text]).toEqual([true, expect.stringContaining(said)])
})
