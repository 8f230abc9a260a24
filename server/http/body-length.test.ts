import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestServer, type TestServer } from '../testing/server.ts'

// The main thread parses only short messages; the analysis threads parse drafts.

let server: TestServer
beforeAll(async () => {
  server = await startTestServer(['--share-bytes', '4096'])
})
afterAll(() => server.close())

test.for([
  ['/api/run', 10_000],
  ['/api/shares', 8_192],
] as const)('%s parses no body of more than %i characters', async ([path, most]) => {
  const answerTo = async (length: number): Promise<readonly unknown[]> => {
    const answer = await server.send('POST', path, '{'.repeat(length))
    return [answer.status, ((await answer.json()) as { error: { code: string } }).error.code]
  }
  expect(await answerTo(most)).toEqual([400, 'body-unreadable'])
  expect(await answerTo(most + 1)).toEqual([413, 'body-too-large'])
})
