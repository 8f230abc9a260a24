import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { buildWorker } from '../../testing/worker-bundle.ts'
import { expect, test } from 'vitest'

/** What a program says that has a `YoungSpace` of so many bytes, and makes what stays for a while. */
async function said(most: number, after: string): Promise<unknown> {
  const built = await buildWorker('server/project/check/young-space.ts')
  const program = `
    const { YoungSpace } = await import(${JSON.stringify(pathToFileURL(built.path).href)})
    const { getHeapSpaceStatistics } = await import('node:v8')
    const { Script } = await import('node:vm')
    const size = () => getHeapSpaceStatistics().find(({ space_name }) => space_name === 'new_space').space_size
    const space = new YoungSpace(${most})
    const script = new Script('(() => 1)()')
    let [largest, kept] = [0, []]
    for (let round = 0; round < 400; round++) {
      kept = [...kept.slice(-100), Array.from({ length: 4_000 }, (_, at) => ({ at }))]
      space.look()
      largest = Math.max(largest, size())
    }
    ${after}
  `
  try {
    const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', program], { encoding: 'utf8' })
    return stderr === '' ? JSON.parse(stdout) : stderr
  } finally {
    built.remove()
  }
}

const megabyte = 1024 * 1024

test('the young space grows no further than it may, where it would have', async () => {
  const tell = 'console.log(JSON.stringify(largest))'
  expect(await said(4 * megabyte, tell)).toBeLessThanOrEqual(8 * megabyte)
  expect(await said(1_000 * megabyte, tell)).toBeGreaterThan(8 * megabyte)
})

test('what V8 makes of a script afterwards holds in a program that begins', async () => {
  const after = `
    const made = (script) => script.createCachedData().toString('base64')
    const held = made(script)
    space.release()
    console.log(JSON.stringify([held, made(script)]))
  `
  const [held, released] = (await said(4 * megabyte, after)) as readonly string[]
  const isTaken = (made = ''): string => {
    const program = `console.log(new (require('node:vm').Script)('(() => 1)()', { cachedData: Buffer.from('${made}', 'base64') }).cachedDataRejected)`
    return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout.trim()
  }
  expect([isTaken(held), isTaken(released)]).toEqual(['true', 'false'])
})
