import { expect, test, type Page } from '@playwright/test'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join, relative } from 'node:path'
import { pathToFileURL } from 'node:url'
import { parse } from 'yaml'
import { writeJson } from '#core/read'
import type { Snapshot, World } from '#core/workspace'
import { isNightly } from '../core/testing/nightly.ts'
import { root, startServer, type LocalServer } from './local-server.ts'
import { PlaygroundPage } from './pages.ts'

// Checks that the page's engine in a real browser, the command line and the server produce the same document.

type Draft = Snapshot & { readonly world: World }
type Json = null | boolean | number | string | readonly Json[] | { readonly [key: string]: Json }
type Fields = { readonly [key: string]: Json }

const recordedDrafts = isNightly ? 200 : 40
/** The newest bundle of each dialect, which the page and the command line use. */
const bundles = new Map<string, Snapshot['bundle']>(
  readdirSync(join(root, 'core/bundles'), { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name: id }) => {
      const version =
        readdirSync(join(root, 'core/bundles', id))
          .sort()
          .at(-1) ?? ''
      const { dialect } = recordOf(jsonOf(join(root, 'core/bundles', id, version, 'bundle.json')))
      return [String(dialect), { id, version }] as const
    }),
)

function jsonOf(path: string): Json {
  return JSON.parse(readFileSync(path, 'utf8')) as Json
}

function isRecord(value: Json | undefined): value is Fields {
  return typeof value === 'object' && value !== null && !Array.isArray(value)
}

function recordOf(value: Json | undefined): Fields {
  return isRecord(value) ? value : {}
}

function textsOf(value: Json | undefined): { readonly [name: string]: string } {
  const texts = Object.entries(recordOf(value)).filter(
    (entry): entry is [string, string] => typeof entry[1] === 'string',
  )
  return Object.fromEntries(texts)
}

function dialectOf(name: Json | undefined): Snapshot['dialect'] {
  return name === 'kiwi' || name === 'lilux' ? name : 'lillux'
}

/** Every goal of every example, as a page draft. */
function exampleDrafts(world: World): readonly Draft[] {
  const folder = join(root, 'examples')
  const slugs = readdirSync(folder).filter((slug) => existsSync(join(folder, slug, 'example.yaml')))
  return slugs.flatMap((slug) => {
    const example = recordOf(parse(readFileSync(join(folder, slug, 'example.yaml'), 'utf8')) as Json)
    const files = readdirSync(join(folder, slug), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => join(entry.parentPath, entry.name))
      .map((path) => [`/${relative(join(folder, slug), path)}`, readFileSync(path, 'utf8')] as const)
      .filter(([path]) => /^\/(?:project|user)\//.test(path))
    const also = Array.isArray(example['also']) ? example['also'] : []
    const own = recordOf(example['world'])
    return [example, ...also.map(recordOf)].map((goal): Draft => {
      const dialect = dialectOf(example['dialect'])
      return {
        format: 1,
        name: `example ${slug}: ${String(goal['item_id'])}`,
        dialect,
        search: example['search'] === 'global' ? 'global' : 'scoped',
        dev_mode: example['dev_mode'] === true,
        bundle: bundles.get(dialect)!,
        item_id: String(goal['item_id']),
        parameters: String(goal['parameters']),
        files: Object.fromEntries(files),
        world: { ...world, ...('environ' in own ? { environ: textsOf(own['environ']) } : {}) },
      }
    })
  })
}

/** An evenly spread sample of recorded workspaces, as drafts. Files of the system space move to the user space. */
function corpusDrafts(world: World): readonly Draft[] {
  const drafts = readdirSync(join(root, 'core/corpus')).flatMap((file) => {
    const cases = jsonOf(join(root, 'core/corpus', file))
    return Array.isArray(cases) ? cases.flatMap((one) => draftOfCase(recordOf(one as Json), world) ?? []) : []
  })
  const step = drafts.length / recordedDrafts
  return Array.from({ length: recordedDrafts }, (_, index) => drafts[Math.floor(index * step)]!)
}

function draftOfCase(one: Fields, world: World): Draft | undefined {
  const input = recordOf(one['input'])
  const { files, files_b64 } = recordOf(input['workspace'])
  const contents = [
    ...Object.entries(textsOf(files)),
    ...Object.entries(textsOf(files_b64)).map(([path, base64]) => [path, { base64 }] as const),
  ]
  const placed = new Map<string, Snapshot['files'][string]>()
  for (const [path, content] of contents)
    if (/^\/system\w*\//.test(path)) placed.set(path.replace(/^\/\w+/, '/user'), content)
  for (const [path, content] of contents) if (/^\/(?:project|user)\//.test(path)) placed.set(path, content)
  const tools = [...placed.keys()].filter((path) => path.includes('/.ai/tools/'))
  const [first] = tools.map((path) => path.replace(/^.*?\/tools\/|\.\w+$/g, ''))
  const item_id = typeof input['item_id'] === 'string' ? input['item_id'] : first
  if (item_id === undefined || tools.length === 0) return undefined
  const dialect = one['rev'] === 'feb18' ? 'lilux' : 'lillux'
  const environ = { PATH: '/usr/bin:/bin', HOME: '/home/u', ...textsOf(input['environ']) }
  return {
    format: 1,
    name: `${String(one['area'])} ${String(one['rev'])}/${String(one['name'])}`,
    dialect,
    search: 'scoped',
    dev_mode: environ['RYE_DEV_MODE' as keyof typeof environ] === '1',
    bundle: bundles.get(dialect)!,
    item_id,
    parameters: JSON.stringify(input['parameters'] ?? {}),
    files: Object.fromEntries(placed),
    world: { ...world, environ },
  }
}

interface Answer {
  readonly kind: string
  readonly answer?: unknown
  readonly analysis?: unknown
  readonly problem?: string
}

/** The document of each draft from the page's engine, as the text that the page copies. */
async function pageDocuments(page: Page, script: string, drafts: readonly Draft[]): Promise<readonly string[]> {
  const answers = await pageAnswers(page, script, drafts, undefined)
  return answers.map((text) => (text.startsWith('{') ? `${writeJson(JSON.parse(text), { indent: '  ' })}\n` : text))
}

/** The project problems of each draft in the page. */
async function pageProblems(page: Page, script: string, drafts: readonly Draft[]): Promise<readonly string[]> {
  const answers = await pageAnswers(page, script, drafts, { kind: 'project-problems' })
  return answers.map((text) => {
    const { problems } = (JSON.parse(text) as { readonly found: { readonly problems: readonly Problem[] } }).found
    return problemText(problems)
  })
}

/** The answer of the page's engine for each draft: its analysis, or the answer to a query. */
async function pageAnswers(
  page: Page,
  script: string,
  drafts: readonly Draft[],
  query: { readonly kind: string } | undefined,
): Promise<readonly string[]> {
  return page.evaluate(
    async ([url, asked, query]) => {
      const engine = new Worker(url, { type: 'module' })
      const texts: string[] = []
      const ask = (message: object, kind: string): Promise<Answer> =>
        new Promise((resolve) => {
          engine.onmessage = ({ data }: MessageEvent<Answer>) => data.kind === kind && resolve(data)
          engine.postMessage(message)
        })
      for (const snapshot of asked) {
        const { analysis, problem } = await ask({ kind: 'open', run: texts.length, snapshot, without: [] }, 'analysis')
        const { answer } = query
          ? await ask({ kind: 'query', id: texts.length, query }, 'answer')
          : { answer: analysis }
        texts.push(problem ?? JSON.stringify(answer))
      }
      engine.terminate()
      return texts
    },
    [script, drafts, query] as const,
  )
}

interface Problem {
  readonly entry: { readonly code: string; readonly at: unknown; readonly message: string; readonly severity: string }
  readonly items: readonly string[]
}

/** Problems as one sorted string, with one line per finding and item. */
function problemText(problems: readonly Problem[]): string {
  const lines = problems.flatMap(({ entry: { code, at, message, severity }, items }) =>
    items.map((id) => `${id} ${severity} ${code} ${JSON.stringify(at)} ${message}`),
  )
  return [...new Set(lines)].sort().join('\n')
}

/** The built program `rye-chain`, run in this process: a process per draft would take minutes. */
async function commandLine(): Promise<(argv: readonly string[], cwd: string) => Promise<string>> {
  const program: unknown = await import(pathToFileURL(join(root, 'dist/node/cli.js')).href)
  const { run } = program as typeof import('../server/program/main.ts')
  return async (argv, cwd) => {
    let printed = ''
    const io = {
      out: (text: string) => void (printed += text),
      err: (text: string) => void (printed += text),
      input: () => '',
      cwd,
      env: {},
      colors: false,
      now: () => new Date(),
      untilEnded: () => Promise.resolve(),
    }
    await run(argv, io)
    return printed
  }
}

/** The output of the command line for each draft. Each draft is first written to disk. */
async function onDisk(
  drafts: readonly Draft[],
  command: (draft: Draft) => readonly string[],
): Promise<readonly string[]> {
  const run = await commandLine()
  const texts: string[] = []
  const folder = mkdtempSync(join(tmpdir(), 'rye-documents-'))
  try {
    for (const [index, draft] of drafts.entries()) {
      const here = join(folder, String(index))
      for (const name of ['project', 'user']) mkdirSync(join(here, name), { recursive: true })
      for (const [path, content] of Object.entries(draft.files)) {
        mkdirSync(dirname(here + path), { recursive: true })
        writeFileSync(here + path, typeof content === 'string' ? content : Buffer.from(content.base64, 'base64'))
      }
      writeFileSync(join(here, 'world.json'), JSON.stringify(draft.world))
      const rules = ['--dialect', draft.dialect, '--search', draft.search, draft.dev_mode ? '--dev' : '--strict']
      const [name = '', ...words] = command(draft)
      const where = ['--dir', 'project', '--user', 'user', '--world', 'world.json']
      texts.push(await run([name, ...where, ...rules, ...words, '--json'], here))
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
  return texts
}

async function diskDocuments(drafts: readonly Draft[]): Promise<readonly string[]> {
  const texts = await onDisk(drafts, ({ item_id, parameters }) => [
    'analyze',
    '--item',
    item_id,
    '--params',
    parameters,
  ])
  // Only the command line appends the unsupported features of a simulation; the page shows them next to the button.
  return texts.map((text) => text.replace(/,\n {2}"simulation": [^]*\n\}(?=\s*$)/, '\n}'))
}

/** The report of `check` for each draft, including the failed expectations of its items. */
async function diskProblems(drafts: readonly Draft[]): Promise<readonly string[]> {
  const texts = await onDisk(drafts, () => ['check'])
  return texts.map((text) => {
    const { checks, expectations } = JSON.parse(text) as {
      readonly checks: readonly { readonly item_id: string; readonly diagnostics: readonly Problem['entry'][] }[]
      readonly expectations?: {
        readonly tests: readonly { readonly path: string; readonly item_id: string | null }[]
        readonly findings: readonly (Problem['entry'] & { readonly at: { readonly path: string } })[]
      }
    }
    const failed = (expectations?.findings ?? []).map((entry) => {
      const test = expectations?.tests.find(({ path }) => path === entry.at.path)
      return { entry, items: test?.item_id ? [test.item_id] : [] }
    })
    const found = checks.flatMap(({ item_id, diagnostics }) =>
      diagnostics.map((entry) => ({ entry, items: [item_id] })),
    )
    return problemText([...found, ...failed])
  })
}

interface PlanAnswer {
  readonly diagnostics: unknown
  readonly plan: unknown
}

/** Whether an interpreter search of the draft runs a program. Only the server runs such programs. */
function asksPrograms(text: string): boolean {
  const { trace } = JSON.parse(text) as { readonly trace: readonly { readonly step: string; readonly type?: string }[] }
  const types = trace.filter(({ step }) => step === 'resolve_interpreter').map(({ type = '' }) => type)
  return types.some((type) => ['system_binary', 'command', 'version_manager'].includes(type))
}

/** The server's plan for each draft, before a run. */
async function serverAnswers(page: Page, token: string, drafts: readonly Draft[]): Promise<readonly PlanAnswer[]> {
  const answers: PlanAnswer[] = []
  for (const draft of drafts) {
    const { item_id, dialect, parameters } = draft
    const data = { protocol: 1, workspace: draft, item_id, dialect, parameters: JSON.parse(parameters) as unknown }
    const answer = await page.request.post('/api/plan', { data, headers: { 'x-rye-token': token } })
    const { diagnostics, plan, message } = (await answer.json()) as PlanAnswer & { readonly message?: string }
    answers.push({ diagnostics: diagnostics ?? message, plan })
  }
  return answers
}

let server: LocalServer
test.beforeAll(async () => {
  test.setTimeout(180_000)
  server = await startServer('--requests-per-minute', '100000')
})
test.afterAll(() => server.stop())

/**
 * The world of the server's machine, for all three engines, because the server searches its own machine for programs.
 */
async function machine(page: Page): Promise<World> {
  const health = (await (await page.request.get('/api/health')).json()) as {
    readonly interpreters: readonly { readonly path: string }[]
  }
  const usual = ['/usr/bin/python3', '/usr/bin/node', '/usr/bin/bash', '/bin/bash', '/bin/sh', '/usr/bin/git']
  const files = [...usual.filter((path) => existsSync(path)), ...health.interpreters.map(({ path }) => path)]
  const environ = { PATH: '/usr/bin:/bin', HOME: '/home/you' }
  return { environ, files: [...new Set(files)], programs: [], path_separator: ':' }
}

test('for every example and a sample of recorded workspaces, page and command line have the same document, and the server the same plan', async ({
  browser,
}) => {
  test.setTimeout(300_000)
  const { origin, hash } = new URL(server.address)
  const page = await browser.newPage({ baseURL: origin })
  const engine = page.waitForEvent('worker', (worker) => worker.url().includes('worker'))
  await new PlaygroundPage(page).open(server.address)
  const world = await machine(page)
  const drafts = [...exampleDrafts(world), ...corpusDrafts(world)]
  const inPage = await pageDocuments(page, (await engine).url(), drafts)
  expect(differing(drafts, inPage, await diskDocuments(drafts))).toEqual([])

  const asked = drafts.filter((_, index) => !asksPrograms(inPage[index] ?? ''))
  expect(asked.length).toBeGreaterThan(drafts.length * 0.9)
  const parts = inPage
    .filter((text) => !asksPrograms(text))
    .map((text) => {
      const { plan, status, diagnostics } = JSON.parse(text) as PlanAnswer & { readonly status: string }
      return JSON.stringify({ diagnostics, plan: status === 'ready' ? plan : null })
    })
  const answers = await serverAnswers(page, hash.slice('#token='.length), asked)
  const served = answers.map(({ diagnostics, plan }) => JSON.stringify({ diagnostics, plan }))
  expect(differing(asked, parts, served)).toEqual([])
  await page.close()
})

test('the page lists the same problems of a project as the command line', async ({ browser }) => {
  test.setTimeout(300_000)
  const page = await browser.newPage({ baseURL: new URL(server.address).origin })
  const engine = page.waitForEvent('worker', (worker) => worker.url().includes('worker'))
  await new PlaygroundPage(page).open(server.address)
  const world = await machine(page)
  const drafts = [...exampleDrafts(world), ...corpusDrafts(world)]
  const inPage = await pageProblems(page, (await engine).url(), drafts)
  expect(new Set(inPage).size).toBeGreaterThan(drafts.length / 2)
  expect(differing(drafts, inPage, await diskProblems(drafts))).toEqual([])
  await page.close()
})

/** The names of the drafts with two different documents, each with its first difference. */
function differing(drafts: readonly Draft[], one: readonly string[], other: readonly string[]): readonly string[] {
  return drafts.flatMap(({ name }, index) => {
    const [a = '', b = ''] = [one[index], other[index]]
    if (a === b) return []
    let at = 0
    while (a[at] === b[at]) at++
    return [`${name}: ${a.slice(Math.max(0, at - 60), at + 60)} | ${b.slice(Math.max(0, at - 60), at + 60)}`]
  })
}
