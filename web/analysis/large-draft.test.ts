import { expect, test, vi } from 'vitest'
import type { Snapshot } from '#core/workspace'
import { EngineClient } from './client.ts'
import { Engine } from './engine.ts'
import { handle } from './handle.ts'
import type { ItemSummaries, ToEngine } from './messages.ts'

const head: Omit<Snapshot, 'files'> = {
  format: 1,
  name: 'large',
  dialect: 'lillux',
  search: 'scoped',
  dev_mode: true,
  item_id: 'a',
  parameters: '{}',
  bundle: { id: 'ryeos-core', version: '1.2.0' },
}
const tool = (more = ''): string =>
  `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n${more}`
const long = `# ${'x'.repeat(1_500_000)}\n`
const files = {
  '/project/.ai/tools/a.py': tool(long),
  '/project/.ai/tools/b.py': tool(long),
  '/project/.ai/tools/c.py': tool(long),
}

function listening(): { readonly client: EngineClient; readonly sent: ToEngine[] } {
  const sent: ToEngine[] = []
  const port = {
    postMessage: (message: ToEngine) => sent.push(message),
    terminate: vi.fn(),
    onmessage: null,
    onerror: null,
  }
  return { client: new EngineClient(() => port, { analysed: vi.fn(), failed: vi.fn() }), sent }
}

test('a large draft is sent in batches before its question', async () => {
  const { client, sent } = listening()
  client.ask({ ...head, files }, [])
  await vi.waitFor(() => expect(sent.at(-1)?.kind).toBe('open'))
  expect(sent.map(({ kind }) => kind)).toEqual(['bring', 'bring', 'open'])
  const engine = new Engine()
  let status: string | undefined
  for (const message of sent) {
    if (message.kind === 'bring') engine.bring(message)
    else {
      const answer = await handle(engine, message, () => 0)
      status = answer.kind === 'analysis' ? answer.analysis.status : answer.kind
      expect(answer.kind === 'analysis' && answer.items?.filter(({ space }) => space === 'project')).toHaveLength(3)
    }
  }
  expect(status).toBe('ready')
})

test('a small draft is sent in one message', () => {
  const { client, sent } = listening()
  client.ask({ ...head, files: { '/project/.ai/tools/a.py': tool() } }, [])
  expect(sent.map(({ kind }) => kind)).toEqual(['open'])
})

test('the states of the items are reported once, then only the changes, and all again after a new file', async () => {
  const engine = new Engine()
  const small = { '/project/.ai/tools/a.py': tool(), '/project/.ai/tools/b.py': tool() }
  await handle(engine, { kind: 'open', run: 1, snapshot: { ...head, files: small }, without: [] }, () => 0)
  const check = async (): Promise<ItemSummaries> => {
    const answered = await handle(engine, { kind: 'query', id: 9, query: { kind: 'check' } }, () => 0)
    if (answered.kind !== 'answer' || answered.answer.kind !== 'items') throw new Error(answered.kind)
    return answered.answer
  }
  const first = await check()
  expect([first.whole, first.items.length > 2]).toEqual([true, true])
  expect(await check()).toMatchObject({ items: [], whole: false })
  const edited = [['/project/.ai/tools/b.py', tool('x = 1\n')]] as const
  await handle(engine, { kind: 'change', run: 2, head, changes: edited, without: [] }, () => 0)
  const second = await check()
  expect([second.whole, second.items.map(({ item_id, ready }) => [item_id, ready])]).toEqual([false, [['b', true]]])
  await handle(
    engine,
    { kind: 'change', run: 3, head, changes: [['/project/.ai/tools/c.py', tool()]], without: [] },
    () => 0,
  )
  expect((await check()).whole).toBe(true)
})
