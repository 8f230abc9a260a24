import { chmodSync, copyFileSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { hiddenFolder, installationOf } from './installations.ts'

// Not below /tmp, which every run has for itself.
const home = mkdtempSync('/var/tmp/rye-install-')
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

function program(path: string, text = 'ELF'): string {
  const full = join(home, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text, { mode: 0o755 })
  return full
}
const plan = (command: string, path = '/usr/bin:/bin') => ({
  primitive: 'execute' as const,
  command,
  args: [],
  env: { PATH: path },
  cwd: null,
  input: null,
  timeout: null,
})
const machine = { onDisk: () => undefined, home }

test('what every run sees needs nothing', () => {
  expect(installationOf(plan('/usr/bin/env'), machine)).toBeUndefined()
  expect(installationOf(plan('sh'), machine)).toBeUndefined()
  expect(installationOf(plan('no-such-program'), machine)).toBeUndefined()
})

test('a version manager: the folder above bin, and a link that leads there from elsewhere', () => {
  const node = program('.nvm/versions/node/v24/bin/node')
  const folder = dirname(dirname(node))
  expect(installationOf(plan(node), machine)).toEqual({ folders: [{ from: folder, at: folder }], links: [] })
  mkdirSync(join(home, '.local/bin'), { recursive: true })
  const link = join(home, '.local/bin/node')
  symlinkSync(node, link)
  expect(installationOf(plan('node', `${dirname(link)}:/usr/bin`), machine)).toEqual({
    folders: [{ from: folder, at: folder }],
    links: [{ at: link, to: node }],
  })
})

test('a home directory is never shown as a whole', () => {
  const own = program('bin/own')
  expect(installationOf(plan(own), machine)?.folders).toEqual([{ from: dirname(own), at: dirname(own) }])
  const odd = program('odd')
  expect(installationOf(plan(odd), { ...machine, home: join(home, 'deeper/home') })?.folders).toEqual([
    { from: home, at: home },
  ])
})

test('a script in front of others is passed over', () => {
  const shim = program('shims/python', '#!/bin/sh\nexec manager "$@"\n')
  const real = program('.pyenv/versions/3.13/bin/python')
  const found = installationOf(plan('python', `${dirname(shim)}:${dirname(real)}`), machine)
  expect(found?.folders.map(({ from }) => from)).toEqual([dirname(dirname(real))])
})

test('an environment of the project stands at its place in the project, with the interpreter that it is made of', () => {
  const real = program('.local/share/uv/python/cpython/bin/python3.13')
  const environment = join(home, 'project/.venv')
  mkdirSync(join(environment, 'bin'), { recursive: true })
  writeFileSync(join(environment, 'pyvenv.cfg'), 'home = x\n')
  symlinkSync(real, join(environment, 'bin/python'))
  const onDisk = (path: string) => (path.startsWith('/project/') ? join(home, path) : undefined)
  expect(installationOf(plan('/project/.venv/bin/python'), { onDisk, home })).toEqual({
    folders: [
      { from: environment, at: '/project/.venv' },
      { from: dirname(dirname(real)), at: dirname(dirname(real)) },
    ],
    links: [],
  })
})

test('a program of the package manager of a project is reached by its link', () => {
  const real = program('project/node_modules/node/bin/node')
  mkdirSync(join(home, 'project/node_modules/.bin'), { recursive: true })
  symlinkSync('../node/bin/node', join(home, 'project/node_modules/.bin/node'))
  const onDisk = (path: string) => (path.startsWith('/project/') ? join(home, path) : undefined)
  expect(installationOf(plan('/project/node_modules/.bin/node'), { onDisk, home })).toEqual({
    folders: [{ from: dirname(dirname(real)), at: dirname(dirname(real)) }],
    links: [{ at: '/project/node_modules/.bin/node', to: real }],
  })
})

test.runIf(process.getuid?.() === 0)('a link in /usr/local/bin leads to an installation elsewhere', () => {
  const node = program('opt/node-22/bin/node')
  const link = `/usr/local/bin/rye-link-${process.pid}`
  symlinkSync(node, link)
  try {
    const folder = dirname(dirname(node))
    expect(installationOf(plan(link), machine)).toEqual({ folders: [{ from: folder, at: folder }], links: [] })
  } finally {
    rmSync(link)
  }
})

test.runIf(process.getuid?.() === 0)('root shows runs no folder that others may not enter', () => {
  const own = program('closed/deeper/own')
  chmodSync(join(home, 'closed'), 0o700)
  expect(installationOf(plan(own), machine)).toBeUndefined()
  expect(hiddenFolder(plan(own), machine)?.because).toContain(`not every user may enter ${join(home, 'closed')},`)
})

test('what lies below a place of the run itself cannot be shown', () => {
  const folder = mkdtempSync('/tmp/rye-install-')
  try {
    copyFileSync('/bin/true', join(folder, 'own'))
    chmodSync(join(folder, 'own'), 0o755)
    const own = plan(join(folder, 'own'))
    expect(installationOf(own, machine)).toBeUndefined()
    expect(hiddenFolder(own, machine)).toEqual({ folder, because: 'runs have a /tmp of their own' })
    expect(hiddenFolder(plan('own', `${folder}:/usr/bin`), machine)).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
