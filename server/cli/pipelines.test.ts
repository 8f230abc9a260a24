import { execFileSync, spawnSync } from 'node:child_process'
import { chmodSync, existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { delimiter, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { productRoot } from '../engine/product.ts'
import { buildWorker } from '../testing/worker-bundle.ts'
import { exampleFolder, freshFolder } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 120_000, hookTimeout: 120_000 })

// The snippets of docs/pipelines.md run unchanged in a repository. `npx rye-chain-playground` starts the command line
// of these sources.
const page = readFileSync(join(productRoot, 'docs/pipelines.md'), 'utf8')
const blocks = [...page.matchAll(/^```(\w+)\n([^]*?)^```$/gm)].map(([, language, text = '']) => ({ language, text }))
const yamls = blocks.filter(({ language }) => language === 'yaml').map(({ text }) => parse(text) as unknown)

let built: Awaited<ReturnType<typeof buildWorker>>
let bin = ''
beforeAll(async () => {
  built = await buildWorker('server/program/main.ts')
  bin = freshFolder()
  const program = `import(${JSON.stringify(pathToFileURL(built.path).href)}).then(({ run }) => run(process.argv.slice(2))).then((code) => { process.exitCode = code })`
  writeFileSync(join(bin, 'main.mjs'), program)
  writeFileSync(
    join(bin, 'npx'),
    `#!/bin/sh\n[ "$1" = --no ] && shift\nshift\nexec '${process.execPath}' '${join(bin, 'main.mjs')}' "$@"\n`,
  )
  chmodSync(join(bin, 'npx'), 0o755)
})
afterAll(() => built.remove())

const broken = '__version__ = "1.0.0"\n__executor_id__ = "rye/core/runtimes/python/scirpt"\n'

/** A project in a committed repository, whose branch also exists on a remote. */
function repository(): string {
  const cwd = join(exampleFolder('hello-chain'), 'project')
  const git = (...words: readonly string[]): void =>
    void execFileSync('git', ['-c', 'user.name=a', '-c', 'user.email=a@example.org', ...words], { cwd })
  git('init', '-q')
  git('add', '.')
  git('commit', '-qm', 'first')
  git('update-ref', 'refs/remotes/origin/main', 'HEAD')
  return cwd
}

const env = (cwd: string, more: Readonly<Record<string, string>> = {}): NodeJS.ProcessEnv => ({
  PATH: `${bin}${delimiter}/usr/bin${delimiter}/bin`,
  HOME: cwd,
  GIT_CONFIG_COUNT: '2',
  GIT_CONFIG_KEY_0: 'user.name',
  GIT_CONFIG_VALUE_0: 'a',
  GIT_CONFIG_KEY_1: 'user.email',
  GIT_CONFIG_VALUE_1: 'a@example.org',
  ...more,
})

const shell = (cwd: string, script: string, more?: Readonly<Record<string, string>>) =>
  spawnSync('bash', ['-e', '-c', script], { cwd, encoding: 'utf8', env: env(cwd, more) })

test('GitHub Actions: the workflow steps pass on a good project and fail on a broken tool', () => {
  const workflow = yamls[0] as { jobs: { check: { steps: readonly { run?: string; uses?: string }[] } } }
  const { steps } = workflow.jobs.check
  const [check = '', diff = ''] = steps.flatMap(({ run }) => (run && run !== 'npm ci' ? [run] : []))
  expect(steps.filter(({ uses }) => uses?.startsWith('actions/'))).toHaveLength(2)
  const cwd = repository()
  const summary = join(freshFolder(), 'summary')
  const more = { GITHUB_STEP_SUMMARY: summary, BASE: 'main' }
  expect([check, diff].map((step) => shell(cwd, step, more).status)).toEqual([0, 0])
  expect(JSON.parse(readFileSync(join(cwd, 'rye-chain.sarif'), 'utf8'))).toMatchObject({ version: '2.1.0' })
  expect(readFileSync(summary, 'utf8')).toContain('no difference')
  writeFileSync(join(cwd, '.ai/tools/demo/broken.py'), broken)
  const found = shell(cwd, check, more)
  expect([found.status, found.stdout]).toEqual([1, expect.stringContaining('::error file=.ai/tools/demo/broken.py')])
  expect(readFileSync(join(cwd, 'rye-chain.sarif'), 'utf8')).toContain('"level": "error"')
  expect(shell(cwd, diff, more).status).toBe(0)
  expect(readFileSync(summary, 'utf8')).toContain('demo/broken: only in .')
  // A failed comparison fails the step; it does not count as an empty difference.
  expect(shell(cwd, diff, { ...more, BASE: 'nowhere' }).status).not.toBe(0)
})

test('pre-commit: the hook entry detects a staged broken tool, and the pattern matches the files of a project', () => {
  const config = yamls[1] as { repos: readonly { hooks: readonly { entry: string; files: string }[] }[] }
  const { entry = '', files = '' } = config.repos[0]?.hooks[0] ?? {}
  const cwd = repository()
  expect(shell(cwd, entry).status).toBe(0)
  writeFileSync(join(cwd, '.ai/tools/demo/broken.py'), broken)
  expect(shell(cwd, entry).status).toBe(0)
  expect(shell(cwd, `git add . && ${entry}`).status).toBe(1)
  const paths = ['.ai/tools/a.py', 'app/.ai/tools/a.py', 'rye-chain.yaml', 'app/.env', 'src/a.py', 'a.ai/b']
  expect(paths.filter((path) => new RegExp(files).test(path))).toEqual(paths.slice(0, 4))
})

test('a git hook refuses a commit with a broken tool and accepts a good one', () => {
  const hook = blocks.find(({ language }) => language === 'sh')?.text ?? ''
  const cwd = repository()
  expect(shell(cwd, hook).status).toBe(0)
  writeFileSync(join(cwd, 'README'), 'x')
  expect(shell(cwd, 'git add . && git commit -qm good').status).toBe(0)
  writeFileSync(join(cwd, '.ai/tools/demo/broken.py'), broken)
  const good = broken.replace('scirpt', 'script')
  const path = join(cwd, '.ai/tools/demo/broken.py')
  const refused = shell(cwd, `git add . && echo '${good}' > ${path} && git commit -qm broken`)
  expect([refused.status, refused.stdout + refused.stderr]).toEqual([1, expect.stringContaining('executor-not-found')])
})

test('the table lists every schema, and every named file exists', () => {
  const named = [...page.matchAll(/\]\((schemas\/[\w/.-]+\.json)\)/g)].map(([, path = '']) => path)
  expect(named.filter((path) => !existsSync(join(productRoot, 'docs', path)))).toEqual([])
  const files = readdirSync(join(productRoot, 'docs/schemas/1')).map((name) => `schemas/1/${name}`)
  expect(named.toSorted()).toEqual(files.sort())
})
