import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { exampleFolder, ryeChain, ryeChainReading } from '../testing/directories.ts'

// Packs a project into a shareable link, and unpacks it again.

const greet = ['--dir', 'project', '--item', 'demo/greet'] as const

test('open restores the file of a shared directory, and refuses a folder that is not empty', async () => {
  const cwd = exampleFolder('hello-chain')
  const { out: link } = await ryeChain(cwd, 'share', ...greet, '--params', '{"name": "Ada"}')
  expect(link).toMatch(/^http:\/\/127\.0\.0\.1:4173\/#v1\./)
  expect(link.length).toBeLessThan(500)
  const opened = await ryeChain(cwd, 'open', link.trim(), '--to', 'copy')
  expect([opened.code, opened.out]).toEqual([0, expect.stringContaining('--item demo/greet')])
  const file = '.ai/tools/demo/greet.py'
  expect(readFileSync(join(cwd, 'copy/project', file))).toEqual(readFileSync(join(cwd, 'project', file)))
  expect((await ryeChain(cwd, 'open', link.trim(), '--to', 'copy')).err).toContain('is not empty')
})

test('a link is read from a file or standard input', async () => {
  const cwd = exampleFolder('hello-chain')
  const { out: link } = await ryeChain(cwd, 'share', ...greet)
  writeFileSync(join(cwd, 'link.txt'), link)
  expect((await ryeChain(cwd, 'open', '@link.txt', '--to', 'from-file')).code).toBe(0)
  expect((await ryeChainReading(link, cwd, 'open', '-', '--to', 'from-input')).code).toBe(0)
  const file = 'project/.ai/tools/demo/greet.py'
  for (const folder of ['from-file', 'from-input'])
    expect(readFileSync(join(cwd, folder, file))).toEqual(readFileSync(join(cwd, file)))
  const absent = await ryeChain(cwd, 'open', '@absent.txt', '--to', 'more')
  expect([absent.code, absent.err]).toEqual([
    2,
    expect.stringContaining('@absent.txt: the file cannot be read (ENOENT)'),
  ])
})

test('open, diff and lesson accept a link as copied from the page, mail or chat', async () => {
  const cwd = exampleFolder('hello-chain')
  const link = (await ryeChain(cwd, 'share', ...greet)).out.trim()
  const texts = [`${link}&why=%2Fplan%2Fargs%2F0`, `<${link}&amp;step=2>.`, `${link.slice(0, 90)}\n${link.slice(90)}`]
  for (const [index, text] of texts.entries()) {
    expect((await ryeChain(cwd, 'open', text, '--to', `copy-${index}`)).code).toBe(0)
    expect((await ryeChain(cwd, 'diff', text, 'project')).code).toBe(0)
    expect((await ryeChain(cwd, 'lesson', text)).err).toContain('has no lesson')
  }
})

test('a false positive among secrets can be allowed by name', async () => {
  const cwd = exampleFolder('hello-chain', {
    'project/.ai/tools/b.py': "SIGNING_KEY = 'f81bd4fae7dec11d0a76500a0c91e6bf'\n",
  })
  const refused = await ryeChain(cwd, 'share', ...greet)
  expect([refused.code, refused.err]).toEqual([1, expect.stringContaining('/project/.ai/tools/b.py:1  SIGNING_KEY')])
  expect((await ryeChain(cwd, 'share', ...greet, '--allow-secret', 'OTHER_KEY')).code).toBe(1)
  expect((await ryeChain(cwd, 'share', ...greet, '--allow-secret', 'SIGNING_KEY')).code).toBe(0)
})

test('share refuses secrets and omits private keys', async () => {
  const cwd = exampleFolder('hello-chain', { 'project/.env': 'API_KEY=very-private\n' })
  await ryeChain(join(cwd, 'project'), 'keys', 'new')
  const refused = await ryeChain(cwd, 'share', ...greet)
  expect([refused.code, refused.out]).toEqual([1, ''])
  expect(refused.err).toContain('/project/.env:1  API_KEY')
  expect(refused.err).not.toContain('very-private')
  const shared = await ryeChain(cwd, 'share', ...greet, '--leave-out', '.env', '--json')
  expect(shared.json<{ files: unknown }>().files).toEqual(['/project/.ai/tools/demo/greet.py'])
  const consented = await ryeChain(cwd, 'share', ...greet, '--with-secrets', '--json')
  expect(consented.json<{ files: unknown }>().files).toEqual(['/project/.ai/tools/demo/greet.py', '/project/.env'])
})
