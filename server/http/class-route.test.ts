import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

const report = { lesson: 'l', title: 'L', steps: [{ id: 'one', state: 'done', wrong: ['No'] }], help: null }

/** The part of a report that is about a lesson. */
const lessonOf = ({ help: _help, ...lesson }: typeof report) => lesson

describe('a class', () => {
  let server: TestServer
  let key: string
  let reporter: string
  beforeAll(async () => {
    server = await startTestServer(['--class', '--class-learners', '4'])
    key = /#class=([\w-]+)/.exec(server.running.message)?.[1] ?? ''
    reporter = (await join('Reporter')).body.learner
  })
  afterAll(() => server.close())

  /** A request of a learner, who has no token. */
  const asLearner = (path: string, body: unknown, method = 'POST') =>
    fetch(`${server.origin}${path}`, {
      method,
      headers: { 'content-type': 'application/json', origin: server.origin },
      ...(method === 'POST' && { body: JSON.stringify(body) }),
    })
  const join = async (name: unknown, of = key) => {
    const answer = await asLearner('/api/class/join', { key: of, name })
    return { status: answer.status, body: (await answer.json()) as { learner: string; name: string } }
  }
  const overview = async (after?: number) =>
    (await (await server.send('GET', `/api/class${after === undefined ? '' : `?after=${after}`}`)).json()) as {
      version: number
      link: string
      learners: readonly { name: string; help: string | null; reports: readonly unknown[] }[]
    }

  test('learners join and report without the token, and the teacher sees names and reports without secrets', async () => {
    const { body } = await join('  <b>Ada</b> ')
    expect(body.name).toBe('<b>Ada</b>')
    expect((await asLearner('/api/class/report', { key, learner: body.learner, report })).status).toBe(200)
    expect((await overview()).learners).toEqual([
      { name: 'Reporter', help: null, reports: [] },
      { name: '<b>Ada</b>', help: null, reports: [lessonOf(report)] },
    ])
    expect((await join('<b>Ada</b>')).body.name).toBe('<b>Ada</b> (2)')
  })

  test.for([
    ['an empty name', ' '],
    ['a long name', 'x'.repeat(41)],
    ['a control character', 'A\u0007'],
    ['a character that reverses text', 'A\u202e'],
    ['a number', 7],
  ] as const)('%s is refused as a name', async ([, name]) => {
    expect((await join(name)).status).toBe(400)
  })

  test('a request with the current version waits for the next report, and one with an old version does not', async () => {
    const { version } = await overview()
    const later = { ...report, title: 'Later' }
    const waiting = overview(version)
    const order: string[] = []
    void waiting.then(() => order.push('answer'))
    await overview(version - 1)
    order.push('report')
    expect((await asLearner('/api/class/report', { key, learner: reporter, report: later })).status).toBe(200)
    expect(await waiting).toMatchObject({
      version: version + 1,
      learners: [{ name: 'Reporter', reports: [lessonOf(later)] }, {}, {}],
    })
    expect(order).toEqual(['report', 'answer'])
  })

  test('a report about another lesson keeps the earlier reports, and only the last request for help counts', async () => {
    const send = (over: object) =>
      asLearner('/api/class/report', { key, learner: reporter, report: { ...report, ...over } })
    await send({ lesson: 'first', help: 'v1.abc' })
    await send({ lesson: 'second' })
    await send({ lesson: 'first', title: 'New title' })
    await send({ lesson: '', title: '', steps: [], help: 'v1.def' })
    const [own] = (await overview()).learners
    const { steps } = report
    expect(own).toEqual({
      name: 'Reporter',
      help: 'v1.def',
      reports: [
        { lesson: 'l', title: 'Later', steps },
        { lesson: 'first', title: 'New title', steps },
        { lesson: 'second', title: 'L', steps },
      ],
    })
    for (let number = 0; number < 10; number++) await send({ lesson: `more-${number}` })
    expect((await overview()).learners[0]?.reports).toHaveLength(10)
  })

  test('the teacher gets the same link as the start message', async () => {
    expect(server.running.message).toContain(`learners open ${(await overview()).link}\n`)
  })

  test('a wrong key, an unknown learner and more learners than the setting are refused', async () => {
    expect((await join('Eve', 'x'.repeat(16))).status).toBe(403)
    expect((await asLearner('/api/class/report', { key, learner: 'x', report })).status).toBe(404)
    expect((await join('Alan')).status).toBe(200)
    expect((await join('Grace')).status).toBe(409)
  })

  test.for([
    ['more steps than the limit', { ...report, steps: Array.from({ length: 13 }, () => report.steps[0]) }],
    ['an unknown state', { ...report, steps: [{ id: 'one', state: 'x', wrong: [] }] }],
    ['a link to another site as help', { ...report, help: 'https://evil.example' }],
    ['a long link as help', { ...report, help: `v1.${'x'.repeat(100_001)}` }],
    ['a number in place of a report', 7],
  ] as const)('a report is refused: %s', async ([, wrong]) => {
    expect((await asLearner('/api/class/report', { key, learner: reporter, report: wrong })).status).toBe(400)
  })

  test('a body above the limit is refused', async () => {
    expect((await asLearner('/api/class/join', { key, name: 'x'.repeat(300_000) })).status).toBe(413)
  })

  test.for([
    ['GET', '/api/class'],
    ['GET', '/api/class?after=1'],
    ['DELETE', '/api/class'],
    ['POST', '/api/class'],
    ['POST', '/api/class/join/'],
    ['POST', '/api/plan'],
    ['POST', '/api/run'],
    ['POST', '/api/shares'],
    ['GET', '/metrics'],
    ['GET', '/mcp'],
  ] as const)("%s %s requires the teacher's token", async ([method, path]) => {
    expect((await asLearner(path, {}, method)).status).toBe(401)
  })

  test('a request of a learner from another site is refused', async () => {
    const headers = { 'content-type': 'application/json', origin: 'https://evil.example' }
    const answer = await fetch(`${server.origin}/api/class/join`, { method: 'POST', headers, body: '{}' })
    expect(answer.status).toBe(403)
  })

  test('the end of a class removes every name and report', async () => {
    expect((await server.send('DELETE', '/api/class')).status).toBe(200)
    expect(await overview()).toMatchObject({ over: true, learners: [] })
    expect((await join('Late')).status).toBe(404)
  })
})

test('the link of a class names the host that the operator allows', async () => {
  const server = await startTestServer(['--class', '--allowed-hosts', 'class.example'])
  const { link } = (await (await server.send('GET', '/api/class')).json()) as { link: string }
  const port = new URL(server.origin).port
  expect(link).toMatch(new RegExp(`^http://class\\.example:${port}/#class=[\\w-]{16}$`))
  await server.close()
})

test('a server without --class has no class, and learners need the token', async () => {
  const server = await startTestServer()
  expect((await server.send('GET', '/api/class')).status).toBe(404)
  const headers = { 'content-type': 'application/json', origin: server.origin }
  const answer = await fetch(`${server.origin}/api/class/join`, { method: 'POST', headers, body: '{}' })
  expect(answer.status).toBe(401)
  expect(server.running.message).not.toContain('class')
  await server.close()
})
