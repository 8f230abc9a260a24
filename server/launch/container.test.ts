import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { delimiter, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'rye-container-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/** Run `npm run container` with the given programs on the path, each of which records its arguments. */
function container(engine: string | undefined, ...settings: readonly string[]) {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const log = join(bin, 'log')
  writeFileSync(log, '')
  if (engine !== undefined) {
    writeFileSync(join(bin, engine), `#!/bin/sh\necho "${engine} $*" >> ${log}\n`)
    chmodSync(join(bin, engine), 0o755)
  }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/launch/container.mjs'), ...settings], {
    encoding: 'utf8',
    env: { PATH: [bin, ...(engine === undefined ? [] : ['/usr/bin', '/bin'])].join(delimiter) },
  })
  return { status, stderr, words: readFileSync(log, 'utf8').split('\n').slice(0, -1) }
}

test.for(['docker', 'podman'])('%s builds the image and starts a server that only this machine can reach', (engine) => {
  const { status, words } = container(engine, '--token', 'abc')
  expect(status).toBe(0)
  expect(words).toHaveLength(2)
  expect(words[0]).toBe(`${engine} build --file deploy/Dockerfile --tag rye-chain .`)
  expect(words[1]).toContain(' --privileged ')
  expect(words[1]).toContain(' --publish 127.0.0.1:4173:4173 rye-chain serve ')
  expect(words[1]?.endsWith(' --token abc')).toBe(true)
})

test('without Docker and Podman, the error names both', () => {
  const { status, stderr } = container(undefined)
  expect([status, stderr]).toEqual([1, expect.stringContaining('Neither Docker nor Podman')])
})

test('the development container uses the stage of the image that has the programs of the sandbox', () => {
  const { build, runArgs } = JSON.parse(readFileSync(join(root, '.devcontainer/devcontainer.json'), 'utf8')) as {
    build: Readonly<Record<'dockerfile' | 'context' | 'target', string>>
    runArgs: readonly string[]
  }
  const dockerfile = readFileSync(join(root, '.devcontainer', build.dockerfile), 'utf8')
  expect([join(root, '.devcontainer', build.context), runArgs]).toEqual([root, ['--privileged']])
  const [, stage = ''] =
    new RegExp(`^FROM \\S+ AS ${build.target}\\n([^]*?)^FROM ${build.target}$`, 'm').exec(dockerfile) ?? []
  for (const program of ['bubblewrap', 'util-linux', 'python3']) expect(stage).toContain(program)
})
