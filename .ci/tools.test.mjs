// @ts-check
import { chmodSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { spawnSync } from 'node:child_process'
import { afterAll, expect, test, vi } from 'vitest'
import { finished } from '../server/launch/processes.mjs'
import { root } from '../server/launch/root.cjs'
import { steps } from './steps.mjs'
import { ensureTools } from './tools.mjs'

/** @type {string[]} */
const made = []
afterAll(() => made.forEach((folder) => rmSync(folder, { recursive: true, force: true })))

/**
 * Create a folder with programs. Each program writes its arguments to a log and exits with 0.
 * @param {readonly string[]} programs
 */
function folderWith(programs) {
  const folder = mkdtempSync(join(tmpdir(), 'rye-tools-'))
  made.push(folder)
  writeFileSync(join(folder, 'log'), '')
  for (const name of programs) {
    writeFileSync(join(folder, name), `#!/bin/sh\necho "${name} $*" >> '${join(folder, 'log')}'\n`)
    chmodSync(join(folder, name), 0o755)
  }
  return folder
}

/**
 * Run `ensureTools`. Returns the commands that ran and the printed text.
 * @param {readonly string[]} chosen
 * @param {readonly string[]} programs
 * @param {Partial<import('./tools.mjs').Machine>} [machine]
 */
async function installed(chosen, programs, machine = {}) {
  const folder = folderWith(programs)
  const written = vi.spyOn(process.stderr, 'write').mockReturnValue(true)
  await ensureTools(chosen, {
    folders: [folder],
    asRoot: [],
    run: ([program = '', ...args]) => finished(join(folder, program), args, { cwd: root }),
    confirm: undefined,
    ...machine,
  })
  const text = written.mock.calls.map(([line]) => String(line)).join('')
  written.mockRestore()
  return { ran: readFileSync(join(folder, 'log'), 'utf8').trim().split('\n').filter(Boolean), text }
}

const never = () => Promise.reject(new Error('no question expected'))

test.for(['build', 'types', 'lint', 'corpus'])('%s needs no program and installs nothing', async (step) => {
  expect(steps.map(({ name }) => name)).toContain(step)
  expect(await installed([step], ['apt-get'], { confirm: never })).toEqual({ ran: [], text: '' })
})

test('unit installs the sandbox, Python and Redis, but no browser', async () => {
  const { ran, text } = await installed(['unit'], ['apt-get'])
  expect(ran).toEqual([
    'apt-get update -qq',
    'apt-get install -y --no-install-recommends -qq bubblewrap util-linux python3 redis-server',
  ])
  expect(text).toContain('bwrap is missing. It is required for the kernel sandbox.')
})

test('only missing programs are installed, and each optional browser separately', async () => {
  const programs = ['apt-get', 'bwrap', 'setpriv', 'python3', 'chromium', 'chromium-headless-shell', 'Xvfb']
  expect((await installed(['e2e'], programs)).ran).toEqual([
    'apt-get update -qq',
    'apt-get install -y --no-install-recommends -qq firefox-esr',
    'apt-get install -y --no-install-recommends -qq webkit2gtk-driver',
  ])
})

test.for([true, false])(
  'the missing packages are printed, a person is asked once, and the answer applies: %s',
  async (answer) => {
    /** @type {string[]} */
    const asked = []
    const { ran, text } = await installed(['unit'], ['apt-get', 'setpriv', 'python3', 'redis-server'], {
      confirm: () => Promise.resolve(asked.push('asked') > 0 && answer),
    })
    expect(asked).toEqual(['asked'])
    expect(text).toContain('To install with apt: bubblewrap\n')
    expect(ran.length).toBe(answer ? 2 : 0)
    expect(text.includes('Nothing was installed')).toBe(!answer)
  },
)

test('without root or without apt, the instructions for the installation are printed', async () => {
  const noRoot = await installed(['unit'], ['apt-get', 'setpriv', 'python3', 'redis-server'], { asRoot: undefined })
  expect(noRoot.ran).toEqual([])
  expect(noRoot.text).toContain('sudo apt-get install -y --no-install-recommends bubblewrap\n')
  const noApt = await installed(['unit'], [], { confirm: never })
  expect(noApt.text).toContain('package manager of this system')
})

test('an unknown step is reported by its name, with the known steps', () => {
  const { status, stderr } = spawnSync(process.execPath, ['.ci/test.mjs', 'lnit', '--yes'], {
    cwd: root,
    encoding: 'utf8',
  })
  expect([status, stderr]).toEqual([
    2,
    'Unknown step: lnit. Steps: build, types, lint, unit, corpus, e2e. Option: --yes.\n',
  ])
})
