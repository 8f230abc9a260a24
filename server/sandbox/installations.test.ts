import { chmodSync, copyFileSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { spawnSync } from 'node:child_process'
import { dirname, join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { installationOf, programAccess } from './installations.ts'

// Not in /tmp, because every run has its own /tmp.
const home = mkdtempSync('/var/tmp/rye-install-')
chmodSync(home, 0o755)
afterAll(() => rmSync(home, { recursive: true, force: true }))

function program(path: string, text = 'compiled'): string {
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

/** Write a tree of files; content that starts with `->` makes a symlink. */
function tree(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    if (text.startsWith('->')) symlinkSync(text.slice(2), full)
    else writeFileSync(full, text, { mode: text.startsWith('#!') || text === 'compiled' ? 0o755 : 0o644 })
  }
}
const shownOf = (command: string, path?: string) =>
  (installationOf(plan(command, path), machine)?.shown ?? []).map(({ at }) => at.replace(`${home}/`, '')).sort()
const inProject = (path: string) => (path.startsWith('/project') ? join(home, path) : undefined)

test('programs that every run sees need no extra files', () => {
  expect(installationOf(plan('/usr/bin/env'), machine)).toBeUndefined()
  expect(installationOf(plan('sh'), machine)).toBeUndefined()
  expect(installationOf(plan('no-such-program'), machine)).toBeUndefined()
})

test('a standalone program is one file, regardless of the files around it', () => {
  tree({ '.local/share/keyrings/k': 'secret', '.cargo/credentials.toml': 'secret', 'go/src/own.go': 'secret' })
  for (const path of ['.local/bin/jq', '.cargo/bin/rg', 'go/bin/tool', 'bin/own', 'odd', '.deno/bin/deno'])
    expect(shownOf(program(path))).toEqual([path])
})

test('a symlink to a program is also shown, after any number of steps', () => {
  const node = program('.nvm/versions/node/v24/bin/node')
  tree({ 'links/node': '->two', 'links/two': '->../current/bin/node', current: '->.nvm/versions/node/v24' })
  expect(installationOf(plan('node', `${join(home, 'links')}:/usr/bin`), machine)).toEqual({
    shown: [{ from: node, at: node }],
    links: ['links/node', 'links/two', 'current/bin/node'].map((link) => ({ at: join(home, link), to: node })),
    rooms: [],
  })
})

test('Python has the library on its search path, and no other files of the surrounding folder', () => {
  const library = { 'lib/python3.12/os.py': '', 'lib/python3.12/site-packages/x.py': '', 'share/secret': '' }
  const below = (folder: string) =>
    Object.fromEntries(Object.entries(library).map(([at, is]) => [`${folder}/${at}`, is]))
  tree({ ...below('.local/share/mise/installs/python/3.12.1'), ...below('py') })
  const mise = '.local/share/mise/installs/python/3.12.1'
  expect(shownOf(program(`${mise}/bin/python3.12`))).toEqual([`${mise}/bin/python3.12`, `${mise}/lib/python3.12`])
  expect(shownOf(program('py/bin/python3'))).toEqual(['py/bin/python3', 'py/lib/python3.12'])
  expect(shownOf(program('py/bin/python3.11'))).toEqual(['py/bin/python3.11'])
  tree({ 'conda/conda-meta/history': '', 'conda/.condarc': 'secret', 'conda/lib/libssl.so.3': '' })
  expect(shownOf(program('conda/bin/python3.10'))).toEqual(['conda/bin/python3.10', 'conda/lib'])
})

test('a language has its own files in the places where it installs them', () => {
  tree({
    'rb/lib/ruby/3.3.0/set.rb': '',
    'rb/lib/other': '',
    'jdk/release': '',
    'jdk/lib/modules': '',
    'jdk/notes': '',
  })
  tree({ 'pl/lib/5.38.0/strict.pm': '', 'sdk/src/runtime/a.go': '', 'sdk/VERSION': '', 'sdk/keys': '' })
  expect(shownOf(program('rb/bin/ruby'))).toEqual(['rb/bin/ruby', 'rb/lib/ruby'])
  expect(shownOf(program('jdk/bin/java'))).toEqual(['jdk/bin/java', 'jdk/lib', 'jdk/release'])
  expect(shownOf(program('pl/bin/perl'))).toEqual(['pl/bin/perl', 'pl/lib/5.38.0'])
  expect(shownOf(program('sdk/bin/go'))).toEqual(['sdk/VERSION', 'sdk/bin', 'sdk/src'])
})

test('a script has its interpreter and its package', () => {
  const node = program('.nvm/versions/node/v22/bin/node')
  tree({
    '.npm-global/lib/node_modules/tool/cli.js': '#!/usr/bin/env node\n',
    '.npm-global/lib/node_modules/tool/package.json': '{"dependencies": {"dep": "1"}}',
    '.npm-global/lib/node_modules/tool/node_modules/dep/index.js': '',
    '.npm-global/lib/node_modules/other/.npmrc': 'secret',
    '.npm-global/bin/tool': '->../lib/node_modules/tool/cli.js',
    'flat/node_modules/@a/tool/cli.js': '#!/usr/bin/env -S node --no-warnings\n',
    'flat/node_modules/@a/tool/package.json': '{"dependencies": {"dep": "1"}}',
    'flat/node_modules/dep/index.js': '',
    'flat/secret': '',
    'bin/single': '#!/usr/bin/env node\n',
  })
  const own = '.nvm/versions/node/v22/bin/node'
  const path = `${dirname(node)}:${join(home, '.npm-global/bin')}:/usr/bin`
  expect(shownOf('tool', path)).toEqual(['.npm-global/lib/node_modules/tool', own])
  expect(shownOf(join(home, 'flat/node_modules/@a/tool/cli.js'), path)).toEqual([own, 'flat/node_modules'])
  expect(shownOf(join(home, 'bin/single'), path)).toEqual([own, 'bin/single'])
})

test('a pipx tool has its own environment', () => {
  const venv = join(home, '.local/share/pipx/venvs/black')
  tree({
    '.local/share/pipx/venvs/black/pyvenv.cfg': 'home = /usr/bin\n',
    '.local/share/pipx/venvs/black/bin/black': `#!${venv}/bin/python\n`,
    '.local/share/pipx/venvs/black/bin/python': '->/usr/bin/python3',
    '.local/share/pipx/venvs/black/lib/python3.11/site-packages/black.py': '',
    '.local/share/pipx/venvs/black/pipx_metadata.json': '{}',
    '.local/bin/black': `->${venv}/bin/black`,
  })
  expect(shownOf('black', join(home, '.local/bin'))).toEqual(
    ['bin', 'lib/python3.11', 'pyvenv.cfg'].map((part) => `.local/share/pipx/venvs/black/${part}`),
  )
})

test('a project environment keeps its place in the project and has its base interpreter', () => {
  const real = program('.local/share/uv/python/cpython/bin/python3.13')
  tree({
    '.local/share/uv/python/cpython/lib/python3.13/os.py': '',
    '.local/share/uv/python/cpython-3.13': '->cpython',
    'project/.venv/pyvenv.cfg': `home = ${home}/.local/share/uv/python/cpython-3.13/bin\n`,
    'project/.venv/bin/python': `->${home}/.local/share/uv/python/cpython-3.13/bin/python3.13`,
    'project/.venv/bin/activate': '',
    'project/.venv/lib/python3.13/site-packages/x.py': '',
    'project/.venv/notes': 'secret',
  })
  const uv = join(home, '.local/share/uv/python')
  const found = installationOf(plan('/project/.venv/bin/python'), { onDisk: inProject, home })
  expect(found).toEqual({
    shown: [
      { from: join(home, 'project/.venv/pyvenv.cfg'), at: '/project/.venv/pyvenv.cfg' },
      { from: join(home, 'project/.venv/bin'), at: '/project/.venv/bin' },
      { from: join(home, 'project/.venv/lib/python3.13'), at: '/project/.venv/lib/python3.13' },
      { from: `${uv}/cpython/lib/python3.13`, at: `${uv}/cpython-3.13/lib/python3.13` },
      { from: real, at: real },
      { from: `${uv}/cpython/lib/python3.13`, at: `${uv}/cpython/lib/python3.13` },
    ],
    links: [{ at: `${uv}/cpython-3.13/bin/python3.13`, to: real }],
    rooms: ['/project/.venv'],
  })
})

test('a relative program path is resolved in the working directory of the run', () => {
  program('w/relative/bin/own')
  symlinkSync(program('w/own-place/tool'), join(home, 'w/relative/bin/linked'))
  program('far/tool')
  symlinkSync(join(home, 'far/tool'), join(home, 'w/relative/bin/far'))
  const onDisk = (path: string) => (path.startsWith('/project') ? join(home, 'w', path.slice(8)) : undefined)
  const before = process.cwd()
  process.chdir(join(home, 'w'))
  try {
    const of = (command: string, cwd: string | null) => installationOf({ ...plan(command), cwd }, { onDisk, home })
    const absolute = of('/project/relative/bin/far', null)
    expect(absolute?.shown).toEqual([{ from: join(home, 'far/tool'), at: join(home, 'far/tool') }])
    expect(of('relative/bin/far', null)).toEqual(absolute)
    expect(of('./relative/../relative/bin/far', '/project')).toEqual(absolute)
    expect(of('bin/far', '/project/relative')).toEqual(absolute)
    expect(of('relative/bin/far', '/project/elsewhere')).toBeUndefined()
  } finally {
    process.chdir(before)
  }
})

test('an environment made from a home folder shows no other files of that folder, and no symlink leads outside', () => {
  tree({
    'whole/pyvenv.cfg': 'home = /usr/bin\n',
    'whole/bin/python': '->/usr/bin/python3',
    'whole/bin/pip': `#!${home}/whole/bin/python\n`,
    'whole/bin/private': '#!/bin/sh\n# a password\n',
    'whole/share/keyrings/k': 'secret',
    'whole/lib/python3.11/site-packages/x.py': '',
    'whole/lib/python3.12': `->${home}/elsewhere`,
    'elsewhere/secret': '',
  })
  expect(shownOf(join(home, 'whole/bin/python'))).toEqual(['whole/bin/pip', 'whole/lib/python3.11', 'whole/pyvenv.cfg'])
})

test("a program of a project's package manager is reached through its symlink", () => {
  const real = program('project/node_modules/node/bin/node')
  tree({ 'project/node_modules/.bin/node': '->../node/bin/node' })
  expect(installationOf(plan('/project/node_modules/.bin/node'), { onDisk: inProject, home })).toEqual({
    shown: [{ from: real, at: real }],
    links: [{ at: '/project/node_modules/.bin/node', to: real }],
    rooms: [],
  })
})

test('a compiled program has only those of its declared libraries that are libraries', async (context) => {
  const library = join(home, 'app/lib/libown.so')
  const source = join(home, 'own.c')
  tree({ 'app/lib/x': '', 'app/bin/x': '', 'app/secret': '' })
  writeFileSync(
    source,
    '#ifdef LIB\nint own(void) { return 0; }\n#else\nint own(void); int main(void) { return own(); }\n#endif\n',
  )
  const built = [
    ['-shared', '-fPIC', '-DLIB', source, '-o', library],
    [source, library, '-Wl,-rpath,$ORIGIN/../lib', '-o', join(home, 'app/bin/own')],
  ].every((args) => spawnSync('cc', args).status === 0)
  if (!built) context.skip('there is no compiler here')
  expect(shownOf(join(home, 'app/bin/own'))).toEqual(['app/bin/own', 'app/lib/libown.so'])
  writeFileSync(library, 'no library')
  expect(shownOf(join(home, 'app/bin/own'))).toEqual(['app/bin/own'])
})

test.runIf(process.getuid?.() === 0)('a symlink in /usr/local/bin can lead to an installation elsewhere', () => {
  const node = program('opt/node-22/bin/node')
  const link = `/usr/local/bin/rye-link-${process.pid}`
  symlinkSync(node, link)
  try {
    expect(installationOf(plan(link), machine)).toEqual({ shown: [{ from: node, at: node }], links: [], rooms: [] })
  } finally {
    rmSync(link)
  }
})

test.runIf(process.getuid?.() === 0)('a server run by root shows no files that others cannot read', () => {
  const own = program('closed/deeper/own')
  chmodSync(join(home, 'closed'), 0o700)
  expect(installationOf(plan(own), machine)).toBeUndefined()
  expect(programAccess(plan(own), machine).problem).toContain(`other users cannot enter ${join(home, 'closed')},`)
})

test('a program in /tmp is not shown, because every run has its own /tmp', () => {
  const folder = mkdtempSync('/tmp/rye-install-')
  try {
    copyFileSync('/bin/true', join(folder, 'own'))
    chmodSync(join(folder, 'own'), 0o755)
    const own = plan(join(folder, 'own'))
    expect(installationOf(own, machine)).toBeUndefined()
    expect(programAccess(own, machine).problem).toContain(
      `The program needs ${folder}/own, but runs have their own /tmp.`,
    )
    expect(programAccess(plan('own', `${folder}:/usr/bin`), machine).problem).toBeUndefined()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})

test('a hard link of a program is not treated as a shim', () => {
  const real = program('multi/busy')
  linkSync(real, join(home, 'multi/ls'))
  expect(shownOf(join(home, 'multi/ls'))).toEqual(['multi/ls'])
})
