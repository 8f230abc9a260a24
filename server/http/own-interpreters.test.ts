import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { OwnInterpreters } from '../engine/own-interpreters.ts'
import { literalEngine, planRequest, startTestServer } from '../testing/server.ts'
import { processPlan } from '../testing/sandbox.ts'

// Not in /tmp, because every run has its own /tmp.
const machine = mkdtempSync('/var/tmp/rye-starter-')
chmodSync(machine, 0o755)
afterAll(() => rmSync(machine, { recursive: true, force: true }))

function program(path: string, from: string): string {
  const at = join(machine, path)
  mkdirSync(dirname(at), { recursive: true })
  copyFileSync(from, at)
  return at
}

test("a run can read only the interpreters of the server's user, which are listed before the run", async () => {
  const node = program('.nvm/versions/node/own/bin/node', process.execPath)
  const other = program('private/bin/tool', '/bin/sh')
  const starter = { path: `${dirname(node)}:/usr/bin:/bin`, home: machine }
  const server = await startTestServer([], literalEngine, starter)
  expect(server.running.message).toContain(`\n  node: runs that start it can read ${node}`)
  const planOf = async (command: string): Promise<Readonly<Record<string, unknown>>> =>
    (await server.send('POST', '/api/plan', planRequest({ plan: processPlan({ command }) }))).json() as Promise<
      Readonly<Record<string, unknown>>
    >
  expect((await planOf(node))['reads']).toEqual([node])
  expect(await planOf('/bin/sh')).not.toHaveProperty('reads')
  expect(await planOf(other)).not.toHaveProperty('reads')
  const ran = await (await server.start({ command: node, args: ['-p', 'process.version'] })).text()
  expect(ran).toContain(process.version)
  const refused = await (await server.start({ command: other, args: ['-c', 'echo seen'] })).text()
  expect(refused).not.toContain('seen')
  await server.close()
})

test('a folder with the name of an interpreter on the PATH is skipped', () => {
  mkdirSync(join(machine, 'odd/node'), { recursive: true })
  expect(new OwnInterpreters({ path: join(machine, 'odd'), home: '/root' }, ['node']).found.size).toBe(0)
})

test('a PATH with only system folders exposes no further files', () => {
  expect(new OwnInterpreters({ path: '/usr/bin:/bin', home: '/root' }, ['node', 'python3', 'sh']).found.size).toBe(0)
})
