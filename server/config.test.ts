import { join } from 'node:path'
import { expect, test } from 'vitest'
import { readConfig, settingsTable, shareRules } from './config.ts'
import { flagOf, settingNames, variableOf } from './config-table.ts'
import { limitNames, limitTable } from './sandbox/limits.ts'

const ready = (argv: readonly string[], env: Record<string, string> = {}) => {
  const read = readConfig(argv, env)
  if (read.kind === 'refused') throw new Error(read.messages.join('\n'))
  return read.config
}

test('flags override the environment, which overrides defaults', () => {
  const env = { RYE_PORT: '5000', RYE_HTTP_ALLOW: 'a.example, b.example', RYE_CGROUPS: 'no', RYE_QUEUE_LENGTH: '7' }
  const config = ready(['--port', '6000', '--http-allow=c.example', '--http-allow', 'd.example'], env)
  expect(config).toMatchObject({
    host: '127.0.0.1',
    port: 6000,
    http_allow: ['c.example', 'd.example'],
    cgroups: false,
    queue_length: 7,
  })
})

test('flags can be turned off, and limits can be changed', () => {
  const config = ready(['--no-cgroups', '--limits', 'memory_bytes=1000,wall_seconds=2.5', '--limits=processes=9'])
  expect(config.cgroups).toBe(false)
  expect(config.limits).toMatchObject({
    memory_bytes: 1000,
    wall_seconds: 2.5,
    processes: 9,
    open_files: limitTable.open_files.default,
  })
})

test.for([
  [['--nonsense'], '--nonsense'],
  [['stray'], 'stray'],
  [['--port'], 'requires a value'],
  [['--port', 'many'], 'whole number'],
  [['--port', '70000'], '65535'],
  [['--hosted=maybe'], 'yes or no'],
  [['--limits', 'speed=1'], 'speed'],
  [['--limits', 'processes=0'], 'above zero'],
  [['--hosted'], '--allowed-hosts'],
  [['--hosted', '--allowed-hosts', 'a.example', '--unsafe-no-sandbox'], 'cannot be combined'],
  [['--hosted', '--allowed-hosts', 'a.example', '--http-allow-private', 'b'], 'cannot be combined'],
  [['--host', '0.0.0.0'], '--unsafe-remote-access'],
  [['--host', '::'], '--unsafe-remote-access'],
  [['--host', '0'], '--unsafe-remote-access'],
  [['--host', '192.168.1.5'], '--unsafe-remote-access'],
  [['--host', 'localhost.evil.example'], '--unsafe-remote-access'],
  [['--token', 'short'], '16 characters'],
  [['--trusted-proxies', 'everyone'], 'everyone'],
  [['--share-options', '{'], 'JSON'],
  [['--runs-at-once', '0'], 'at least 1'],
  [['--expose', '/tmp/python'], '/tmp/python'],
  [['--expose', 'python'], 'absolute'],
] as const)('the flags %j are refused with a reason', ([argv, part]) => {
  const read = readConfig(argv)
  expect(read.kind === 'refused' && read.messages.join('\n')).toContain(part)
})

test.for([
  [
    ['-port', '1'],
    ['-port', '1'],
  ],
  [
    ['--', 'x=1'],
    ['--', 'x'],
  ],
  [['--=1'], ['--']],
  [['--no-port'], ['--no-port']],
  [['-p=1'], ['-p']],
] as const)('for the flags %j, each unknown word is reported once: %j', ([argv, words]) => {
  const messages = words.map((word) => `${word} is not a setting. Run with --help to list all settings.`)
  expect(readConfig(argv)).toEqual({ kind: 'refused', messages })
})

test.for([
  [['--port', '--hosted'], ['--port is "--hosted"; it must be a whole number.']],
  [['--port='], ['--port is ""; it must be a whole number.']],
  [['--hosted', '--hosted=no', '--port'], ['--port requires a value.']],
] as const)('the flags %j are refused with the messages %j', ([argv, messages]) => {
  expect(readConfig(argv)).toEqual({ kind: 'refused', messages })
})

test('only a port given by the user counts as requested', () => {
  expect([ready([]), ready(['--host', 'localhost']), ready(['--port=1'])].map((config) => config.port_asked)).toEqual([
    false,
    false,
    true,
  ])
})

test.for(['127.0.0.1', '127.8.8.8', '::1', 'localhost'])(
  'the host %s is accepted, because only this machine can reach it',
  (host) => {
    expect(ready(['--host', host]).host).toBe(host)
  },
)

test('all configuration errors are reported together', () => {
  const read = readConfig(['--port', 'x', '--hosted'], { RYE_CGROUPS: 'perhaps' })
  expect(read.kind === 'refused' && read.messages).toHaveLength(3)
})

test('the table lists every setting and every limit', () => {
  const table = settingsTable()
  for (const name of settingNames) expect(table).toContain(`| \`${flagOf(name)}\` | \`${variableOf(name)}\` |`)
  for (const name of limitNames) expect(table).toContain(`| \`${name}\` |`)
})

test('the settings page is generated from the table', async () => {
  const [flags = '', limits = ''] = settingsTable().split('\n\n')
  const text = [
    '# Server settings',
    '',
    'This page lists every server setting. A flag overrides the environment variable, and the variable overrides the default. `npm run docs` generates this page from a table in the code.',
    '',
    '## Flags',
    '',
    flags,
    '',
    '## Limits of a run',
    '',
    'The limits of a real run. `--limits NAME=VALUE` changes a limit.',
    '',
    limits.trim(),
    '',
  ].join('\n')
  await expect(text).toMatchFileSnapshot(join(import.meta.dirname, '../docs/reference/settings.md'))
})

test('the limits of short links are settings, and days are converted to milliseconds', () => {
  const flags = ['--share-days', '2', '--share-total-bytes', '5000', '--share-pinned', 'a'.repeat(32)]
  expect(shareRules(ready(flags))).toEqual({ totalBytes: 5000, keepMs: 172_800_000, pinned: ['a'.repeat(32)] })
  expect(shareRules(ready(['--share-days', '0'])).keepMs).toBe(0)
})
