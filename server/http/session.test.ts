import { Hono } from 'hono'
import { expect, test } from 'vitest'
import { sameSecret } from './same-secret.ts'
import { beginSession, isOfSession } from './session.ts'

const own = 'a'.repeat(31) + '-'
const app = new Hono()
  .get('/api/begin', (c) => c.text(beginSession(c)))
  .get('/api/own', (c) => c.json([isOfSession(c, own), isOfSession(c, null)]))
const get = (path: string, cookie?: string) => app.request(path, cookie === undefined ? {} : { headers: { cookie } })

test('a session is a random cookie for one day, which is hidden from scripts and not sent from other sites', async () => {
  const answer = await get('/api/begin')
  const session = await answer.text()
  expect(session).toMatch(/^[\w-]{32}$/)
  expect(answer.headers.get('set-cookie')?.split('; ').sort()).toEqual(
    [`rye_session=${session}`, 'HttpOnly', 'Max-Age=86400', 'Path=/api', 'SameSite=Strict', 'Secure'].sort(),
  )
  expect(await (await get('/api/begin')).text()).not.toBe(session)
})

test.for([
  ['a valid session continues', own, true],
  ['a session that is too short is replaced', own.slice(1), false],
  ['a session that is too long is replaced', `${own}a`, false],
  ['a session with an invalid character is replaced', `${own.slice(1)}!`, false],
] as const)('%s', async ([, session, continues]) => {
  const begun = await (await get('/api/begin', `rye_session=${session}`)).text()
  expect(begun === session).toBe(continues)
})

test.for([
  [undefined, false],
  [`rye_session=${own}`, true],
  [`other=${own}`, false],
  [`rye_session=${own.replace('-', '_')}`, false],
] as const)('with the cookie %s, a run of the session is readable: %s', async ([cookie, isOwn]) => {
  // A run of a local server has no session.
  expect(await (await get('/api/own', cookie)).json()).toEqual([isOwn, true])
})

test.for([
  ['secret', 'secret', true],
  ['secret', 'secreT', false],
  ['secret', 'secret1', false],
  ['secret', '', false],
  ['secret', undefined, false],
  ['', '', true],
] as const)('the secrets %j and %j are the same: %s', ([expected, received, same]) => {
  expect(sameSecret(expected, received)).toBe(same)
})
