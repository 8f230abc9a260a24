import { expect, test } from '@playwright/test'
import { serveHarness } from './site.ts'

test('first', async ({ page }) => {
  const site = await serveHarness()
  page.on('console', (m) => console.log('PAGE', m.text()))
  page.on('pageerror', (m) => console.log('ERR', m.message))
  await page.goto(site.url)
  const out = await page.evaluate(async () => {
    const s = createSimulator()
    const go = async (args, extra = {}) => {
      const t = performance.now()
      const r = await s.run({ command: 'python3', args, env: {}, cwd: '/', stdin: null, timeout_ms: 5000, files: [], ...extra }).result
      return [performance.now() - t, JSON.stringify(r)]
    }
    const res = []
    res.push(await go(['-c', 'print(1)']))
    await new Promise((r) => setTimeout(r, 1500))
    res.push(await go(['-c', 'print(2)']))
    await new Promise((r) => setTimeout(r, 1500))
    res.push(await go(['-c', 'while True: pass'], { timeout_ms: 500 }))
    res.push(await go(['-c', 'print(3)']))
    res.push(await go(['-c', 'x=[]\nwhile True: x.append(bytearray(10**7))']))
    res.push(await go(['-c', 'print("a"*10**8)']))
    res.push(await go(['-c', 'print("a"*3*10**6)']).then(([t,s])=>[t,s.length,s.slice(-300)]))
    res.push(await go(['-c', 'import os;open("/project/a.txt","w").write("hi");os.remove("/project/b.txt");open("/project/c.txt","a").write("!")'],{files:[{path:'/project/b.txt',bytes:new Uint8Array(2)},{path:'/project/c.txt',bytes:new Uint8Array([65])}]}))
    res.push(await s.interpreterFor('/x/.venv/bin/python'))
    return res
  })
  for (const o of out) console.log(JSON.stringify(o).slice(0,600))
  console.log(site.requests)
  expect(out).toBeTruthy()
})
