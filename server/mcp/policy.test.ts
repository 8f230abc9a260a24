import { cpSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { ryeChain } from '../testing/directories.ts'
import { reported, yes } from './testing/agent.ts'
import { call, folder, oneCall, shell, twoCalls } from './testing/tree.ts'
import { agentOf, openPlace, type TestPlace } from './testing/workplace.ts'

// Items that run without approval: those of a project's policy, after the user confirmed exactly this policy.

let place: TestPlace
beforeAll(async () => void (place = await openPlace()), 60_000)
afterAll(() => place.close())

const withPolicy = (text = 'mcp:\n  allow: [say]\n', files: Readonly<Record<string, string>> = {}): string =>
  folder({ 'project/rye-chain.yaml': text, ...files })
const file = (cwd: string, path: string): string => join(cwd, 'project', path)

async function runs(cwd: string, given: object = call('say')): Promise<boolean> {
  const agent = await agentOf(place.at(cwd))
  const { structuredContent } = await reported(agent, 'execute', { ...given })
  await agent.close()
  return structuredContent?.['success'] === true
}

async function confirm(cwd: string) {
  const shown = await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project')
  expect(shown.code).toBe(2)
  const [, digest = ''] = /digest ([0-9a-f]{64})/.exec(shown.err) ?? []
  return ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project', '--digest', digest)
}

async function confirmed(text?: string, files?: Readonly<Record<string, string>>): Promise<string> {
  const cwd = withPolicy(text, files)
  expect((await confirm(cwd)).code).toBe(0)
  return cwd
}

test('a policy applies only after a person confirms its digest, and then to several runs', async () => {
  const cwd = withPolicy()
  expect(await runs(cwd)).toBe(false)
  expect((await confirm(cwd)).code).toBe(0)
  expect([await runs(cwd), await runs(cwd)]).toEqual([true, true])
})

describe('a policy ends', () => {
  const changes: readonly (readonly [name: string, change: (cwd: string) => void])[] = [
    ['its file', (cwd) => writeFileSync(file(cwd, 'rye-chain.yaml'), 'mcp:\n  allow: [say]\nstrict: false\n')],
    ['the item', (cwd) => writeFileSync(file(cwd, '.ai/tools/say.yaml'), shell('echo other'))],
    ['a new file of .ai', (cwd) => writeFileSync(file(cwd, '.ai/tools/helper.py'), 'x = 1\n')],
    ['.env', (cwd) => writeFileSync(file(cwd, '.env'), 'A=1\n')],
  ]
  test.for(changes)('until a person confirms it again, after a change: %s', async ([, change]) => {
    const cwd = await confirmed()
    change(cwd)
    expect(await runs(cwd)).toBe(false)
    expect((await confirm(cwd)).code).toBe(0)
    expect(await runs(cwd)).toBe(true)
  })

  test('for an item in a symlinked folder, because the digest does not cover it', async () => {
    const cwd = withPolicy('mcp:\n  allow: [far/say]\n')
    mkdirSync(join(cwd, 'elsewhere'))
    writeFileSync(join(cwd, 'elsewhere/say.yaml'), shell('echo "$1"'))
    symlinkSync(join(cwd, 'elsewhere'), file(cwd, '.ai/tools/far'))
    expect((await confirm(cwd)).code).toBe(0)
    expect(await runs(cwd, call('far/say'))).toBe(false)
  })

  test('for a copy of the project in another place', async () => {
    const cwd = await confirmed()
    const other = folder()
    cpSync(join(cwd, 'project'), join(other, 'project'), { recursive: true })
    expect(await runs(other)).toBe(false)
  })

  test('if the item changes during the check', async () => {
    const cwd = await confirmed()
    const path = file(cwd, '.ai/tools/say.yaml')
    const good = readFileSync(path)
    writeFileSync(path, shell('echo evil'))
    const workplace = place.at(cwd)
    const { spaces } = workplace.projects
    // The policy is hashed after the call was prepared, and by then the file is restored.
    Object.assign(workplace.projects, {
      spaces(project: string) {
        writeFileSync(path, good)
        return spaces(project)
      },
    })
    const agent = await agentOf(workplace)
    const { isError, structuredContent } = await reported(agent, 'execute', call('say'))
    expect([isError, structuredContent]).toMatchObject([true, { success: false, data: null }])
    await agent.close()
    expect(await runs(cwd)).toBe(true)
  })
})

describe('a policy allows only the items that it names', () => {
  test('another item is refused, with the line that would allow it', async () => {
    const agent = await agentOf(place.at(await confirmed()))
    const { isError, text } = await reported(agent, 'execute', call('fails'))
    expect([isError, text]).toEqual([
      true,
      expect.stringContaining('Add `mcp: {allow: ["fails"]}` to rye-chain.yaml, then ask'),
    ])
    await agent.close()
  })

  test('an ID with a different spelling is a different item', async () => {
    const agent = await agentOf(place.at(await confirmed()))
    for (const item_id of ['SAY', './say', 'demo/../say', 'say.yaml', '/say', ' say', 'say\0', 'tools/say']) {
      const { structuredContent } = await reported(agent, 'execute', call(item_id))
      expect([item_id, structuredContent?.['success']]).toEqual([item_id, false])
    }
  })

  test('patterns and paths are not accepted', async () => {
    const cwd = withPolicy()
    for (const item of ['*', 'demo/*', '../say', '/say', './say', 'de?o/greet', 'a\\b', '']) {
      writeFileSync(file(cwd, 'rye-chain.yaml'), `mcp:\n  allow: [${JSON.stringify(item)}]\n`)
      const { code, err } = await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project')
      expect([item, code, err]).toEqual([item, 2, expect.stringContaining('is not an item ID')])
    }
    expect(await runs(cwd)).toBe(false)
  })

  test('a graph can call items of the same policy, with values computed by the walk', async () => {
    const files = { 'project/.ai/tools/flow.yaml': twoCalls }
    expect(await runs(await confirmed('mcp:\n  allow: [flow, say]\n', files), { item_id: 'flow' })).toBe(true)
    expect(await runs(await confirmed('mcp:\n  allow: [flow]\n', files), { item_id: 'flow' })).toBe(false)
  })

  test('a graph whose caller chooses the item reaches no other item', async () => {
    const files = { 'project/.ai/tools/flow.yaml': oneCall('tool:${inputs.item}') }
    const cwd = await confirmed('mcp:\n  allow: [flow, say]\n', files)
    expect(await runs(cwd, { item_id: 'flow', parameters: { item: 'fails' } })).toBe(false)
  })
})

test('an invalid policy allows nothing and is reported', async () => {
  const cwd = withPolicy('mcp:\n  allow: say\n')
  expect((await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project')).code).toBe(2)
  const agent = await agentOf(place.at(cwd), { person: yes })
  const { text, structuredContent } = await reported(agent, 'execute', call('say'))
  expect(text).toContain('must be {allow: [ITEM_ID, ...]}')
  expect(structuredContent).toMatchObject({ success: false, data: null })
  await agent.close()
})

test('a policy is not confirmed by a different digest', async () => {
  const cwd = withPolicy()
  const { code } = await ryeChain(cwd, 'mcp', '--confirm-policy', '--root', 'project', '--digest', '0'.repeat(64))
  expect(code).toBe(1)
  expect(await runs(cwd)).toBe(false)
})

test('the form names the policy that does not cover the run', async () => {
  const shownWith = async (allow: string): Promise<string> => {
    const shown: string[] = []
    const cwd = folder({ 'project/rye-chain.yaml': `mcp: {allow: [${allow}]}\n` })
    const person = (message: string) => (shown.push(message), { action: 'decline' as const })
    const agent = await agentOf(place.at(cwd), { person })
    await reported(agent, 'execute', call('say'))
    return shown.join('\n')
  }
  expect(await shownWith('demo/greet')).toContain('rye-chain.yaml does not allow say')
  expect(await shownWith('say')).toContain('you have not confirmed its current state')
})
