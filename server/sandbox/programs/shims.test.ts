import { chmodSync, linkSync, mkdirSync, mkdtempSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { afterEach, beforeEach, expect, test } from 'vitest'
import { programAccess } from '../installations.ts'

let home: string
beforeEach(() => {
  home = mkdtempSync('/var/tmp/rye-shims-')
  chmodSync(home, 0o755)
})
afterEach(() => rmSync(home, { recursive: true, force: true }))

/**
 * Write files by their path in the home directory. Content that starts with `->` makes a symlink; a script or
 * `compiled` makes an executable.
 */
function tree(files: Readonly<Record<string, string>>): void {
  for (const [path, text] of Object.entries(files)) {
    const full = join(home, path)
    mkdirSync(dirname(full), { recursive: true })
    if (text.startsWith('->')) symlinkSync(text.slice(2), full)
    else writeFileSync(full, text, { mode: text.startsWith('#!') || text === 'compiled' ? 0o755 : 0o644 })
  }
}

const pyenv = '#!/usr/bin/env bash\nexec "$HOME/.pyenv/libexec/pyenv" exec "${0##*/}" "$@"\n'
const rbenv =
  '#!/usr/bin/env bash\nset -e\nprogram="${0##*/}"\nexport RBENV_ROOT="/r"\nexec "/usr/bin/rbenv" exec "$program" "$@"\n'
const asdf = '#!/usr/bin/env bash\n# asdf-plugin: nodejs 20.11.0\nexec asdf exec "node" "$@"\n'

test.for([
  {
    name: 'pyenv, global',
    shim: '.pyenv/shims/python3',
    files: {
      '.pyenv/shims/python3': pyenv,
      '.pyenv/version': '3.12.4\n',
      '.pyenv/versions/3.12.4/bin/python3': 'compiled',
    },
    starts: '.pyenv/versions/3.12.4/bin/python3',
  },
  {
    name: 'pyenv, of the project, the newest that fits',
    shim: '.pyenv/shims/python3',
    files: {
      '.pyenv/shims/python3': pyenv,
      '.pyenv/version': '3.12.4\n',
      '.pyenv/versions/3.12.4/bin/python3': 'compiled',
      '.pyenv/versions/3.9.9/bin/python3': 'compiled',
      '.pyenv/versions/3.9.18/bin/python3': 'compiled',
      'w/.python-version': '# ours\n3.9\n',
    },
    starts: '.pyenv/versions/3.9.18/bin/python3',
  },
  {
    name: 'pyenv, of the environment',
    shim: '.pyenv/shims/python3',
    env: { PYENV_VERSION: '3.8.1' },
    files: {
      '.pyenv/shims/python3': pyenv,
      'w/.python-version': '3.9',
      '.pyenv/versions/3.8.1/bin/python3': 'compiled',
      '.pyenv/versions/3.9/bin/python3': 'compiled',
    },
    starts: '.pyenv/versions/3.8.1/bin/python3',
  },
  {
    name: 'rbenv, with the name of the language',
    shim: '.rbenv/shims/ruby',
    files: {
      '.rbenv/shims/ruby': rbenv,
      '.ruby-version': 'ruby-3.3.1\n',
      '.rbenv/versions/3.3.1/bin/ruby': 'compiled',
    },
    starts: '.rbenv/versions/3.3.1/bin/ruby',
  },
  {
    name: 'asdf',
    shim: '.asdf/shims/node',
    files: {
      '.asdf/shims/node': asdf,
      '.tool-versions': 'ruby 3.3.1\nnodejs 20.11.0 # lts\n',
      '.asdf/installs/nodejs/20.11.0/bin/node': 'compiled',
    },
    starts: '.asdf/installs/nodejs/20.11.0/bin/node',
  },
  {
    name: 'mise, from its table of tools',
    shim: '.local/share/mise/shims/node',
    files: {
      '.local/bin/mise': 'compiled',
      '.local/share/mise/shims/node': '->../../../bin/mise',
      '.config/mise/config.toml': '[settings]\nx = "1"\n[tools]\npython = "3.12"\nnode = ["22", "20"]\n',
      '.local/share/mise/installs/node/22.1.0/bin/node': 'compiled',
      '.local/share/keyrings/k': 'secret',
    },
    starts: '.local/share/mise/installs/node/22.1.0/bin/node',
  },
  {
    name: 'mise, of the project',
    shim: '.local/share/mise/shims/node',
    files: {
      '.local/bin/mise': 'compiled',
      '.local/share/mise/shims/node': '->../../../bin/mise',
      '.config/mise/config.toml': '[tools]\nnode = "22"\n',
      'w/mise.toml': '[tools]\nnode = { version = "20" }\n',
      '.local/share/mise/installs/node/22.1.0/bin/node': 'compiled',
      '.local/share/mise/installs/node/20.2.0/bin/node': 'compiled',
    },
    starts: '.local/share/mise/installs/node/20.2.0/bin/node',
  },
  ...[
    '[tools.node]\nversion = "20"\n',
    'tools.node = "20"\n',
    "tools = { node = '20' }\n",
    '[tools]\nnode = [\n  "20", # lts\n  "22",\n]\n',
    '[tools] # ours\npython = "3.12" # node = "22"\nnode = "20" # "22"\n',
    '[tools]\n"core:node" = "prefix:20"\n',
    '[tools]\nnode = 20\n',
    '[tools]\nnode = [{ version = "20" }]\n',
  ].flatMap((text) =>
    ['mise.toml', '.mise.local.toml', 'mise/config.toml', '.mise/config.toml'].map((file) => ({
      name: `mise, of ${file}: ${JSON.stringify(text)}`,
      shim: '.local/share/mise/shims/node',
      files: {
        '.local/bin/mise': 'compiled',
        '.local/share/mise/shims/node': '->../../../bin/mise',
        '.config/mise/config.toml': '[tools]\nnode = "22"\n',
        [`w/${file}`]: text,
        '.local/share/mise/installs/node/22.1.0/bin/node': 'compiled',
        '.local/share/mise/installs/node/20.2.0/bin/node': 'compiled',
      },
      starts: '.local/share/mise/installs/node/20.2.0/bin/node',
    })),
  ),
  {
    name: 'volta',
    shim: '.volta/bin/node',
    files: {
      '.volta/bin/volta-shim': 'compiled',
      '.volta/bin/node': '->volta-shim',
      '.volta/tools/user/platform.json': '{"node": {"runtime": "18.1.0", "npm": null}}',
      '.volta/tools/image/node/18.1.0/bin/node': 'compiled',
    },
    starts: '.volta/tools/image/node/18.1.0/bin/node',
  },
  {
    name: 'rustup',
    shim: '.cargo/bin/cargo',
    files: {
      '.cargo/bin/rustup': 'compiled',
      '.cargo/bin/cargo': '->rustup',
      '.rustup/settings.toml': 'version = "12"\ndefault_toolchain = "stable-x86_64-unknown-linux-gnu"\n',
      '.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/cargo': 'compiled',
      '.cargo/credentials.toml': 'secret',
    },
    starts: '.rustup/toolchains/stable-x86_64-unknown-linux-gnu/bin/cargo',
  },
  {
    name: 'pyenv, of the system',
    shim: '.pyenv/shims/sh',
    files: { '.pyenv/shims/sh': pyenv, '.pyenv/version': 'system\n' },
    starts: '/usr/bin/sh',
  },
] as const)('$name: the shim resolves to the version of its manager', ({ shim, files, starts, ...more }) => {
  tree(files)
  const at = join(home, shim)
  const env = { PATH: `${dirname(at)}:/usr/bin:/bin`, ...('env' in more ? more.env : {}) }
  const onDisk = (path: string) => (path.startsWith('/project') ? join(home, 'w', path.slice(8)) : undefined)
  const target = starts.startsWith('/') ? starts : join(home, starts)
  for (const command of [at, shim.slice(shim.lastIndexOf('/') + 1)]) {
    const { installation, notes, problem } = programAccess({ command, env, cwd: null }, { onDisk, home })
    expect(problem).toBeUndefined()
    expect(notes).toEqual([expect.stringMatching(new RegExp(` is a shim of \\w+ that starts ${target}\\.$`))])
    expect(installation?.links).toEqual([{ at, to: target }])
    expect(installation?.shown).toEqual(starts.startsWith('/') ? [] : [{ from: target, at: target }])
  }
})

test.for([
  ['a version that is not installed', '.pyenv/shims/own', { '.pyenv/shims/own': pyenv, '.pyenv/version': '3.99\n' }],
  [
    'a version that is a path',
    '.pyenv/shims/own',
    { '.pyenv/shims/own': pyenv, '.pyenv/version': '../../x\n', 'x/bin/own': 'compiled' },
  ],
  ['a manager that has no files to read', '.proto/shims/own', { '.proto/shims/own': 'compiled' }],
] as const)('%s is reported before a run', ([, shim, files]) => {
  tree(files)
  const at = join(home, shim)
  const machine = { onDisk: () => undefined, home }
  expect(programAccess({ command: at, env: { PATH: '/usr/bin' }, cwd: null }, machine)).toMatchObject({
    installation: undefined,
    problem: expect.stringMatching(
      /own is a shim of (?:pyenv|proto), which has no version that a run can start/,
    ) as string,
  })
  const named = { command: 'sh', env: { PATH: `${dirname(at)}:/usr/bin` }, cwd: null }
  tree({ [join(dirname(shim), 'sh')]: shim.includes('pyenv') ? pyenv : 'compiled' })
  expect(programAccess(named, machine)).toMatchObject({
    problem: undefined,
    notes: [expect.stringMatching(/sh is a shim of .*a run can start\. \/usr\/bin\/sh is used\.$/) as string],
  })
})

test('a script with a missing interpreter is skipped, as by the system, and reported', () => {
  tree({ 'bin/own': '#!/gone/python3\n', 'bin/sh': '#!/gone/python3\n' })
  const [own, sh] = [join(home, 'bin/own'), join(home, 'bin/sh')]
  const machine = { onDisk: () => undefined, home }
  const lost = (path: string) => `${path} is a script for /gone/python3, which does not exist or is not executable.`
  expect(programAccess({ command: own, env: {}, cwd: null }, machine)).toMatchObject({
    installation: undefined,
    problem: lost(own),
  })
  expect(programAccess({ command: 'sh', env: { PATH: `${home}/bin:/usr/bin` }, cwd: null }, machine)).toMatchObject({
    ...{ problem: undefined, notes: [`${lost(sh)} /usr/bin/sh is used.`] },
  })
})

test('rustup as one file under several names is also a shim', () => {
  tree({ '.cargo/bin/rustup': 'compiled', 'project/rust-toolchain.toml': '' })
  linkSync(join(home, '.cargo/bin/rustup'), join(home, '.cargo/bin/rustc'))
  const command = join(home, '.cargo/bin/rustc')
  expect(programAccess({ command, env: {}, cwd: null }, { onDisk: () => undefined, home }).problem).toContain(
    'a shim of rustup',
  )
})
