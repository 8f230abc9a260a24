import { spawnSync } from 'node:child_process'
import { pathToFileURL } from 'node:url'
import { buildWorker } from '../../testing/worker-bundle.ts'
import { expect, test } from 'vitest'

/** The output of a program that has a `YoungSpace` of this many bytes and allocates long-lived objects. */
async function outputOf(most: number, after: string): Promise<unknown> {
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

test('the young space stays within twice its maximum, and grows further with a larger maximum', async () => {
  const print = 'console.log(JSON.stringify(largest))'
  expect(await outputOf(4 * megabyte, print)).toBeLessThanOrEqual(8 * megabyte)
  expect(await outputOf(1_000 * megabyte, print)).toBeGreaterThan(8 * megabyte)
})

test('code that V8 caches after the release is valid in a new program', async () => {
  const after = `
    const made = (script) => script.createCachedData().toString('base64')
    const held = made(script)
    space.release()
    console.log(JSON.stringify([held, made(script)]))
  `
  const [held, released] = (await outputOf(4 * megabyte, after)) as readonly string[]
  const isTaken = (made = ''): string => {
    const program = `console.log(new (require('node:vm').Script)('(() => 1)()', { cachedData: Buffer.from('${made}', 'base64') }).cachedDataRejected)`
    return spawnSync(process.execPath, ['-e', program], { encoding: 'utf8' }).stdout.trim()
  }
  expect([isTaken(held), isTaken(released)]).toEqual(['true', 'false'])
})
