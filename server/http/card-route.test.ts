import { expect, test } from 'vitest'
import { smallSnapshot } from '../../core/testing/snapshots.ts'
import type { Host } from '../engine/host.ts'
import type { RunService } from '../run/run-service.ts'
import { openShares } from '../shares/shares.ts'
import { memoryLimiter } from '../protocol/limiters.ts'
import { recordingHost } from '../testing/recording-host.ts'
import { createApp } from './app.ts'

const draft = {
  ...smallSnapshot,
  ...{ name: 'Deploy it', dev_mode: false, item_id: 'own/deploy', parameters: '{}' },
  files: { '/project/.env': 'TOKEN=swordfish-4711\n' },
  expected: { plan_digest: 'a'.repeat(64), chain: ['own/deploy', 'demo/runtime', 'demo/execute'] },
}

/** An app with one stored draft. Everything that could analyze or run a draft throws. */
async function appWith(stored: unknown, flags: readonly string[] = [], more: Partial<Host> = {}) {
  const shares = await openShares('memory', '', {})
  const { id } = await shares.put(typeof stored === 'string' ? stored : JSON.stringify(stored))
  const never = (): never => {
    throw new Error('a preview must not do this')
  }
  const { host } = recordingHost(['--allowed-hosts', 'a.example', '--web-dir', '/nowhere', ...flags], {
    ...{ token: null, shares, analyzeForRun: never, walkGraph: never, neededBy: never },
    ...more,
  })
  const runService = new Proxy({}, { get: (_, name) => (name === 'close' ? () => Promise.resolve() : never) })
  const app = createApp(host, { openRunService: () => runService as RunService, openLimiter: memoryLimiter })
  const get = (path: string, headers: Readonly<Record<string, string>> = {}) =>
    app.request(`http://a.example${path}`, { headers: { host: 'a.example', ...headers } })
  return { id, get }
}

test('a preview shows the stored results and masked secrets, and neither analyzes nor runs anything', async () => {
  const { id, get } = await appWith({ ...draft, name: 'Deploy swordfish-4711' }, ['--hosted', '--token', ''])
  const answer = await get(`/s/${id}`)
  const page = await answer.text()
  expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=UTF-8'])
  expect(page).toMatch(/<meta property="og:title" content="Deploy secret:[0-9a-f]{8}" \/>/)
  expect(page).toContain('content="own/deploy → demo/runtime → demo/execute: lillux rules, ready to run"')
  expect(page).toContain(`<meta property="og:image" content="https://a.example/s/${id}/card.svg" />`)
  expect(page).toContain('<meta property="og:image" content="https://a.example/card.png" />')
  expect(page).toContain(`content="0; url=/#s.${id}"`)
  const picture = await get(`/s/${id}/card.svg`)
  const drawing = await picture.text()
  expect([picture.status, picture.headers.get('content-type')]).toEqual([200, 'image/svg+xml; charset=utf-8'])
  for (const name of ['own/deploy', 'demo/runtime', 'demo/execute']) expect(drawing).toContain(`>${name}</text>`)
  expect(page + drawing).not.toContain('swordfish')
})

test('a browser is redirected to the page, and no card is read', async () => {
  const { id, get } = await appWith(draft, [], {
    readCard: () => {
      throw new Error('not needed')
    },
  })
  const answer = await get(`/s/${id}`, { 'sec-fetch-mode': 'navigate' })
  expect([answer.status, answer.headers.get('location'), answer.headers.get('vary')]).toEqual([
    ...[302, `/#s.${id}`],
    'Sec-Fetch-Mode',
  ])
})

test('no name in a draft becomes markup of a preview', async () => {
  const evil = `"><script>alert('1')</script>&`
  const { id, get } = await appWith({ ...draft, name: evil, expected: { plan_digest: null, chain: [evil, evil] } })
  for (const path of [`/s/${id}`, `/s/${id}/card.svg`]) {
    const text = await (await get(path)).text()
    expect(text).toContain('&lt;script&gt;')
    expect(text).not.toContain('<script')
    expect(text).not.toContain("alert('1")
  }
})

test('a preview has a limited size, and an old link shows its item', async () => {
  const long = {
    ...draft,
    name: 'n'.repeat(100),
    expected: { plan_digest: null, chain: Array<string>(16).fill('i'.repeat(100)) },
  }
  const { id, get } = await appWith(long)
  const drawing = await (await get(`/s/${id}/card.svg`)).text()
  expect(drawing.length).toBeLessThan(5_000)
  expect(drawing).toContain('11 more elements')
  const { expected: _none, ...old } = draft
  const other = await appWith(old)
  expect(await (await other.get(`/s/${other.id}`)).text()).toContain('content="own/deploy, lillux rules"')
})

test('a link without a card still opens: unknown, of a later version, or while the server is busy', async () => {
  const unknown = 'A'.repeat(32)
  const { get } = await appWith(draft)
  const later = await appWith({ ...draft, format: 99 })
  const busy = await appWith(draft, [], { readCard: () => Promise.reject(new Error('busy')) })
  for (const [ask, id] of [
    [get, unknown],
    [later.get, later.id],
    [busy.get, busy.id],
  ] as const) {
    const answer = await ask(`/s/${id}`)
    expect([answer.status, answer.headers.get('location')]).toEqual([302, `/#s.${id}`])
    const picture = await ask(`/s/${id}/card.svg`)
    expect([picture.status, picture.headers.get('location')]).toEqual([302, '/card.png'])
  }
})

test('previews count toward the rate limit of a client', async () => {
  const { id, get } = await appWith(draft, ['--requests-per-minute', '2'])
  const statuses = []
  for (const path of [`/s/${id}`, `/s/${id}/card.svg`, `/s/${id}`]) statuses.push((await get(path)).status)
  expect(statuses).toEqual([200, 200, 429])
})
