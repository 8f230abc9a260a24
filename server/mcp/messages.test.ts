import { join } from 'node:path'
import { PassThrough } from 'node:stream'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { batchMessages } from './exchange.ts'
import { serveClient } from './stdio.ts'
import { reported, type ToolAnswer } from './testing/agent.ts'
import { folder } from './testing/tree.ts'
import { agentOf, placeWithout } from './testing/workplace.ts'

// Messages as real clients send them: null for absent values, batches, broken lines, URIs and JSON text.

interface Reply {
  readonly id?: unknown
  readonly result?: Readonly<Record<string, unknown>> & Partial<ToolAnswer>
  readonly error?: { readonly code: number; readonly message: string }
}

const initialize =
  '{"jsonrpc":"2.0","id":0,"method":"initialize","params":{"protocolVersion":"2025-03-26","capabilities":{},"clientInfo":{"name":"raw","version":"1"}}}'

/** A connection to a server in this process, after its first response. Sends lines and reads the response to each. */
async function lines(cwd = folder()) {
  const [input, output] = [new PassThrough(), new PassThrough()]
  const replies: unknown[] = []
  let arrived = (): void => undefined
  output.on('data', (chunk: Buffer) => {
    for (const line of chunk.toString().trimEnd().split('\n')) replies.push(JSON.parse(line))
    arrived()
  })
  const running = serveClient(placeWithout().at(cwd), input, output, new Promise(() => undefined), (line) => {
    throw new Error(line)
  })
  const send = async (line: string): Promise<unknown> => {
    const before = replies.length
    input.write(`${line}\n`)
    while (replies.length === before) await new Promise<void>((resolve) => (arrived = resolve))
    return replies.at(-1)
  }
  await send(initialize)
  return { send, end: () => (input.end(), running) }
}

describe('a request with a null or empty value, or with a fractional ID, is answered', () => {
  const nothing: readonly (readonly [name: string, request: string])[] = [
    ['params null', '"method":"ping","params":null'],
    ['params []', '"method":"ping","params":[]'],
    ['_meta null', '"method":"ping","params":{"_meta":null}'],
    ['a progress token null', '"method":"ping","params":{"_meta":{"progressToken":null}}'],
    ['a cursor null', '"method":"tools/list","params":{"cursor":null}'],
    ['arguments null', '"method":"tools/call","params":{"name":"search","arguments":null}'],
    ['an argument null', '"method":"tools/call","params":{"name":"search","arguments":{"query":null,"cursor":null}}'],
    ['a fractional ID', '"method":"ping"'],
  ]
  test.for(nothing)('%s', async ([name, request]) => {
    const { send, end } = await lines()
    const id = name === 'a fractional ID' ? '1.5' : '7'
    const reply = (await send(`{"jsonrpc":"2.0","id":${id},${request}}`)) as Reply
    expect([reply.id, reply.error, reply.result?.isError]).toEqual([Number(id), undefined, undefined])
    await end()
  })

  test('a required argument that is null is missing, and null inside parameters stays', async () => {
    const { send, end } = await lines()
    const answered = async (name: string, given: string): Promise<Reply> =>
      (await send(
        `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"${name}","arguments":${given}}}`,
      )) as Reply
    const missing = await answered('resolve', '{"item_id":null}')
    expect(missing.result?.content?.[0]?.text).toContain('item_id: This argument is required.')
    const given = '{"item_id":"say","parameters":{"word":null},"value":"/plan/args/3"}'
    expect((await answered('explain', given)).result?.structuredContent).toMatchObject({ value: 'None' })
    await end()
  })
})

describe('a line that is not a message gets an error', () => {
  test.for([
    ['no json', null, -32700],
    ['{"jsonrpc":"2.0","id":7}', 7, -32600],
    ['{"jsonrpc":"2.0","id":"a","method":5}', 'a', -32600],
    ['{"jsonrpc":"1.0","id":9,"method":"ping"}', 9, -32600],
    ['{"id":9007199254740993,"method":"ping"}', 9007199254740992, -32600],
    ['{"jsonrpc":"2.0","id":null,"method":"ping"}', null, -32600],
    ['{"jsonrpc":"2.0","id":14,"method":"ping","params":["x"]}', 14, -32602],
    ['{"jsonrpc":"2.0","id":15,"method":"ping","params":{"_meta":5}}', 15, -32600],
    ['5', null, -32600],
    ['[]', null, -32600],
    [`[${'1,'.repeat(batchMessages)}1]`, null, -32600],
    ['[', null, -32600],
  ] as const)('%s', async ([line, id, code]) => {
    const { send, end } = await lines()
    expect(await send(line)).toMatchObject({ id, error: { code } })
    expect(await send('{"jsonrpc":"2.0","id":99,"method":"ping"}')).toMatchObject({ id: 99, result: {} })
    await end()
  })
})

test.for([
  ['resources/read', '{}', 'uri: Invalid input: expected string, received undefined.'],
  ['resources/subscribe', '{"uri":5}', 'uri: Invalid input: expected string, received number.'],
  ['prompts/get', '{"arguments":{}}', 'name: Invalid input: expected string, received undefined.'],
  ['tools/call', '{"name":5}', 'name: Invalid input: expected string, received number.'],
  ['completion/complete', '{"argument":{"name":"a","value":"b"}}', 'ref: Invalid input.'],
  [
    'initialize',
    initialize.slice(initialize.indexOf('{"protocolV'), -1).replace('{},', '[],'),
    'capabilities: Invalid input: expected object, received array.',
  ],
] as const)('invalid parameters are an error of the client: %s', async ([method, params, message]) => {
  const { send, end } = await lines()
  const reply = await send(`{"jsonrpc":"2.0","id":7,"method":"${method}","params":${params}}`)
  expect(reply).toEqual({ jsonrpc: '2.0', id: 7, error: { code: -32602, message: `params.${message}` } })
  await end()
})

test.for(['params', 'id', 'result', 'other'])(
  'a line that is nested too deep in %s gets a reply, and the next request is answered',
  async (member) => {
    const { send, end } = await lines()
    const deep = '['.repeat(20_000) + ']'.repeat(20_000)
    const id = member === 'id' ? '' : '"id":7,'
    const reply = await send(`{"jsonrpc":"2.0",${id}"method":"ping","${member}":${deep}}`)
    if (member === 'params')
      expect(reply).toEqual({
        ...{ jsonrpc: '2.0', id: 7 },
        error: { code: -32602, message: 'params is nested deeper than 1200 levels.' },
      })
    expect(await send('{"jsonrpc":"2.0","id":99,"method":"ping"}')).toMatchObject({ id: 99, result: {} })
    await end()
  },
)

describe('a batch of protocol 2025-03-26', () => {
  const ping = (id: number | string): string => JSON.stringify({ jsonrpc: '2.0', id, method: 'ping' })
  const ids = (reply: unknown): readonly unknown[] => (reply as readonly Reply[]).map(({ id }) => id)

  test('is answered by one batch, with an error for each element that is not a message', async () => {
    const { send, end } = await lines()
    const search =
      '{"jsonrpc":"2.0","id":3,"method":"tools/call","params":{"name":"search","arguments":{"query":null}}}'
    const note = '{"jsonrpc":"2.0","method":"notifications/initialized"}'
    const reply = await send(`[${ping(1)},${note},${search},5,${ping('two')}]`)
    expect(new Set(ids(reply))).toEqual(new Set([1, 'two', 3, null]))
    await end()
  })

  test('does not wait for a canceled request, and other requests are answered at once', async () => {
    const { send, end } = await lines()
    const sleeping = '{"jsonrpc":"2.0","id":5,"method":"tools/call","params":{"name":"check","arguments":{}}}'
    const cancel = '{"jsonrpc":"2.0","method":"notifications/cancelled","params":{"requestId":5}}'
    expect(ids(await send(`[${sleeping},${cancel},${ping(6)}]`))).toEqual([6])
    expect(await send(ping(7))).toMatchObject({ id: 7 })
    await end()
  })
})

describe('arguments are accepted in the spelling of clients', () => {
  const cwd = folder()
  const project = join(cwd, 'project')
  const agent = agentOf(placeWithout().at(cwd))

  test('an item ID can include its kind, and a project can be a file URI', async () => {
    const { text } = await reported(await agent, 'resolve', {
      item_id: 'tool:demo/greet',
      project_path: pathToFileURL(project).href,
    })
    expect(text).toContain('demo/greet: ready.')
  })

  test('a URI of another machine is not found', async () => {
    const { text } = await reported(await agent, 'check', { project_path: 'file://elsewhere/project' })
    expect(text).toContain('is not a folder in a root of this server')
  })

  test('parameters can be an object or its JSON text, with exact numbers', async () => {
    const value = '/plan/args/3'
    const valueFor = async (parameters: unknown) =>
      (await reported(await agent, 'explain', { item_id: 'say', parameters, value })).structuredContent?.['value']
    expect(await valueFor({ word: 'hi' })).toBe('hi')
    expect(await valueFor('{"word": "hi"}')).toBe('hi')
    expect(await valueFor('{"word": 12345678901234567890}')).toBe('12345678901234567890')
  })

  test.for(['[1]', '{', '5', '"x"'])('parameters that are not an object are refused: %s', async (parameters) => {
    const { isError, text } = await reported(await agent, 'resolve', { item_id: 'say', parameters })
    expect([isError, text]).toEqual([true, expect.stringContaining('parameters: This must be an object')])
  })

  test('an empty string for parameters means no parameters', async () => {
    expect((await reported(await agent, 'resolve', { item_id: 'demo/greet', parameters: '' })).text).toContain('ready')
  })

  test('a file is read by its file URI', async () => {
    const uri = pathToFileURL(join(project, '.ai/tools/say.yaml')).href
    const { contents } = await (await agent).readResource({ uri })
    expect(JSON.stringify(contents)).toContain('tool_type: tool')
    const outside = pathToFileURL(join(cwd, 'user')).href
    await expect((await agent).readResource({ uri: outside })).rejects.toThrow('not found')
  })
})

test('every argument has one type, and no schema has an open object, as strict modes require', async () => {
  const { tools } = await (await agentOf(placeWithout().at(folder()))).listTools()
  expect(tools).not.toHaveLength(0)
  for (const { name, inputSchema } of tools) {
    expect([name, inputSchema['additionalProperties']]).toEqual([name, false])
    for (const [argument, schema] of Object.entries(inputSchema.properties ?? {})) {
      const { type, default: preset, ...rest } = schema as Readonly<Record<string, unknown>>
      expect([name, argument, ['string', 'boolean', 'array'].includes(String(type))]).toEqual([name, argument, true])
      expect([name, argument, preset]).toEqual([name, argument, undefined])
      if (type === 'string' && !('enum' in rest)) expect(rest).toHaveProperty('description')
      expect(Object.keys(rest)).not.toContain('const')
    }
  }
})
