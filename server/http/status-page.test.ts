import { Hono } from 'hono'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { RunServiceStatus } from '../run/run-service.ts'
import { startTestServer, type TestServer } from '../testing/server.ts'
import type { GuardVariables } from './guard.ts'
import { addStatusPage } from './status-page.ts'

let server: TestServer
beforeAll(async () => {
  server = await startTestServer()
})
afterAll(() => server.close())

/** The table rows of the page, with ` | ` between their cells, and the source of the page on one line. */
async function shown(status: RunServiceStatus): Promise<{ readonly rows: readonly string[]; readonly text: string }> {
  const app = new Hono<{ Variables: GuardVariables }>()
  const { host } = server.running
  // The status page uses only `status` of the run service.
  addStatusPage(app, { ...host, version: '1.2.3' }, { status: () => Promise.resolve(status) } as Parameters<
    typeof addStatusPage
  >[2])
  const page = await (await app.request('/status')).text()
  const rows = [...page.matchAll(/<tr>(.*?)<\/tr>/gs)].map(([, row = '']) =>
    [...row.matchAll(/<t[dh][^>]*>(.*?)<\/t[dh]>/gs)].map(([, cell]) => cell).join(' | '),
  )
  return { rows, text: page.replace(/\s+/g, ' ') }
}

const state = ['Property | Value', 'State | Runs are accepted.', 'Version | 1.2.3', 'Sandbox level | full']

test('a server that executes runs itself shows its metrics, with endings by name', async () => {
  const { rows, text } = await shown({
    ...{ problem: null, waiting: 2, running: 1, workers: [] },
    endings: { 'timed-out': 3, cancelled: 1, exited: 40 },
  })
  expect(rows).toEqual([
    ...[...state, 'Waiting runs | 2', 'Running runs | 1'],
    ...['Ending | Runs', 'cancelled | 1', 'exited | 40', 'timed-out | 3'],
  ])
  expect(text).toContain('No workers. Either this server executes runs itself, or its queue has no worker.')
  expect([...text.matchAll(/<caption> (.*?) <\/caption>/g)].map(([, caption]) => caption)).toEqual([
    'This server',
    'Endings',
  ])
})

test('workers are listed with their runs', async () => {
  const worker = { level: 'full', version: '1.2.2', slots: 4 }
  const { rows, text } = await shown({
    ...{ problem: null, waiting: 0, running: 3, endings: {} },
    workers: [
      { ...worker, id: 'a', running: 3, draining: false },
      { ...worker, id: 'b', running: 0, draining: true },
    ],
  })
  expect(rows.slice(6)).toEqual([
    'Worker | Sandbox level | Version | Running | State',
    'a | full | 1.2.2 | 3 of 4 | working',
    'b | full | 1.2.2 | 0 of 4 | stopping',
    'Ending | Runs',
  ])
  expect(text).toContain('<caption> Workers </caption>')
  expect(text).not.toContain('No worker')
})

test('a problem is shown as text instead of the state', async () => {
  const { rows, text } = await shown({
    ...{ problem: 'The queue <b>is away</b>.', waiting: 0, running: 0, workers: [], endings: {} },
  })
  expect(rows[1]).toBe('State | The queue &lt;b&gt;is away&lt;/b&gt;.')
  expect(text).not.toContain('No workers.')
})
