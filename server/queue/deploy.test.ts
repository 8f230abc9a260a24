import { spawnSync } from 'node:child_process'
import { accessSync, constants, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { parse } from 'yaml'
import { readConfig } from '../config.ts'
import { readWorkerConfig } from './worker-main.ts'

// Check the files of deploy/ against the product, without the machines that they describe.

const folder = join(import.meta.dirname, '../../deploy')
const textOf = (name: string): string => readFileSync(join(folder, name), 'utf8')

/** The error messages of a command with these settings. */
function problems([command, ...flags]: readonly string[]): readonly string[] {
  if (command !== 'serve' && command !== 'worker') return [`${command} is not a service`]
  const read = command === 'serve' ? readConfig(flags) : readWorkerConfig(flags, {})
  return read.kind === 'refused' ? read.messages : []
}

describe('compose.yaml', () => {
  const { services, networks } = parse(textOf('compose.yaml')) as {
    services: Readonly<Record<string, { command?: string[]; networks: string[]; healthcheck?: { test: string[] } }>>
    networks: Readonly<Record<string, { internal?: boolean }>>
  }
  test('server and worker start with existing settings and share one queue', () => {
    const commands = [services['server']?.command ?? [], services['worker']?.command ?? []]
    expect(commands.map(problems)).toEqual([[], []])
    expect(new Set(commands.map((words) => words.find((word) => word.startsWith('--queue='))))).toEqual(
      new Set(['--queue=redis://redis']),
    )
  })
  test('Redis persists acknowledged data, evicts nothing, and is reachable only internally', () => {
    expect(services['redis']?.command?.join(' ')).toMatch(/--appendonly yes .*--maxmemory-policy noeviction/)
    expect([services['redis']?.networks, networks['inside']?.internal]).toEqual([['inside'], true])
    expect(services['proxy']?.networks).toEqual(['outside'])
  })
  test('a server gets requests only when it is ready', () => {
    expect(services['server']?.healthcheck?.test.join(' ')).toContain('/readyz')
  })
})

describe.for(['rye-server@.service', 'rye-worker.service'] as const)('%s', (name) => {
  const unit = textOf(name)
  test('starts the program with existing settings', () => {
    const line = /^ExecStart=(.*)$/m.exec(unit)?.[1] ?? ''
    const [program, script, ...words] = line
      .split(' ')
      .map((word) => word.replaceAll('%i', '4173').replace(/^'|'$/g, ''))
    expect(program).toBe('/usr/bin/node')
    expect(script).toBe('server/launch/rye-chain.mjs')
    expect(problems(words)).toEqual([])
  })
  test('has more time to stop than active runs have to finish', () => {
    const read = readConfig([])
    const seconds = read.kind === 'ready' ? read.config.shutdown_seconds : Infinity
    expect(Number(/^TimeoutStopSec=(\d+)$/m.exec(unit)?.[1])).toBeGreaterThan(seconds)
  })
})

test('the proxy does not buffer streams and forwards the client address', () => {
  const conf = textOf('nginx.conf')
  for (const line of [
    'proxy_buffering off;',
    'proxy_read_timeout 1h;',
    'proxy_set_header Host $http_host;',
    'proxy_set_header X-Forwarded-For $remote_addr;',
    'proxy_set_header X-Forwarded-Proto $scheme;',
    'client_max_body_size 8m;',
  ])
    expect(conf).toContain(line)
  expect(conf.match(/\{/g)?.length).toBe(conf.match(/\}/g)?.length)
})

test('the chaos script is a valid shell program', () => {
  expect(() => accessSync(join(folder, 'chaos.sh'), constants.X_OK)).not.toThrow()
  expect(spawnSync('sh', ['-n', join(folder, 'chaos.sh')]).status).toBe(0)
})

test('the README has ten numbered instructions', () => {
  expect(textOf('README.md').match(/^\d+\. /gm)).toHaveLength(10)
})
