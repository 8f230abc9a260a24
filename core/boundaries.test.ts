import { existsSync, readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative, resolve } from 'node:path'
import ts from 'typescript'
import { expect, test } from 'vitest'
import { circles } from './testing/circles.ts'

const root = join(import.meta.dirname, '..')

/** The engine folders with an index, which the rest of the product can import, as `#core/plan`. */
const indexes = readdirSync(join(root, 'core'))
  .filter((folder) => folder !== 'testing' && existsSync(join(root, 'core', folder, 'index.ts')))
  .map((folder) => `#core/${folder}`)

/** The imports that each folder allows, in addition to its own files. A pattern matches the whole import name. */
const allowedImports: Readonly<Record<string, { readonly packages: RegExp; readonly folders: readonly string[] }>> = {
  core: {
    packages:
      /^(?:yaml|semver\/functions\/parse\.js|semver\/classes\/semver\.js|valibot|smol-toml|@babel\/parser|sucrase|fflate|@noble\/(?:curves|hashes)\/[\w.]+)$/,
    folders: [],
  },
  server: {
    packages:
      /^(?:node:[\w/]+|hono(?:\/[\w-]+)*|@hono\/node-server|@modelcontextprotocol\/.+|valibot|@valibot\/to-json-schema|pino|prom-client|ipaddr\.js|unstorage.*|rate-limiter-flexible|tinypool|bullmq|ioredis|@opentelemetry\/(?:api|exporter-trace-otlp-http|resources|sdk-trace)|picomatch|diff|eventsource-parser|sarif|chokidar|vscode-(?:languageserver|jsonrpc)\/node|vscode-languageserver-textdocument|smol-toml)$/,
    folders: [...indexes, '#core/conformance'],
  },
  web: {
    packages:
      /^(?:svelte(?:\/.+)?|yaml|eventsource-parser(?:\/stream)?|monaco-editor(?:\/.+)?|memfs|minisearch|diff|@dagrejs\/dagre|fflate|idb|buffer\/(?:index\.js)?|virtual:[\w-]+|pyodide|quickjs-emscripten-core|@jitl\/.+|@everruns\/.+|acorn|sucrase|es-module-lexer\/minimal\/js|cjs-module-lexer|resolve\.exports|path-unified|@pkgjs\/parseargs|url\/url\.js|punycode\/punycode\.js|web-streams-polyfill|node-inspect-extracted|readable-stream\/.+|events\/events\.js|assert\/build\/.+|event-target-shim|pako|jq-wasm|@noble\/hashes\/[\w.]+)$/,
    folders: [
      ...indexes,
      '#core/parts/characters',
      '#core/parts/graphs',
      '#core/parts/javascript',
      '#core/parts/prose',
    ],
  },
}

/**
 * Exceptions to the allowed imports: the benchmarks measure the test inputs and the page's graph rendering, and the
 * simulation of Node imports Node types.
 */
const exceptions: ReadonlySet<string> = new Set([
  'server/bench/page.ts imports ../../core/testing/examples.ts',
  'server/bench/drawing.ts imports ../../web/graph/drawing.ts',
  'server/bench/drawing.ts imports ../../web/graph/layout.ts',
  'server/bench/drawing.ts imports ../../web/graph/plain-layout.ts',
  'server/bench/health.ts imports ../../core/testing/worst/inputs.ts',
  'server/bench/trees.ts imports ../../core/testing/worst/tree-parts.ts',
  'server/bench/trees.ts imports ../../core/testing/worst/trees.ts',
  'server/bench/worst.ts imports ../../core/testing/worst/inputs.ts',
  'web/simulate/node/layer/events-waiting.ts imports node:events',
  'web/simulate/node/layer/stream.ts imports node:stream',
])

/**
 * The subfolders of each top-level folder in the order of the pipeline: no folder imports from a later one. A file
 * outside the subfolders is listed by name. Unlisted files, such as `core/index.ts`, can import everything.
 */
const ordered: Readonly<Record<string, readonly string[]>> = {
  core: [
    ...[
      'limits.ts',
      'parts.ts',
      'work-budget.ts',
      'text',
      'rules',
      'trace.ts',
      'diagnostics',
      'input',
      'read',
      'workspace',
    ],
    ...['resolve', 'trust', 'plan', 'graph', 'answer', 'run', 'share', 'editor', 'impact', 'write', 'simulation'],
    ...['expect', 'learn', 'manual'],
  ],
  server: [
    ...[
      'plan.ts',
      'home.ts',
      'sync.ts',
      'turns.ts',
      'protocol',
      'sandbox',
      'primitives',
      'shares',
      'config-table.ts',
      'config.ts',
      'tracing',
      'engine',
      'run',
      'project',
    ],
    ...['queue', 'http', 'lsp', 'mcp', 'main.ts', 'cli', 'program', 'bench'],
  ],
  web: [
    'style',
    'files',
    'analysis',
    'state',
    'editor',
    'graph',
    'simulate',
    'run',
    'share',
    'docs',
    'panels',
    'learn',
    'app',
    'embed',
  ],
}

/**
 * Folders that each translate one interface into calls of the project. `server/program` starts them, and they do not
 * import each other.
 */
const interfaces = ['server/cli/', 'server/lsp/', 'server/mcp/', 'server/http/'] as const

/** Folders whose files can import each other in a cycle, each with the reason. */
const recursive: Readonly<Record<string, string>> = {
  'core/read/python': 'an expression contains expressions, a statement statements',
  'core/plan/schema': 'a schema contains schemas',
}

/** Programs that build the page. They run in Node. */
const buildTime = /^web\/build\//
const isTest = (path: string): boolean => /\.(?:test|spec)\.ts$|\/testing\/|^core\/conformance\//.test(path)

const sources = Object.keys(allowedImports).flatMap((folder) =>
  readdirSync(join(root, folder), { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.(?:ts|svelte)$/.test(entry.name) && !entry.parentPath.includes('bundles'))
    .map((entry) => relative(root, join(entry.parentPath, entry.name)).replaceAll('\\', '/')),
)
const product = sources.filter((path) => !isTest(path) && !buildTime.test(path))

/** Every module that a file imports, found by the TypeScript scanner. */
function importsOf(path: string): readonly string[] {
  const text = readFileSync(join(root, path), 'utf8')
  const scripts = path.endsWith('.svelte')
    ? [...text.matchAll(/<script[^>]*>([^]*?)<\/script>/g)].map(([, script]) => script ?? '')
    : [text]
  return scripts.flatMap((script) => ts.preProcessFile(script).importedFiles.map(({ fileName }) => fileName))
}

function code(path: string): string {
  const text = readFileSync(join(root, path), 'utf8')
  return text.replace(/\/\*[^]*?\*\//g, '').replace(/(^|\s)\/\/.*$/gm, '$1')
}

/** The imports of a file that break its folder's rule. */
function forbiddenImports(path: string): readonly string[] {
  const folder = path.slice(0, path.indexOf('/'))
  const allowed = allowedImports[folder]
  return importsOf(path).filter((name) => {
    if (allowed === undefined) return true
    const bare = name.replace(/\?.*$/, '')
    if (bare.startsWith('.')) return !relative(root, resolve(root, dirname(path), bare)).startsWith(`${folder}/`)
    return !allowed.packages.test(bare) && !allowed.folders.includes(bare)
  })
}

test('every listed top-level folder contains files', () => {
  for (const folder of Object.keys(allowedImports))
    expect(product.filter((path) => path.startsWith(`${folder}/`)).length).toBeGreaterThan(20)
})

/** Exports that the product does not import: the chain validator over plain dicts, which seed 003 calls. */
const forOthers: ReadonlySet<string> = new Set(['validateChain', 'PlainElement', 'PlainVerdict'])

test('every export of an index is imported outside the engine', () => {
  const namesIn = (lists: Iterable<RegExpMatchArray>): readonly string[] =>
    [...lists].flatMap(([, list = '']) => list.split(',').map((name) => name.replace(/^\s*(?:type\s+)?/, '').trim()))
  const offered = indexes.flatMap((folder) =>
    namesIn(readFileSync(join(root, folder.slice(1), 'index.ts'), 'utf8').matchAll(/^export (?:type )?\{([^}]*)\}/gm))
      .map((name) => name.split(' as ').at(-1) ?? '')
      .filter((name) => name !== ''),
  )
  const others = sources.filter((path) => !path.startsWith('core/') || path.startsWith('core/conformance/'))
  const imported = new Set(
    others.flatMap((path) =>
      namesIn(
        readFileSync(join(root, path), 'utf8').matchAll(
          /^\s*(?:import|export) (?:type )?\{([^}]*)\} from '#core\/[\w-]+'/gm,
        ),
      ).map((name) => name.split(' as ')[0] ?? ''),
    ),
  )
  expect(offered.length).toBeGreaterThan(200)
  expect(offered.filter((name) => !imported.has(name) && !forOthers.has(name))).toEqual([])
})

test('every file imports only modules that its folder allows', () => {
  const found = product
    .flatMap((path) => forbiddenImports(path).map((name) => `${path} imports ${name}`))
    .filter((one) => !exceptions.has(one))
  expect(found).toEqual([])
})

test('no file of the page imports the server, not even a test or a build script', () => {
  const found = sources.filter(
    (path) => path.startsWith('web/') && importsOf(path).some((name) => /(?:^|\/)server\//.test(name)),
  )
  expect(found).toEqual([])
})

test.for([
  { name: 'the clock', pattern: /\bDate\s*[.(]|\bnew Date\b|\bperformance\./ },
  { name: 'chance', pattern: /\bMath\.random\b|\bgetRandomValues\b/ },
  { name: 'the console', pattern: /\bconsole\./ },
  { name: 'the network', pattern: /(?<![#.])\bfetch\(|\bXMLHttpRequest\b|\bWebSocket\b/ },
  { name: 'a timer or a microtask', pattern: /\bsetTimeout\(|\bsetInterval\(|\bqueueMicrotask\(/ },
  { name: 'the process', pattern: /\bprocess\.|\bglobalThis\b|\bBuffer\b(?!:)/ },
])('core never uses $name', ({ pattern }) => {
  const found = product.filter((path) => path.startsWith('core/') && pattern.test(withoutTexts(code(path))))
  expect(found).toEqual([])
})

/** Source code without its string literals, such as the shell loader of a bundle. */
function withoutTexts(text: string): string {
  return text
    .replace(/'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g, "''")
    .replace(/`(?:\\.|[^`\\])*`/g, (literal) =>
      [...literal.matchAll(/\$\{([^}]*)\}/g)].map((match) => match[1]).join(' '),
    )
}

test('an index lists its exports, and every package import resolves to a file', () => {
  const { imports } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8')) as {
    imports: Record<string, string>
  }
  for (const path of Object.values(imports).filter((path) => !path.includes('*')))
    expect([path, existsSync(join(root, path))]).toEqual([path, true])
  for (const folder of indexes)
    expect(readFileSync(join(root, folder.slice(1), 'index.ts'), 'utf8')).not.toMatch(/export \* from/)
})

/** The product files that a file imports, including type imports. */
function importedFiles(path: string): readonly string[] {
  return importsOf(path)
    .filter((name) => name.startsWith('.'))
    .map((name) => relative(root, resolve(root, dirname(path), name.replace(/\?.*$/, ''))).replaceAll('\\', '/'))
    .filter((name) => known.has(name))
}

const known: ReadonlySet<string> = new Set(product)

function orderOf(path: string): number | undefined {
  const [folder = '', name = ''] = path.split('/')
  const place = ordered[folder]?.indexOf(name) ?? -1
  return place === -1 ? undefined : place
}

test('every listed folder exists', () => {
  for (const [folder, names] of Object.entries(ordered))
    for (const name of names) expect([folder, name, existsSync(join(root, folder, name))]).toEqual([folder, name, true])
})

test('every existing folder is listed', () => {
  const found = product.filter((path) => path.split('/').length > 2 && orderOf(path) === undefined)
  expect(found).toEqual([])
})

test('no folder imports from a later one', () => {
  const found = product.flatMap((path) =>
    importedFiles(path)
      .filter((other) => path.split('/')[0] === other.split('/')[0])
      .filter((other) => (orderOf(other) ?? -1) > (orderOf(path) ?? Infinity))
      .map((other) => `${path} imports ${other}`),
  )
  expect(found).toEqual([])
})

test('no interface imports another interface', () => {
  const found = product.flatMap((path) => {
    const own = interfaces.find((one) => path.startsWith(one))
    const others = interfaces.filter((one) => own !== undefined && one !== own)
    return importedFiles(path)
      .filter((other) => others.some((one) => other.startsWith(one)))
      .map((other) => `${path} imports ${other}`)
  })
  expect(found).toEqual([])
})

test('imports have no cycles, except in a recursive grammar', () => {
  const files = product
  const found = circles(new Map(files.map((path) => [path, importedFiles(path)])))
  expect(found.filter((files) => !files.every((file) => Object.hasOwn(recursive, dirname(file))))).toEqual([])
})
