import { cpSync, existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { settingsTable } from '../config.ts'
import { productRoot } from '../engine/product.ts'
import { freshFolder, ryeChain } from '../testing/directories.ts'

const readme = readFileSync(join(productRoot, 'README.md'), 'utf8')
const matches = (pattern: RegExp): readonly RegExpMatchArray[] => [...readme.matchAll(pattern)]

test('every npm command is a script', () => {
  const { scripts } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as { scripts: object }
  const named = matches(/\bnpm (?:run )?([a-z]+)/g).map(([, name = '']) => name)
  expect(named.length).toBeGreaterThan(5)
  // Packing is npm's own.
  expect(named.filter((name) => name !== 'pack' && !Object.hasOwn(scripts, name))).toEqual([])
})

const wordsOf = (line: string): readonly string[] =>
  [...line.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
const commands = matches(/^npx rye-chain (.+)$/gm).map(([, line = '']) => line)
/** What goes on until it is ended is started in pipes.test.ts and http/serve.test.ts. */
const lines = commands.filter((line) => !/^(?:run|lsp|mcp|serve|worker) (?!--help)/.test(line))

test('there are commands to try', () => expect(lines.length).toBeGreaterThan(4))

test.for(lines)('rye-chain %s', async (line) => {
  const { code, out, err } = await ryeChain(productRoot, ...wordsOf(line))
  expect([code, err]).toEqual([0, ''])
  expect(out).not.toBe('')
})

test('the walk that is told of stops, is saved, and goes on where it stopped', { timeout: 60_000 }, async () => {
  const folder = freshFolder()
  cpSync(join(productRoot, 'examples'), join(folder, 'examples'), { recursive: true })
  const [stops = '', goesOn = '', ...more] = commands.filter((line) => line.startsWith('run '))
  const first = await ryeChain(folder, ...wordsOf(stops))
  expect([first.code, first.err]).toEqual([1, expect.stringContaining('go on with --resume stopped.json')])
  const second = await ryeChain(folder, ...wordsOf(goesOn))
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('Three small words (3 words)')])
  expect(more).toEqual([])
})

test('every command and option of the table exists', async () => {
  const rows = matches(/^\| `rye-chain (\w+)([^`]*)`/gm)
  expect(rows.length).toBeGreaterThan(10)
  for (const [row, name = '', rest = ''] of rows) {
    if (name === 'serve') continue
    const { code, out } = await ryeChain(productRoot, name, '--help')
    expect([row, code]).toEqual([row, 0])
    for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(out).toContain(option)
  }
})

test('the settings are those of the server: what rye-chain serve --help prints, between the marks', () => {
  const printed = /<!-- settings -->([^]*)<!-- \/settings -->/.exec(readme)?.[1] ?? ''
  // The formatter pads the cells.
  const cells = (table: string): string => table.replace(/-+/g, '-').replace(/ +/g, ' ').trim()
  expect(cells(printed)).toBe(
    cells(settingsTable()).replaceAll('|-|-|-|-|', '| - | - | - | - |').replaceAll('|-|-|-|', '| - | - | - |'),
  )
})

test('every file and folder that is named is there', () => {
  const named = [
    ...matches(/^\| `([\w/]+\/)` \|/gm).map(([, path = '']) => path),
    ...matches(/\]\(([\w./-]+)\)/g).map(([, path = '']) => path),
    ...matches(/`((?:core|web|server|examples)\/[\w./-]+)`/g).map(([, path = '']) => path),
  ]
  expect(named.length).toBeGreaterThan(8)
  expect(named.filter((path) => !/NAME|^dist/.test(path) && !existsSync(join(productRoot, path)))).toEqual([])
})
