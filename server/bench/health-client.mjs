// One client of the health bench, in a process of its own: `hammer` sends bodies, `ask` asks for health and prints milliseconds.
import { readFileSync } from 'node:fs'
import { setTimeout as pause } from 'node:timers/promises'

const [role, origin, token, input] = process.argv.slice(2)
const headers = { 'x-rye-token': token, 'content-type': 'application/json' }

if (role === 'ask') {
  // The first request of a process loads and compiles what asks: that is no time of the server.
  await (await fetch(`${origin}/api/health`)).text()
  const taken = []
  for (let index = 0; index < Number(input); index++) {
    const began = performance.now()
    await (await fetch(`${origin}/api/health`)).text()
    taken.push(performance.now() - began)
    await pause(20)
  }
  process.stdout.write(JSON.stringify(taken))
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
