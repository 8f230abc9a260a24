import { execFileSync, spawnSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { productRoot, productVersion } from '../engine/product.ts'
import { everyCommand, services } from '../program/main.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { freshFolder } from '../testing/directories.ts'
import { helpOf } from './command.ts'
import { manPage } from './man-page.ts'

// The help of the command line: as a manual page, wrapped to the terminal, and with colors on request.

const commandLine = builtCommandLine()
const page = join(productRoot, 'docs/rye-chain.1')

test('docs/rye-chain.1 matches the commands, and the package installs it', async () => {
  await expect(manPage(await everyCommand(), services, productVersion)).toMatchFileSnapshot(page)
  const { man } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as { man: readonly string[] }
  expect(man).toEqual(['./docs/rye-chain.1'])
})

test.runIf(existsSync('/usr/bin/groff'))('groff formats the manual page without warnings', () => {
  const { status, stdout, stderr } = spawnSync('groff', ['-man', '-Tutf8', '-ww', '-P-c', page], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  // Bold text is printed as each character, a backspace and the character again.
  const plain = stdout.replace(/.\x08/gu, '')
  expect(plain).toContain('rye-chain check [PATH...] [OPTION]...')
  expect(plain).toContain('--statistics')
})

test("help is wrapped to the terminal's width, and is not wrapped elsewhere", async () => {
  for (const command of await everyCommand()) {
    const lines = helpOf(command, 80).split('\n').slice(1)
    expect([command.name, lines.filter((line) => line.length > 80 && line.trim().includes(' '))]).toEqual([
      command.name,
      [],
    ])
    expect(helpOf(command).replace(/\s+/g, ' ')).toBe(helpOf(command, 80).replace(/\s+/g, ' '))
  }
})

test.for([
  { env: {}, colors: false },
  { env: { FORCE_COLOR: '1' }, colors: true },
  { env: { FORCE_COLOR: '1', NO_COLOR: '1' }, colors: true },
  { env: { FORCE_COLOR: '0' }, colors: false },
  { env: { FORCE_COLOR: '' }, colors: false },
] as const)(
  'in a pipe with the environment $env, the output has colors: $colors',
  { timeout: 60_000 },
  ({ env, colors }) => {
    const [program = '', ...words] = commandLine.words('rules', 'chain-cycle')
    const cwd = freshFolder()
    const out = execFileSync(program, words, {
      cwd,
      env: { PATH: '/usr/bin:/bin', HOME: cwd, ...env },
      encoding: 'utf8',
    })
    expect(out.includes('\u001b[')).toBe(colors)
  },
)
