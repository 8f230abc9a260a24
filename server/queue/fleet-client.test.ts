import { createServer, type RequestListener } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, expect, test } from 'vitest'
import { runToEnd } from '../testing/fleet-client.ts'
import { requestPlan } from '../testing/sandbox.ts'

// The client of the chaos test, with servers that end in the middle of a response: it tries another server, and never
// accepts an incomplete response.

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

async function server(answer: RequestListener): Promise<string> {
  const one = createServer(answer)
  await new Promise<void>((resolve) => one.listen(0, '127.0.0.1', resolve))
  closing.push(() => {
    one.closeAllConnections()
    one.close()
  })
  return `http://127.0.0.1:${(one.address() as AddressInfo).port}`
}

const digest = 'd'.repeat(64)
const plan = { ...requestPlan('http://127.0.0.1:9/'), digest }
const planAnswer = JSON.stringify({
  ...{ protocol: 1, sandbox_level: 'full', diagnostics: [], plan, digest, nonce: 'n'.repeat(32) },
})
const events = [
  'event: accepted\ndata: {"id":"r","position":0,"estimate_ms":0}\nid: 1\n\n',
  'event: started\ndata: {"waited_ms":1}\nid: 2\n\n',
  'event: result\ndata: {"ending":{"kind":"responded"}}\nid: 3\n\n',
]

test.for([
  { name: 'before its response', cut: (text: string) => text.slice(0, 0) },
  { name: 'in the middle of its response', cut: (text: string) => text.slice(0, text.length / 2) },
])(
  'if a server ends $name, the client sends the request to another server and continues the stream there',
  async ({ cut }) => {
    const asked: string[] = []
    const dying = await server((request, response) => {
      const path = `${request.method} ${request.url}`
      asked.push(`dying ${path}`)
      if (path === 'POST /api/plan') response.writeHead(200, { 'content-length': planAnswer.length })
      else response.writeHead(200, { 'x-run-id': 'r' })
      const [first = '', second = ''] = events
      response.write(path === 'POST /api/plan' ? cut(planAnswer) : first + cut(second), () => request.socket.destroy())
      response.flushHeaders()
    })
    const living = await server((request, response) => {
      const after = Number(request.headers['last-event-id'] ?? 0)
      asked.push(`living ${request.method} ${request.url} after ${after}`)
      if (request.url === '/api/plan') return void response.end(planAnswer)
      response.end(events.slice(after).join(''))
    })

    // The response to the plan request breaks off, so the request is sent again. The response to the confirmation
    // breaks off after one event, and the stream continues after that event.
    expect(await runToEnd([dying, living], 0, 'mark', plan)).toEqual({
      ...{ mark: 'mark', id: 'r', kind: 'responded', results: 1, isGapless: true },
    })
    expect(asked).toEqual([
      'dying POST /api/plan',
      'living POST /api/plan after 0',
      'dying POST /api/run',
      'living GET /api/run/r/events after 1',
    ])
  },
)

test('a complete answer that is not JSON is an error that names its server', async () => {
  const odd = await server((_request, response) => response.end('{"protocol":'))
  await expect(runToEnd([odd], 0, 'mark', plan)).rejects.toThrow(
    `12 characters that are not JSON, 200 of ${odd}/api/plan`,
  )
})
