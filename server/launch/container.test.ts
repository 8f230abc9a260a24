import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { readConfig } from '../config.ts'

const root = join(import.meta.dirname, '../..')
const folder = mkdtempSync(join(tmpdir(), 'rye-container-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))

/**
 * Run `npm run container` with the given programs as the only ones on the path. Each records its arguments, and exits
 * with its code.
 */
function container(engines: Readonly<Record<string, number>>, ...settings: readonly string[]) {
  const bin = mkdtempSync(join(folder, 'bin-'))
  const log = join(bin, 'log')
  writeFileSync(log, '')
  for (const [engine, code] of Object.entries(engines)) {
    writeFileSync(join(bin, engine), `#!/bin/sh\necho "${engine} $*" >> ${log}\nexit ${code}\n`)
    chmodSync(join(bin, engine), 0o755)
  }
  const { status, stderr } = spawnSync(process.execPath, [join(root, 'server/launch/container.mjs'), ...settings], {
    encoding: 'utf8',
    env: { PATH: bin },
  })
  return { status, stderr, words: readFileSync(log, 'utf8').split('\n').slice(0, -1) }
}

test.for(['docker', 'podman'])('%s builds the image and starts a server that only this machine can reach', (engine) => {
  const { status, words } = container({ [engine]: 0 }, '--token', 'abc')
  expect(status).toBe(0)
  expect(words).toHaveLength(3)
  expect(words.slice(0, 2)).toEqual([`${engine} info`, `${engine} build --file deploy/Dockerfile --tag rye-chain .`])
  expect(words[2]).toContain(' --privileged ')
  expect(words[2]).toContain(' --publish 127.0.0.1:4173:4173 rye-chain serve ')
  expect(words[2]?.endsWith(' --token abc')).toBe(true)
  const settings = words[2]?.split(' rye-chain serve ')[1]?.replace('abc', 'token-of-the-test-launch') ?? ''
  expect(readConfig(settings.split(' '), {}).kind).toBe('ready')
})

test('without Docker and Podman, the error names both', () => {
  const { status, stderr } = container({})
  expect([status, stderr]).toEqual([1, expect.stringContaining('Neither Docker nor Podman')])
})

test('Podman is used if the engine of Docker does not run', () => {
  const { status, words } = container({ docker: 1, podman: 0 })
  expect([status, words.map((line) => line.split(' ').slice(0, 2).join(' '))]).toEqual([
    0,
    ['docker info', 'podman info', 'podman build', 'podman run'],
  ])
})

test('an engine that does not run is named', () => {
  const { status, stderr } = container({ docker: 1 })
  expect([status, stderr]).toEqual([1, expect.stringContaining('docker is installed, but its engine does not run')])
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
