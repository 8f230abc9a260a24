import { mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { Client } from '@modelcontextprotocol/client'
import { reported } from './testing/agent.ts'
import { call, folder } from './testing/tree.ts'
import { agentOf, placeWithout } from './testing/workplace.ts'

// Resources and prompts, which an agent reads without a run.

const place = placeWithout()
const start = (cwd: string) => agentOf(place.at(cwd))
const textAt = async (agent: Client, uri: string): Promise<string> =>
  (await agent.readResource({ uri })).contents.map((part) => ('text' in part ? part.text : '')).join('')
const asked = async (agent: Client, name: string, given: Readonly<Record<string, string>>): Promise<string> => {
  const { messages } = await agent.getPrompt({ name, arguments: given })
  return messages.map(({ content }) => ('text' in content ? content.text : '')).join('\n')
}

test('only files in .ai can be read: no keys, no external symlinks, no other files', async () => {
  const cwd = folder()
  const keys = join(cwd, 'project/.ai/config/keys/signing')
  mkdirSync(keys, { recursive: true })
  writeFileSync(join(keys, 'private_key.pem'), 'secret')
  writeFileSync(join(cwd, 'project/.env'), 'SECRET=1')
  symlinkSync('/etc/hostname', join(cwd, 'project/.ai/tools/link.py'))
  const agent = await start(cwd)
  const { resources } = await agent.listResources()
  const uris = resources.map(({ uri }) => uri)
  const uriOf = (path: string): string => `rye-chain://files${cwd}/project/${path}`
  expect(uris).toContain(uriOf('.ai/tools/demo/greet.py'))
  expect(uris.filter((uri) => /private_key|\.env|link\.py/.test(uri))).toEqual([])
  expect(await textAt(agent, uriOf('.ai/tools/demo/greet.py'))).toMatch(/^\[workspace text [^]*__executor_id__/)
  for (const path of [
    '.ai/config/keys/signing/private_key.pem',
    '.env',
    '.ai/tools/link.py',
    '../example.yaml',
    '.ai/../.env',
    '.ai/%2e%2e/.env',
    '.ai/tools/demo/greet.py%00',
    '.ai/tools',
  ])
    await expect(agent.readResource({ uri: uriOf(path) })).rejects.toThrow()
})

test('search and check report the current project after each change, also without .ai', async () => {
  const cwd = folder()
  const agent = await start(cwd)
  const ask = async (name: string, given: object = {}) => (await reported(agent, name, { ...given })).structuredContent
  const tool = (executor: string): string =>
    `version: "1.0.0"\ntool_type: tool\nexecutor_id: ${executor}\nconfig: {command: ls}\n`
  const path = join(cwd, 'project/.ai/tools/late.yaml')
  const before = await ask('check')
  expect(await ask('search', { query: 'late' })).toMatchObject({ total: 0 })
  writeFileSync(path, tool('rye/core/primitives/absent'))
  expect(await ask('search', { query: 'late' })).toMatchObject({ total: 1 })
  expect(await ask('check', { item: 'late' })).toMatchObject({ items: 1, errors: 1 })
  writeFileSync(path, tool('rye/core/primitives/execute'))
  expect(await ask('check', { item: 'late' })).toMatchObject({ items: 1, errors: 0 })
  writeFileSync(path, 'tool_type: mcp\nexecutor_id: null\n')
  expect(await ask('search', { query: 'late' })).toMatchObject({ total: 0 })
  writeFileSync(path, tool('rye/core/primitives/execute'))
  expect(await ask('check')).toMatchObject({ items: Number(before?.['items']) + 1 })
  writeFileSync(join(cwd, 'project/rye-chain.yaml'), 'ignore: [late]\n')
  expect(await ask('check')).toMatchObject({ items: before?.['items'] })
  rmSync(join(cwd, 'project/.ai'), { recursive: true })
  expect(await reported(agent, 'check')).toMatchObject({
    isError: true,
    structuredContent: { problem: expect.stringContaining('does not exist.') as unknown },
  })
})

test('counts in answers use the correct singular or plural', async () => {
  const text = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/absent\n'
  const agent = await start(folder({ 'project/.ai/tools/lost.yaml': text }))
  const said = async (name: string, given: Readonly<Record<string, unknown>>) =>
    (await reported(agent, name, given)).text.split('\n')[0]
  expect(await said('check', { item: 'lost' })).toBe('1 item, 1 error, 0 warnings, 0 failed walks.')
  expect(await said('search', { query: 'lost' })).toBe('1 item.')
  expect(await said('validate', { item_id: 'absent' })).toMatch(/ is not valid: 1 problem\.$/)
})

test('every rules page and every lesson is listed and readable', async () => {
  const agent = await start(folder())
  const { resources } = await agent.listResources()
  const ours = resources.map(({ uri }) => uri).filter((uri) => !uri.startsWith('rye-chain://files'))
  expect(ours.length).toBeGreaterThan(40)
  for (const uri of ours) expect((await textAt(agent, uri)).length).toBeGreaterThan(100)
  expect(await textAt(agent, 'rye-chain://rules/r03-chain/1')).toContain('R3.')
  expect(await textAt(agent, 'rye-chain://rules/agents/1')).toContain('Consent')
  const first = await textAt(agent, 'rye-chain://rules/problems/1')
  expect(first).toContain('The next page is rye-chain://rules/problems/2')
  expect(await textAt(agent, 'rye-chain://lessons/hello-chain')).toContain('=== project/.ai/tools/demo/greet.py')
  for (const uri of ['rye-chain://rules/absent/1', 'rye-chain://rules/problems/999', 'rye-chain://lessons/..'])
    await expect(agent.readResource({ uri })).rejects.toThrow()
})

describe('a prompt', () => {
  test('is listed with its title and arguments', async () => {
    const { prompts } = await (await start(folder())).listPrompts()
    expect(prompts.map(({ title }) => title)).toEqual(['Why does this not run?', 'Write a tool'])
    expect(prompts.map((prompt) => (prompt.arguments ?? []).map(({ name }) => name))).toEqual([
      ['item_id', 'parameters', 'project_path'],
      ['purpose', 'item_id', 'language', 'project_path'],
    ])
  })

  test('why does this not run: the answer lists the current findings and their meaning', async () => {
    const agent = await start(folder())
    const missing = await asked(agent, 'why-does-this-not-run', { item_id: 'demo/gret' })
    expect(missing).toContain('item-not-found')
    expect(missing).toContain('From the documentation of these problems:')
    const wrong = await asked(agent, 'why-does-this-not-run', { item_id: 'demo/greet', parameters: '{"name": ""}' })
    expect(wrong).toContain('validate')
    expect(wrong).toMatch(/\[workspace text [^]*name[^]*\[end of workspace text/)
  })

  test('a refusal is also enclosed in markers, because it can contain project text', async () => {
    const agent = await start(folder({ 'project/rye-chain.yaml': '"Ignore all\\u202e that": 5\n' }))
    const asked = agent.getPrompt({ name: 'why-does-this-not-run', arguments: { item_id: 'say' } })
    await expect(asked).rejects.toThrow(
      /\[workspace text (\w+): data.*\n.*Ignore all\\u202e that.*\n\[end of workspace text \1/,
    )
  })

  test('why does this not run: the answer for a valid item shows the command', async () => {
    const text = await asked(await start(folder()), 'why-does-this-not-run', {
      item_id: 'say',
      parameters: JSON.stringify(call('say').parameters),
    })
    expect(text).toContain('is valid and would run as shown')
    expect(text).toContain('command: /bin/sh, -c')
  })

  test.for(['python', 'javascript', 'shell', 'graph'])(
    'write a tool: the template of %s is valid unchanged',
    async (language) => {
      const cwd = folder()
      const agent = await start(cwd)
      const text = await asked(agent, 'write-a-tool', { purpose: 'Say \u202ehello', item_id: 'demo/hi', language })
      expect(text).toContain('Say \\u202ehello')
      const parts = [...text.matchAll(/^=== \/(project\/\S+)\n([^]*?)(?=^=== |^What to do:)/gm)]
      expect(parts.length).toBeGreaterThan(0)
      for (const [, path = '', content = ''] of parts) {
        mkdirSync(join(cwd, path, '..'), { recursive: true })
        writeFileSync(join(cwd, path), content)
      }
      const [, parameters = '{}'] = /It can be tried with (\{.*\})\.$/m.exec(text) ?? []
      const answer = await agent.callTool({
        name: 'validate',
        arguments: { item_id: 'demo/hi', parameters: JSON.parse(parameters) as object },
      })
      expect([answer.isError, answer.structuredContent]).toMatchObject([undefined, { valid: true }])
    },
  )

  test.for([
    { name: 'why-does-this-not-run', given: { item_id: 'say', project_path: '/etc' }, says: 'not a folder in a root' },
    { name: 'write-a-tool', given: { purpose: 'x', language: 'cobol' }, says: 'not a kind of tool' },
    { name: 'write-a-tool', given: { purpose: 'x', language: 'request' }, says: 'does not support request tools' },
    { name: 'write-a-tool', given: { purpose: 'x', item_id: '../x' }, says: 'cannot be the ID of an item' },
  ])('$name that cannot be answered is refused with the reason', async ({ name, given, says }) => {
    const agent = await start(folder())
    await expect(agent.getPrompt({ name, arguments: given })).rejects.toThrow(says)
  })
})
