// One client of the health bench, in a separate process: `hammer` sends bodies, `run` sends plan requests and confirms
// their runs, `share` sends drafts that are refused, and `ask` requests the health and prints milliseconds.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const [role, origin, token, input] = process.argv.slice(2)
const headers = { 'x-rye-token': token, 'content-type': 'application/json' }

if (role === 'ask') {
  // The first request also loads and compiles the client code, so it is not measured.
  await (await fetch(`${origin}/api/health`)).text()
  const taken = []
  for (let index = 0; index < Number(input); index++) {
    const began = performance.now()
    await (await fetch(`${origin}/api/health`)).text()
    taken.push(performance.now() - began)
    await pause(20)
  }
  process.stdout.write(JSON.stringify(taken))
} else if (role === 'run') {
  const bodies = JSON.parse(readFileSync(input, 'utf8'))
  const post = (path, body) => fetch(`${origin}${path}`, { method: 'POST', headers, body })
  for (let index = 0; ; index++) {
    const plan = await (await post('/api/plan', bodies[index % bodies.length])).json()
    if (!plan.nonce) throw new Error(`nothing to run: ${JSON.stringify(plan).slice(0, 500)}`)
    const run = await post('/api/run', JSON.stringify({ protocol: 1, nonce: plan.nonce, digest: plan.digest }))
    await run.text()
  }
} else if (role === 'share') {
  const body = JSON.stringify({ snapshot: { files: { '/project/x': 'x'.repeat(1_000_000) }, unknown: true } })
  for (;;) await (await fetch(`${origin}/api/shares`, { method: 'POST', headers, body })).text()
} else {
  const bodies = JSON.parse(readFileSync(input, 'utf8'))
  const send = async (start) => {
    for (let index = start; ; index++) {
      const body = bodies[index % bodies.length]
      await (await fetch(`${origin}/api/plan`, { method: 'POST', headers, body })).text()
    }
  }
  await Promise.all(Array.from({ length: 8 }, (_, index) => send(index * 7)))
}
