import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { expect, test } from 'vitest'
import { npxCommand } from '#core/text'
import { productRoot } from '../engine/product.ts'
import { exampleFolder, freshFolder, ryeChain } from '../testing/directories.ts'
import { pages } from '../testing/documentation.ts'

// Every command in README.md and in the guides of docs/ runs, and prints what the page shows.

const readme = pages.get('README.md') ?? ''
const texts = [...pages]

/** Every match of a pattern, with its page. */
const matches = (pattern: RegExp): readonly (readonly [page: string, match: RegExpMatchArray])[] =>
  texts.flatMap(([page, text]) => [...text.matchAll(pattern)].map((match) => [page, match] as const))

test('README.md has at most 8 KB, and its sections are in the order of a first visit', () => {
  expect(Buffer.byteLength(readme)).toBeLessThanOrEqual(8192)
  expect([...readme.matchAll(/^## (.+)$/gm)].map(([, title]) => title)).toEqual([
    ...['Who it is for', 'Start', 'Your first two minutes', 'Make and run your own tool', 'Learn and teach'],
    ...['Everyday commands', 'Editors, agents and CI', 'Safety', 'How it works', 'Contributing', 'License'],
  ])
})

test('every documented npm command is a script', () => {
  const { scripts } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as { scripts: object }
  const named = matches(/\bnpm (?:run )?([a-z:]+)/g)
  expect(named.length).toBeGreaterThan(10)
  const ofNpm = ['pack', 'ci', 'exec', 'install', 'publish']
  const unknown = named.filter(([, [, name = '']]) => !ofNpm.includes(name) && !Object.hasOwn(scripts, name))
  expect(unknown.map(([page, [text]]) => `${page}: ${text}`)).toEqual([])
})

test('no page, configuration or source starts another package', () => {
  const { name, bin } = JSON.parse(readFileSync(join(productRoot, 'package.json'), 'utf8')) as {
    name: string
    bin: Readonly<Record<string, string>>
  }
  expect([...npxCommand]).toEqual(['npx', name])
  expect(bin[name]).toBe(bin['rye-chain'])
  const folders = ['docs', 'editors', 'deploy', 'examples', 'server', 'core', 'web', '.github']
  const kinds = /\.(?:md|ya?ml|json|html|mjs|cjs|ts|svelte)$/
  const files = folders
    .filter((folder) => existsSync(join(productRoot, folder)))
    .flatMap((folder) => readdirSync(join(productRoot, folder), { recursive: true, withFileTypes: true }))
    .filter((entry) => entry.isFile() && kinds.test(entry.name))
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => !/node_modules|\/corpus\//.test(path))
  expect(files.length).toBeGreaterThan(1000)
  const own = readdirSync(productRoot, { withFileTypes: true })
    .filter((entry) => entry.isFile() && kinds.test(entry.name))
    .map((entry) => join(productRoot, entry.name))
  const found = [...files, ...own].filter((path) => startsOther(readFileSync(path, 'utf8')))
  // Only the comment on the package name shows the unsafe form, as a warning.
  expect(found.map((path) => relative(productRoot, path))).toEqual(['core/text/shell-word.ts'])
  const unsafe = ['npx NAME check', 'npx --yes NAME', '["npx", "NAME"]', '"npx", "args": ["NAME"', 'bunx NAME']
  for (const text of unsafe) expect([text, startsOther(text.replace('NAME', 'rye-chain'))]).toEqual([text, true])
})

/** Whether a string starts the package `rye-chain`, in a shell, a list of words or a configuration. */
function startsOther(text: string): boolean {
  const words = text.replace(/["',[\]:]|\bargs\b/g, ' ')
  return /\b(?:npx|npm exec|pnpm dlx|yarn dlx|bunx)(?:\s+-(?!p\b|-package)[\w-]+)*\s+rye-chain(?![\w-])/.test(words)
}

interface Line {
  readonly words: readonly string[]
  readonly code: number
}

/**
 * The words and the exit code of a command without `npx rye-chain-playground`. The code is 0, unless the command ends
 * with a comment such as `# exits with 1`.
 */
function lineOf(text: string): Line {
  const [, command = '', code = '0'] = /^(.*?)(?: > \S+)?(?: # exits with (\d+))?$/.exec(text) ?? []
  const words = [...command.matchAll(/'([^']*)'|(\S+)/g)].map(([, quoted, bare]) => quoted ?? bare ?? '')
  return { words, code: Number(code) }
}

const commands = matches(/^npx rye-chain-playground (.+)$/gm).map(([page, [, line = '']]) => [page, line] as const)
/**
 * Excludes `run`, which starts a tool, and commands that run until they are stopped: pipes.test.ts and
 * http/serve.test.ts start these. pipelines.test.ts runs `hook` in a repository of its own.
 */
const lines = commands.filter(([, line]) => !/^(?:run|lsp|mcp|serve|worker|hook) (?!--help)/.test(line))

test('the documentation contains commands to try', () => expect(lines.length).toBeGreaterThan(15))

test.for(lines)('%s: the command rye-chain %s prints output and exits with the documented code', async ([, line]) => {
  const { words, code } = lineOf(line)
  const said = await ryeChain(productRoot, ...words)
  expect(said.code).toBe(code)
  expect(said.out).not.toBe('')
})

test('the documented walk stops, is saved, and resumes where it stopped', { timeout: 60_000 }, async () => {
  const folder = freshFolder()
  cpSync(join(productRoot, 'examples'), join(folder, 'examples'), { recursive: true })
  const [stops = '', resumes = '', ...more] = commands.flatMap(([, line]) => (line.startsWith('run ') ? [line] : []))
  const first = await ryeChain(folder, ...lineOf(stops).words)
  expect([first.code, first.err]).toEqual([lineOf(stops).code, expect.stringContaining('--resume stopped.json')])
  const second = await ryeChain(folder, ...lineOf(resumes).words)
  expect([second.code, second.out]).toEqual([0, expect.stringContaining('Three small words (3 words)')])
  expect(more).toEqual([])
})

test('the expectation in docs/expectations.md passes in the project that it names', async () => {
  const page = pages.get('docs/expectations.md') ?? ''
  const [, slug = '', expectation = ''] =
    /passes in `examples\/([\w-]+)\/project`:\n\n```yaml\n([^]*?)```/.exec(page) ?? []
  const folder = exampleFolder(slug, { 'project/.ai/expect/demo/greet.yaml': expectation })
  const { code, out } = await ryeChain(folder, 'expect', '--dir', 'project')
  expect([code, out]).toEqual([0, expect.stringContaining('1 expectation')])
})

/** The blocks of a page that form a terminal session: commands with their output, and functions to edit in a file. */
const sessions = texts.flatMap(([page, text]) => {
  const blocks = [...text.matchAll(/(?:In `([^`]+)`[^`]*(?:`\w+`[^`]*)?)?```(console|python)\n([^]*?)```/g)]
  return blocks.some(([, , language]) => language === 'console')
    ? [[page, blocks.map(([, file = '', language, block = '']) => ({ file, language, block }))] as const]
    : []
})

test('the documentation contains sessions to try', () => expect(sessions.map(([page]) => page)).toContain('README.md'))

/** Replace the first function in a file with this one. */
function replaceFunction(path: string, text: string): void {
  const [head = ''] = text.split('\n')
  const before = readFileSync(path, 'utf8')
  const after = before.replace(/^def \w+\(.*\):\n(?: .*\n)+/m, text)
  expect([before.includes(head), after]).not.toEqual([false, before])
  writeFileSync(path, after)
}

/**
 * Run one command of a session. Check its exit code, and that its output contains each shown line, in order; `...` at
 * the end of a line matches any text.
 */
async function follow(folder: string, command: string, shown: readonly string[]): Promise<void> {
  const [, made] = /^mkdir (\S+)$/.exec(command) ?? []
  if (made !== undefined) {
    mkdirSync(join(folder, made))
    return
  }
  const { words, code } = lineOf(command.replace(/^npx rye-chain-playground /, ''))
  const said = await ryeChain(folder, ...words)
  expect([command, said.code]).toEqual([command, code])
  let rest = said.out.split('\n')
  for (const line of shown.filter((one) => one !== '...' && one !== '')) {
    const at = rest.findIndex((one) => (line.endsWith('...') ? one.startsWith(line.slice(0, -3)) : one === line))
    expect([line, at === -1 ? rest : 'found']).toEqual([line, 'found'])
    rest = rest.slice(at + 1)
  }
}

test.for(sessions)('%s: its sessions print the documented output', { timeout: 120_000 }, async ([, blocks]) => {
  const folder = freshFolder()
  for (const { file, language, block } of blocks) {
    if (language === 'python') replaceFunction(join(folder, file), block)
    else
      for (const step of block.split(/^\$ /m).slice(1)) {
        const [command = '', ...shown] = step.split('\n')
        await follow(folder, command, shown)
      }
  }
})

test('every command and option in the tables exists', async () => {
  const rows = matches(/^\| `rye-chain (\w+)([^`]*)`/gm)
  expect(rows.length).toBeGreaterThan(20)
  for (const [page, [row, name = '', rest = '']] of rows) {
    if (name === 'serve') continue
    const { code, out } = await ryeChain(productRoot, name, '--help')
    expect([page, row, code]).toEqual([page, row, 0])
    for (const [option] of rest.matchAll(/--[\w-]+/g)) expect(out).toContain(option)
  }
})

test('every command has a row in docs/cli.md', async () => {
  const { out } = await ryeChain(productRoot, '--help')
  const all = [...out.matchAll(/^ {2}(\w+) {2,}/gm)].map(([, name = '']) => name)
  expect(all.length).toBeGreaterThan(20)
  expect(all.filter((name) => !pages.get('docs/cli.md')?.includes(`| \`rye-chain ${name}`))).toEqual([])
})

test('every file and folder that a page names exists', () => {
  const named = [
    ...matches(/\]\(([\w./-]+)/g).map(([page, [, path = '']]) => [page, join(dirname(page), path)] as const),
    ...matches(/`((?:core|web|server|examples|deploy)\/[\w./-]+)`/g).map(
      ([page, [, path = '']]) => [page, path] as const,
    ),
  ]
  expect(named.length).toBeGreaterThan(80)
  const missing = named.filter(([, path]) => !/NAME/.test(path) && !existsSync(join(productRoot, path)))
  expect(missing.map(([page, path]) => `${page}: ${path}`)).toEqual([])
})

test.for(['docs/teach.md', 'docs/first-tool.md'])('every bold label in %s occurs in the source of the page', (page) => {
  const sources = ['app', 'learn', 'panels', 'state'].flatMap((room) =>
    readdirSync(join(productRoot, 'web', room), { recursive: true, encoding: 'utf8' })
      .filter((name) => /\.(?:svelte|ts)$/.test(name))
      .map((name) => readFileSync(join(productRoot, 'web', room, name), 'utf8')),
  )
  const bold = [...(pages.get(page) ?? '').matchAll(/\*\*([^*]+)\*\*/g)].map(([, text = '']) => text)
  const labels = bold.filter((text) => !text.endsWith(':'))
  expect(labels.length).toBeGreaterThan(1)
  expect(labels.filter((label) => !sources.some((text) => text.includes(label)))).toEqual([])
})
