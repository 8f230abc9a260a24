import { execFileSync, spawnSync } from 'node:child_process'
import {
  chmodSync,
  copyFileSync,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { builtCommandLine } from '../../testing/built-command.ts'
import { everyNth } from '../../../core/testing/nightly.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// A private machine: an ordinary user with a home directory, and secrets in it that only this user can read.
const commandLine = builtCommandLine()
const isRoot = process.getuid?.() === 0
const name = `rye-person-${process.pid}`
let home: string
let person: { readonly uid: number; readonly gid: number } | undefined

const secrets = [
  '.local/share/keyrings/k',
  '.cargo/credentials.toml',
  'go/src/own.go',
  '.pyenv/private',
  'w/.venv/notes',
]

const script = (text: string): string =>
  `__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/script"\n${text}\n`
const command = (config: object): string =>
  `version: "1.0.0"\nexecutor_id: rye/core/primitives/execute\nconfig: ${JSON.stringify(config)}\n`
/** A program that prints every secret of the home directory that it can read. */
const look = (): string => `import sys
print(sys.executable)
for path in ${JSON.stringify(secrets)}:
    try: print("read", open(${JSON.stringify(home)} + "/" + path).read())
    except OSError: pass`

beforeAll(() => {
  home = mkdtempSync('/var/tmp/rye-home-')
  put('w/.ai/tools/look.py', script(look()))
  for (const path of secrets) put(path, 'SECRET', 0o600)
  if (!isRoot) return
  // Other users cannot read the command line's folder, so open it.
  chmodSync(dirname(commandLine.words()[1] ?? ''), 0o755)
  execFileSync('useradd', ['--home-dir', home, '--no-create-home', '--shell', '/bin/sh', name])
  const number = (flag: string): number => Number(execFileSync('id', [flag, name]).toString())
  person = { uid: number('-u'), gid: number('-g') }
})
afterAll(() => {
  if (person) execFileSync('userdel', [name])
  rmSync(home, { recursive: true, force: true })
})

function put(path: string, text: string, mode = 0o644): string {
  const full = join(home, path)
  mkdirSync(dirname(full), { recursive: true })
  writeFileSync(full, text, { mode })
  return full
}

function copied(from: string, path: string): string {
  const full = put(path, '')
  copyFileSync(realpathSync(from), full)
  chmodSync(full, 0o755)
  return full
}

/** Run the command line as this user, with folders of the home directory first in the `PATH`. */
function rye(folders: readonly string[], ...words: readonly string[]) {
  if (person) execFileSync('chown', ['-R', `${person.uid}:${person.gid}`, home])
  const PATH = [...folders.map((folder) => join(home, folder)), '/usr/bin', '/bin'].join(':')
  const [program = '', ...args] = commandLine.words(...words)
  const { stdout, stderr, status } = spawnSync(program, args, {
    cwd: join(home, 'w'),
    env: { PATH, HOME: home },
    encoding: 'utf8',
    ...person,
  })
  return { out: stdout, err: stderr, code: status }
}
const readable = (text: string): readonly string[] =>
  [...text.matchAll(/The run can read (\S+),/g)].map(([, path = '']) => path.replace(`${home}/`, ''))

test.for(everyNth(['.local/bin', '.cargo/bin', 'go/bin', 'bin'], 2))(
  'a run sees an interpreter in %s as one file, without secrets next to it, as analyze lists',
  (folder) => {
    const python = copied('/usr/bin/python3', `${folder}/python3`)
    const ran = rye([folder], 'run', 'look', '--yes', '--no-lock')
    expect([ran.code, ran.out]).toEqual([0, `${python}\n`])
    expect(readable(ran.err)).toEqual([`${folder}/python3`])
    expect(readable(rye([folder], 'analyze', 'look').out)).toEqual([`${folder}/python3`])
  },
)

test('a mise shim starts the configured version', () => {
  copied('/bin/true', '.local/bin/mise')
  const python = copied('/usr/bin/python3', '.local/share/mise/installs/python/3.99.1/bin/python3')
  const shim = join(home, '.local/share/mise/shims/python3')
  mkdirSync(dirname(shim), { recursive: true })
  symlinkSync('../../../bin/mise', shim)
  put('.config/mise/config.toml', '[tools]\npython = "3.99"\n')
  const ran = rye(['.local/share/mise/shims'], 'run', 'look', '--yes', '--no-lock')
  expect([ran.code, ran.out]).toEqual([0, `${shim}\n`])
  expect(ran.err).toContain(`${shim} is a shim of mise that starts ${python}.\n`)
  expect(readable(ran.err)).toEqual(['.local/share/mise/installs/python/3.99.1/bin/python3'])
})

test('a pyenv shim starts the version that pyenv would start, and one without a version is reported before the run', () => {
  const shim = '#!/usr/bin/env bash\nexec "$HOME/.pyenv/libexec/pyenv" exec "${0##*/}" "$@"\n'
  for (const program of ['python3', 'python3.99']) put(`.pyenv/shims/${program}`, shim, 0o755)
  const searched = { interpreter: { type: 'system_binary', binary: 'python3', var: 'PY' } }
  put(
    'w/.ai/tools/found.yaml',
    `${command({ command: '${PY}', args: ['-c', look()] })}env_config: ${JSON.stringify(searched)}\n`,
  )
  put('w/.ai/tools/missing.yaml', command({ command: 'python3.99', args: ['-c', 'print(1)'] }))
  const place = join(home, '.pyenv/shims/python3')
  for (const item of ['look', 'found']) {
    const ran = rye(['.pyenv/shims'], 'run', item, '--yes', '--no-lock')
    expect([item, ran.code, ran.out]).toEqual([item, 0, `${place}\n`])
    expect(ran.err).toContain(`${place} is a shim of pyenv that starts /usr/bin/python3.\n`)
    expect(readable(ran.err)).toEqual([])
  }
  const missing = rye(['.pyenv/shims'], 'run', 'missing', '--yes', '--no-lock')
  const problem = `${place}.99 is a shim of pyenv, which has no version that a run can start.`
  expect([missing.code, missing.out, missing.err]).toEqual([1, '', expect.stringContaining(problem)])
  expect(rye(['.pyenv/shims'], 'analyze', 'missing').out).toContain(problem)
})

test('a run finds the packages of the project environment, and reports no change of it', () => {
  const venv = join(home, 'w/.venv')
  execFileSync('/usr/bin/python3', ['-m', 'venv', '--without-pip', venv])
  const [library = ''] = execFileSync('ls', [join(venv, 'lib')])
    .toString()
    .split('\n')
  put(`w/.venv/lib/${library}/site-packages/own.py`, 'name = "own"')
  put('w/.ai/tools/packages.py', script(`${look()}\nimport own\nprint(own.name, sys.prefix)`))
  const ran = rye([], 'run', 'packages', '--yes', '--no-lock', '--json')
  expect([ran.code, ran.err]).toEqual([0, expect.not.stringContaining('was changed')])
  expect(ran.out).toContain('/project/.venv/bin/python\\nown /project/.venv\\n')
  expect(readable(ran.err)).toEqual(['pyvenv.cfg', 'bin', `lib/${library}`].map((part) => `w/.venv/${part}`))
  rmSync(venv, { recursive: true })
})

test('a Node command-line program runs with its own package only', () => {
  copied(process.execPath, '.nvm/versions/node/own/bin/node')
  const folder = '.npm-global/lib/node_modules'
  put(
    `${folder}/tool/cli.js`,
    '#!/usr/bin/env node\nconsole.log(require("dep"), require("fs").readdirSync(__dirname + "/.."))\n',
    0o755,
  )
  put(`${folder}/tool/package.json`, '{"dependencies": {"dep": "1"}}')
  put(`${folder}/tool/node_modules/dep/index.js`, 'module.exports = "dep"')
  put(`${folder}/other/.npmrc`, 'SECRET', 0o600)
  mkdirSync(join(home, '.npm-global/bin'), { recursive: true })
  symlinkSync(`../lib/node_modules/tool/cli.js`, join(home, '.npm-global/bin/tool'))
  put('w/.ai/tools/cli.yaml', command({ command: 'tool', args: [] }))
  const ran = rye(['.npm-global/bin', '.nvm/versions/node/own/bin'], 'run', 'cli', '--yes', '--no-lock')
  expect([ran.code, ran.out]).toEqual([0, "dep [ 'tool' ]\n"])
  expect([...readable(ran.err)].sort()).toEqual([`${folder}/tool`, '.nvm/versions/node/own/bin/node'].sort())
})
