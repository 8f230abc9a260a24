import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { agentOf, placeWithout } from '../mcp/testing/workplace.ts'
import { reported } from '../mcp/testing/agent.ts'
import { exampleFolder, ryeChain } from '../testing/directories.ts'

// The reference follows every symlink. The user's own commands do too, but shared data and the output to agents exclude
// files outside the project.

const tool = 'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\n'
const secret = 'far-word'
const files = {
  'outside/far.yaml': `${tool}config: {command: /bin/cat, args: ["{tool_path}", ${secret}]}\n`,
  'outside/broken.yaml': `version: "1.0.0"\nexecutor_id: ${secret}\n`,
  'outside/folder/deep.yaml': `version: "1.0.0"\nexecutor_id: ${secret}\n`,
  'outside/rye-chain.yaml': `${secret}: 1\n`,
  'outside/env': `WORD=${secret}\n`,
  'project/.ai/tools/near.yaml': `${tool}config: {command: /bin/cat, args: ["{tool_path}"]}\n`,
}

function folder(): string {
  const cwd = exampleFolder('hello-chain', files)
  const link = (to: string, from: string): void => symlinkSync(join(cwd, to), join(cwd, 'project', from))
  mkdirSync(join(cwd, 'project/.ai/config/keys/signing'), { recursive: true })
  writeFileSync(join(cwd, 'project/.ai/config/keys/signing/private_key.pem'), 'key')
  link('outside/far.yaml', '.ai/tools/far.yaml')
  link('outside/broken.yaml', '.ai/tools/broken.yaml')
  link('outside/folder', '.ai/tools/folder')
  link('outside/env', '.env')
  link('project/.ai/tools/near.yaml', '.ai/tools/alias.yaml')
  link('project/.ai/config/keys/signing/private_key.pem', '.ai/tools/key.yaml')
  return cwd
}

const project = ['--dir', 'project'] as const
const place = placeWithout()
afterAll(() => place.close())

test('a person sees the content of an external symlink, as the reference reads it', async () => {
  const cwd = folder()
  const far = await ryeChain(cwd, 'analyze', ...project, '--item', 'far', '--json')
  expect([far.code, far.out]).toEqual([0, expect.stringContaining(secret)])
  expect((await ryeChain(cwd, 'check', ...project, '--item', 'broken')).out).toContain(`"${secret}"`)
})

test('a run reads a symlink inside the project, and reports one that leads outside before it starts', async () => {
  const cwd = folder()
  const alias = await ryeChain(cwd, 'run', 'alias', ...project, '--yes')
  expect([alias.code, alias.out]).toEqual([0, files['project/.ai/tools/near.yaml']])
  const far = await ryeChain(cwd, 'run', 'far', ...project, '--yes')
  expect([far.code, far.out]).toEqual([1, ''])
  expect(far.err).toMatch(/^The run would not find project\/\.ai\/tools\/far\.yaml\. It is left out/)
})

test('share includes the target of an internal symlink, but no external file and no key', async () => {
  const { json } = await ryeChain(folder(), 'share', ...project, '--item', 'alias', '--json')
  expect(json<{ files: unknown }>().files).toEqual([
    '/project/.ai/tools/alias.yaml',
    '/project/.ai/tools/demo/greet.py',
    '/project/.ai/tools/near.yaml',
  ])
})

test('an agent gets "permission denied" for a symlink that leads outside, and nothing about its target', async () => {
  const cwd = folder()
  const agent = await agentOf(place.at(cwd))
  const denied = 'cannot be read: permission denied'
  const ask = async (name: string, given: Readonly<Record<string, string>>): Promise<string> =>
    (await reported(agent, name, given)).text
  const asked = [
    await ask('validate', { item_id: 'far' }),
    await ask('validate', { item_id: 'broken' }),
    await ask('validate', { item_id: 'folder/deep' }),
    await ask('check', {}),
  ]
  for (const text of asked) expect(text).toContain(denied)
  asked.push(await ask('search', { query: 'far' }), await ask('explain', { item_id: 'demo/greet' }))
  expect(asked.filter((text) => text.includes(secret))).toEqual([])
  expect(await ask('resolve', { item_id: 'alias' })).toContain('ready')
})

test('an agent cannot learn about another folder from a project file that is a symlink to it', async () => {
  const cwd = folder()
  symlinkSync(join(cwd, 'outside/rye-chain.yaml'), join(cwd, 'project/rye-chain.yaml'))
  const { text } = await reported(await agentOf(place.at(cwd)), 'check')
  expect(text).toContain('is a symlink that leads outside')
  expect(text).not.toContain(secret)
  expect((await ryeChain(cwd, 'check', ...project)).err).toContain(secret)
})
