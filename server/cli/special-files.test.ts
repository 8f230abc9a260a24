import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, symlinkSync, writeFileSync } from 'node:fs'
import { createServer } from 'node:net'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { freshFolder, ryeChain } from '../testing/directories.ts'

// R6.2: a `.env` that is not a regular file causes a finding with the exact reason, and is never opened.

const tool = `executor_id: rye/core/primitives/execute
version: "1.0.0"
config: {command: echo, args: ["\${FIRST:-NOT SET}", "\${SECOND:-NOT SET}"]}
`

function project(): string {
  const cwd = freshFolder()
  mkdirSync(join(cwd, '.ai/tools'), { recursive: true })
  writeFileSync(join(cwd, '.ai/tools/t.yaml'), tool)
  return cwd
}

interface Answer {
  readonly env: Readonly<Record<string, string>>
  readonly diagnostics: readonly { readonly code: string; readonly message: string; readonly hint: string }[]
}

async function analyze(cwd: string): Promise<Answer> {
  return (await ryeChain(cwd, 'analyze', '--item', 't', '--json', '--show-secrets')).json<Answer>()
}

test.for<{ what: string; put(path: string): unknown }>([
  { what: 'is a named pipe', put: (path) => execFileSync('mkfifo', [path]) },
  { what: 'is a socket', put: (path) => once(createServer().listen(path).unref(), 'listening') },
  { what: 'is a folder', put: (path) => mkdirSync(path) },
  { what: 'is a device', put: (path) => symlinkSync('/dev/zero', path) },
  { what: 'is a symlink to a file that does not exist', put: (path) => symlinkSync('gone', path) },
  { what: 'is a symlink to a file that does not exist', put: (path) => symlinkSync('.env', path) },
  { what: 'is not valid UTF-8', put: (path) => writeFileSync(path, Buffer.from('\ufeffFIRST=one\n', 'utf16le')) },
  { what: 'is larger than 4 MB', put: (path) => writeFileSync(path, 'FIRST=one\n'.repeat(400_001)) },
])('an .env that $what is reported and ignored', { timeout: 60_000 }, async ({ what, put }) => {
  const cwd = project()
  await put(join(cwd, '.env'))
  const { env, diagnostics } = await analyze(cwd)
  expect(env['FIRST']).toBeUndefined()
  expect(diagnostics.filter(({ code }) => code === 'dotenv-unreadable')).toEqual([
    expect.objectContaining({ message: expect.stringContaining(what) as string }),
  ])
  const check = await ryeChain(cwd, 'check')
  expect(check.out).toContain(what)
  const run = await ryeChain(cwd, 'run', 't', '--yes', '--no-lock')
  expect(run.err).toContain(`warning dotenv-unreadable: .env ${what}`)
})

test('an .env with a byte order mark, CRLF or CR line endings is read completely', async () => {
  for (const text of ['\ufeffFIRST=one\r\nSECOND=two\r\n', 'FIRST=one\rSECOND=two\r']) {
    const cwd = project()
    writeFileSync(join(cwd, '.env'), text)
    const { env, diagnostics } = await analyze(cwd)
    expect([env['FIRST'], env['SECOND']]).toEqual(['one', 'two'])
    expect(diagnostics.filter(({ code }) => code.startsWith('dotenv'))).toEqual([])
  }
})

test('UTF-16 without a byte order mark is reported by its null characters', async () => {
  const cwd = project()
  writeFileSync(join(cwd, '.env'), Buffer.from('FIRST=one\n', 'utf16le'))
  const { env, diagnostics } = await analyze(cwd)
  expect(env['FIRST']).toBeUndefined()
  expect(diagnostics.map(({ message }) => message).join()).toContain(
    'contains a null character, so no program can start',
  )
})

test('a missing .env, and an .env symlink inside the project, cause no finding', async () => {
  const cwd = project()
  expect((await analyze(cwd)).diagnostics.filter(({ code }) => code.startsWith('dotenv'))).toEqual([])
  writeFileSync(join(cwd, 'real.env'), 'FIRST=one\n')
  symlinkSync('real.env', join(cwd, '.env'))
  const { env, diagnostics } = await analyze(cwd)
  expect(env['FIRST']).toBe('one')
  expect(diagnostics.filter(({ code }) => code.startsWith('dotenv'))).toEqual([])
})

test.for(['file', 'folder'])(
  'an .env symlink to a target outside the project is read and reported: a symlink of a %s',
  async (way) => {
    const cwd = project()
    const outside = `${cwd}-outside`
    mkdirSync(outside)
    writeFileSync(join(outside, 'env'), 'FIRST=one\n')
    if (way === 'folder') symlinkSync(outside, join(cwd, 'folder'))
    symlinkSync(way === 'folder' ? 'folder/env' : join(outside, 'env'), join(cwd, '.env'))
    const { env, diagnostics } = await analyze(cwd)
    expect(env['FIRST']).toBe('one')
    const found = diagnostics.filter(({ code }) => code === 'dotenv-link-outside')
    expect(found.map(({ message }) => message)).toEqual([expect.stringContaining(join(outside, 'env'))])
    expect((await ryeChain(cwd, 'check')).out).toContain('dotenv-link-outside')
  },
)
