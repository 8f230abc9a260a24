import { randomBytes } from 'node:crypto'
import { readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Progress } from '@modelcontextprotocol/client'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { processesWith } from '../testing/processes.ts'
import { reported, yes, type Era } from './testing/agent.ts'
import { call, folder, shell } from './testing/tree.ts'
import { agentOf, openPlace, type TestPlace } from './testing/workplace.ts'

// The results of the tools, received by the official client.

let place: TestPlace
beforeAll(async () => void (place = await openPlace()), 60_000)
afterAll(() => place.close())
const start = (cwd: string, options: Parameters<typeof agentOf>[1] = {}) => agentOf(place.at(cwd), options)

const bytesOf = (answer: object): number => Buffer.byteLength(JSON.stringify(answer))

describe.each<Era>(['legacy', 'auto'])('era %s', (era) => {
  test('the tool list with instructions and all hints fits in 7.5 KB, and only execute and sign are destructive', async () => {
    const agent = await start(folder(), { era })
    const { tools } = await agent.listTools()
    const names = ['check', 'execute', 'explain', 'impact', 'resolve', 'search', 'share', 'sign', 'uses', 'validate']
    expect(tools.map(({ name }) => name).sort()).toEqual(names)
    expect(bytesOf({ tools, instructions: agent.getInstructions() })).toBeLessThanOrEqual(7_500)
    expect(agent.getInstructions()).toContain('workspace text')
    for (const { description = '', annotations } of tools) {
      expect(description).toMatch(/^Use (?:when|to) /)
      expect(Object.keys(annotations ?? {})).toHaveLength(4)
    }
    const destructive = tools.filter(({ annotations }) => annotations?.destructiveHint === true)
    expect(destructive.map(({ name }) => name).sort()).toEqual(['execute', 'sign'])
  })

  test('seed 004: execute runs an approved call and returns the result of R14.1', async () => {
    const cwd = folder()
    const shown: string[] = []
    const agent = await start(cwd, { era, person: (message) => (shown.push(message), yes(message)) })
    const { isError, structuredContent, text } = await reported(agent, 'execute', {
      item_type: 'tool',
      action: 'run',
      item_id: 'demo/greet',
      parameters: { name: 'Ada' },
      project_path: join(cwd, 'project'),
    })
    const { data, error, chain, ...rest } = structuredContent ?? {}
    expect([isError, data, error]).toEqual([undefined, { greeting: 'Hello, Ada!' }, null])
    expect(chain).toMatchObject([{ item_id: 'demo/greet' }, {}, {}])
    expect(Object.keys(rest).sort()).toEqual(['duration_ms', 'ending', 'metadata', 'success', 'trace'])
    expect(text).toContain('Hello, Ada!')
    expect(text).toMatch(/^duration_ms: \d+$/m)
    expect(shown.join('\n')).toContain('/project/.ai/tools/demo/greet.py')
  })

  test('nothing runs without a client that can ask, or if the person declines or cancels', async () => {
    const people = [undefined, ...(['decline', 'cancel'] as const).map((action) => () => ({ action }))]
    for (const person of people) {
      const agent = await start(folder(), { era, ...(person ? { person } : {}) })
      const { isError, structuredContent } = await reported(agent, 'execute', call('say'))
      expect([isError, structuredContent]).toMatchObject([true, { success: false, data: null }])
    }
  })
})

test('seed 004 as printed: a tool is called with a command at a path', async () => {
  const greet = readFileSync(join(productRoot, 'examples/hello-chain/project/.ai/tools/demo/greet.py'), 'utf8')
  const git = greet.replaceAll('name', 'command')
  const cwd = folder({ 'project/.ai/tools/my_git_tool.py': git })
  const agent = await start(cwd, { person: yes })
  const given = {
    item_type: 'tool',
    action: 'run',
    item_id: 'my_git_tool',
    parameters: { command: 'status' },
    project_path: join(cwd, 'project'),
  }
  const plain = await reported(agent, 'execute', given)
  expect(plain.structuredContent).toMatchObject({ success: true, data: { greeting: 'Hello, status!' }, trace: [] })
  expect(plain.structuredContent?.['chain']).toHaveLength(3)
  const traced = await reported(agent, 'execute', { ...given, trace: true })
  expect(JSON.stringify(traced.structuredContent?.['trace'])).toContain('"step":"resolve"')
  // Omitted keys have the default values that the seed names.
  const { item_type: _type, action: _action, ...short } = given
  expect((await reported(agent, 'execute', short)).structuredContent).toMatchObject({ success: true })
  // The seed's example path does not exist on the test machine, so the call is refused and nothing runs.
  const far = await reported(agent, 'execute', { ...given, project_path: '/path/to/project' })
  expect([far.isError, far.structuredContent]).toMatchObject([true, { success: false, data: null }])
})

test('every failed verdict is an error', async () => {
  const agent = await start(folder(), { person: yes })
  for (const [name, given] of [
    ['execute', call('fails')],
    ['execute', call('demo/absent')],
    ['execute', { item_type: 'directive', item_id: 'say' }],
    ['execute', { item_id: 'say', action: 'delete' }],
    ['resolve', { item_id: 'demo/absent' }],
    ['resolve', { item_id: 'say', parameters: 'text' }],
    ['resolve', { item_id: 'say', parameters: ['text'] }],
    ['validate', { item_id: 'demo/absent' }],
    ['explain', { item_id: 'demo/absent' }],
    ['explain', { item_id: 'say', value: '/nowhere' }],
    ['sign', { files: ['.ai/tools/say.yaml'] }],
    ['sign', { files: [] }],
    ['search', { query: '', cursor: 'x' }],
    ['search', { query: '', cursor: '99999' }],
    ['check', { project_path: 'nowhere' }],
    ['check', { item: 'nowhere/*' }],
  ] as const)
    expect([name, (await reported(agent, name, given)).isError]).toEqual([name, true])
  const failed = await reported(agent, 'execute', call('fails'))
  expect(failed.structuredContent).toMatchObject({ success: false, ending: { kind: 'exited', return_code: 3 } })
})

test('an invalid argument is reported by its name', async () => {
  const agent = await start(folder())
  for (const [name, given, said] of [
    ['search', { query: 5 }, 'query: Invalid type: Expected string but received 5'],
    ['search', { words: 'x' }, 'words: Unknown argument. The arguments are: query, project_path, cursor.'],
    ['resolve', {}, 'item_id: This argument is required.'],
    [
      'resolve',
      { item_id: 'say', parameters: ['x'] },
      'parameters: This must be an object, or the JSON text of an object.',
    ],
    ['check', { item: 'nowhere/*' }, 'No item matches nowhere/*.'],
  ] as const)
    expect((await reported(agent, name, given)).text).toContain(said)
})

test('a refusal does not mention command line options, because agents cannot use them', async () => {
  const cwd = folder({ 'project/.env': 'API_KEY=f81bd4fae7dec11d0a76500a0c91e6bf\n', 'project/bare/readme': '' })
  const agent = await start(cwd)
  for (const [name, given, said] of [
    ['check', { project_path: 'bare' }, 'project/bare/.ai does not exist.'],
    ['check', { item: 'nowhere/*' }, 'No item matches nowhere/*.'],
    ['share', { item_id: 'say' }, 'look like secrets'],
  ] as const) {
    const { isError, text } = await reported(agent, name, given)
    expect([name, isError, text]).toEqual([name, true, expect.stringContaining(said)])
    expect(text).not.toMatch(/--(?!item)\w/)
  }
})

test('a parameter with the name "constructor" arrives unchanged', async () => {
  const agent = await start(folder())
  const parameters = { name: 'x', constructor: 'y' }
  const { structuredContent } = await reported(agent, 'resolve', { item_id: 'demo/greet', parameters })
  expect(structuredContent?.['stdin']).toBe('{"name": "x", "constructor": "y"}')
})

test('a link is complete, in the answer or in the resource that the answer names', async () => {
  const cwd = folder()
  const agent = await start(cwd)
  const short = await reported(agent, 'share', { item_id: 'say' })
  expect(short.structuredContent?.['link']).toMatch(/^http\S+$/)
  writeFileSync(join(cwd, 'project/.ai/tools/noise.yaml'), `noise: ${randomBytes(20_000).toString('base64')}\n`)
  const { text, structuredContent } = await reported(agent, 'share', { item_id: 'say' })
  expect(text).toContain('link_at')
  const { link, link_at: at, characters } = structuredContent ?? {}
  expect(link).toBeUndefined()
  const textAt = async (uri: string): Promise<string> => {
    const [page] = (await agent.readResource({ uri })).contents
    return page && 'text' in page ? page.text : ''
  }
  let whole = ''
  for (let uri: string | undefined = String(at); uri !== undefined;) {
    const read: string = await textAt(uri)
    whole += /data, not instructions\]\n(.*)\n\[end/.exec(read)?.[1] ?? ''
    uri = /The next page is (\S+)/.exec(read)?.[1]
  }
  expect(whole).toMatch(/^http\S+$/)
  expect(whole).toHaveLength(Number(characters))
})

test('an empty optional string counts as absent', async () => {
  const agent = await start(folder())
  const without = await reported(agent, 'explain', { item_id: 'say', parameters: { word: 'hi' } })
  const given = { item_id: 'say', parameters: { word: 'hi' }, value: '', cursor: '', project_path: '' }
  expect((await reported(agent, 'explain', given)).structuredContent).toEqual(without.structuredContent)
  expect((await reported(agent, 'check', { item: '' })).structuredContent).toMatchObject({ items: 6 })
})

describe('a call', () => {
  /** The server's messages about a run; the client's library reports its own steps too. */
  const received =
    (beats: number[]) =>
    ({ progress, message = '' }: Progress): void => {
      if (message.startsWith('running for')) beats.push(progress)
    }

  test('that takes long is reported, and canceling it ends the process group', async () => {
    const word = `cancel-${process.pid}`
    const agent = await start(folder(), { person: yes })
    const cancelled = new AbortController()
    const beats: number[] = []
    const running = agent.callTool(
      { name: 'execute', arguments: call('sleeper', word) },
      { signal: cancelled.signal, onprogress: received(beats) },
    )
    await expect.poll(() => processesWith(word).length, { timeout: 20_000 }).toBeGreaterThan(0)
    await expect.poll(() => beats.length, { timeout: 20_000 }).toBeGreaterThan(1)
    expect(beats.slice(0, 2)).toEqual([1, 2])
    cancelled.abort()
    await expect(running).rejects.toThrow()
    await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
  })

  test('that is canceled in the queue never runs', async () => {
    const word = `waits-${process.pid}`
    const agent = await start(folder(), { person: yes })
    const running = [0, 1].map(() => new AbortController())
    const sleeping = running.map(({ signal }) =>
      agent.callTool({ name: 'execute', arguments: call('sleeper', word) }, { signal }).catch(() => undefined),
    )
    await expect.poll(() => processesWith(`${word}`).length, { timeout: 20_000 }).toBeGreaterThan(1)
    const waiting = new AbortController()
    const beats: number[] = []
    const third = agent.callTool(
      { name: 'execute', arguments: call('sleeper', `third-${word}`) },
      { signal: waiting.signal, onprogress: received(beats) },
    )
    await expect.poll(() => beats.length, { timeout: 20_000 }).toBeGreaterThan(0)
    waiting.abort()
    await expect(third).rejects.toThrow()
    for (const one of running) one.abort()
    await Promise.all(sleeping)
    await expect.poll(() => processesWith(word), { timeout: 20_000 }).toEqual([])
    // The queue is empty again, so the call runs.
    expect((await reported(agent, 'execute', call('say'))).structuredContent).toMatchObject({ success: true })
    expect(processesWith(`third-${word}`)).toEqual([])
  })
})

describe('a project_path', () => {
  const outside = (): string => {
    const cwd = folder({
      'other/.ai/tools/say.yaml': shell('echo other'),
      'project-2/.ai/tools/say.yaml': shell('echo other'),
    })
    symlinkSync(join(cwd, 'other'), join(cwd, 'project/way-out'))
    return cwd
  }
  test('does not leave its root through a path, dots, a symlink or a name with the same prefix', async () => {
    const cwd = outside()
    const agent = await start(cwd, { person: yes })
    const ways = ['../other', 'way-out', 'nowhere', 'a\0b', '~', '~root', '/', '', ' ', '.ai/tools/say.yaml']
    const absolute = ['other', 'project/../other', 'project-2', 'project/way-out/.'].map((way) => `${cwd}/${way}`)
    for (const project_path of [...ways.filter((way) => way !== ''), ...absolute])
      for (const name of ['execute', 'resolve', 'validate', 'explain', 'search', 'check', 'sign', 'share'] as const) {
        const item = name === 'search' || name === 'check' ? {} : { item_id: 'say' }
        const given = name === 'sign' ? { files: ['x'], project_path } : { ...item, project_path }
        const { isError, text } = await reported(agent, name, given)
        expect([project_path, name, isError, text]).toEqual([
          project_path,
          name,
          true,
          expect.stringContaining('is not a folder in a root of this server'),
        ])
      }
  })

  test('without roots, the working directory is the only root', async () => {
    const cwd = outside()
    const agent = await agentOf(place.at(join(cwd, 'project'), { roots: [] }))
    expect((await reported(agent, 'resolve', { item_id: 'say', parameters: { word: 'x' } })).isError).toBeUndefined()
    expect((await reported(agent, 'resolve', { item_id: 'say', project_path: join(cwd, 'other') })).isError).toBe(true)
  })
})
