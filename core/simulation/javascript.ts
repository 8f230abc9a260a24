import { absentModules } from './absent-modules.ts'
import { absentNames, globalName } from './absent-names.ts'
import type { Command, Found, Sign } from './lack.ts'

const noPrograms = 'the simulated Node cannot start other programs; a call throws ERR_NOT_SIMULATED'

const always: readonly Sign[] = [
  { find: asked('child_process'), because: noPrograms },
  ...Object.entries(absentModules).map(([name, why]) => ({
    find: asked(name),
    because: `not in the simulation: ${why}`,
  })),
  ...Object.entries(absentNames).flatMap(([module, rows]) =>
    rows.map(({ names, common = [], because }) => ({ find: named(module, names, common), because })),
  ),
  {
    find: new RegExp(String.raw`(?<![.\w])((?:fetch|WebSocket|EventSource)\s*\()`, 'g'),
    because: 'the simulation has no network',
  },
  {
    find: /(?:\b(?:require|import)\s*\(|\bimport|\bfrom)\s*['"][^'"\n]+(\.node)['"]/g,
    because: 'the simulation cannot load native modules',
  },
  {
    find: /(?<![.\w$])((?:new )?(?:Atomics|Headers|FormData|Request|Response|MessageChannel|BroadcastChannel|PerformanceObserver)\b)(?=[.(])/g,
    because: 'not in the simulation',
  },
  {
    find: /\b(allowNegative)\s*:/g,
    because:
      'parseArgs in the simulation is from an earlier Node version and does not support options that begin with --no-',
  },
  {
    find: /(RegExp\.(?:\$[\d&_]|lastMatch|leftContext|rightContext))/g,
    because: 'QuickJS, the engine of the simulation, does not store the last match',
  },
  { find: /(?<=\.on\(\s*['"`])(keypress)\b/g, because: 'the simulation has no terminal' },
  {
    find: /\b(Error\.prepareStackTrace|getCallSites?)\b/g,
    because: 'QuickJS, the engine of the simulation, provides stacks only as text, without call sites',
  },
  {
    find: /createHash\(\s*['"`](sm3|md5-sha1|ssl3-\w+|shake\d+)['"`]|\boutputLength(?=\s*:)/gi,
    because: 'the simulation supports only MD5, SHA-1, SHA-2, SHA-3, BLAKE2 and RIPEMD-160',
  },
  {
    find: /\b(captureRejections|captureRejectionSymbol)\b/g,
    because: 'the simulation cannot catch rejections from listeners',
  },
  {
    find: calledIn(/\bzlib\b/, /\.(params|flush|reset)\s*\(/g),
    because: 'a stream of the simulated zlib keeps its settings, and writes its output at the end',
  },
  {
    find: calledIn(/['"`](?:node:)?fs\/promises['"`]/, /(?<!promises)\.(open)\s*\(/g),
    because: 'the simulation has no file handles; readFile, writeFile and appendFile take a path',
  },
  {
    find: /\burl\.(format)\((?=(?:[^(){}]|\([^()]*\))+,\s*\{)/g,
    because: 'url.format in the simulation has no options for a URL',
  },
  { find: /(?<=\.)(lastNeed|lastTotal|lastChar)\b/g, because: 'the simulated StringDecoder has only write and end' },
  { find: /(?<=\bDOMException\.)(\w+_ERR)\b/g, because: 'the simulated DOMException has only the names of errors' },
  { find: /\b(groupIndentation|ignoreErrors)\s*:/g, because: 'the simulated Console has only inspectOptions' },
  {
    find: /(Object\.defineProperty\(\s*process\.env)\b/g,
    because: 'the simulated process.env accepts every property',
  },
  {
    find: /\b(Symbol\.(?:dispose|asyncDispose))\b/g,
    because: 'the simulated timers have no method to dispose of them',
  },
  {
    find: /\b(?:completer|historySize|escapeCodeTimeout)(?=\s*:)|\bterminal\s*:\s*true|\bgetCursorPos(?=\s*\()/g,
    because: 'the simulation has no terminal',
  },
  {
    find: /\bprocess\.(?:config|debugPort)\b/g,
    because: 'not in the simulation, because tools rarely use it',
  },
  { find: /\b(bigint\s*:\s*true)/g, because: 'the simulated fs.Stats contain only numbers' },
  {
    find: calledIn(/\bzlib\b/, /[{,]\s*(dictionary|info|maxOutputLength)(?=\s*[:,}])/g),
    because: 'the simulated zlib has no dictionary and no limit, and returns only the data',
  },
  { find: calledIn(/\bzlib\b/, /\.(bytesRead)\b/g), because: 'the simulated zlib counts only bytesWritten' },
  { find: /\bstructuredClone\([^;]*?\b(transfer)\s*:/g, because: 'the simulated structuredClone only copies' },
  { find: /(?<=\.)(encodeInto)(?=\s*\()/g, because: 'the simulated TextEncoder has only encode' },
  { find: /\b(windows\s*:\s*true)/g, because: 'the simulation supports only Linux paths' },
  { find: /\bos\.constants\.(priority|dlopen)\b/g, because: 'the simulation runs only one program' },
  {
    find: /(?<![.\w])(WebAssembly)\b/g,
    because: 'QuickJS, the engine of the simulation, does not support WebAssembly',
  },
]

/** Uses of a method, in code that names its module or the function that returns its object. */
function calledIn(named: RegExp, method: RegExp): (code: string) => readonly Found[] {
  return (code) =>
    named.test(code) ? Array.from(code.matchAll(method), ({ 1: uses = '', index }) => ({ uses, index: index + 1 })) : []
}

/**
 * Uses of a module's names. A name that other programs also use is reported only after its module, as in
 * `fs.watch`, or in an import from the module.
 */
function named(
  module: string,
  names: readonly string[],
  common: readonly string[],
): (code: string) => readonly Found[] {
  const whose =
    module === globalName ? String.raw`(?:new\s+|instanceof\s+|${globalName}\.)` : `${module.split('/').at(-1)}\\.`
  const anywhere = [...names, ...common.map((name) => whose + name)]
  const direct = new RegExp(String.raw`(?<![\w$])(${anywhere.join('|')})\b`, 'g')
  return (code) => [
    ...Array.from(code.matchAll(direct), ({ 0: uses, index }) => ({ uses, index })),
    ...importedFrom(module, common, code),
  ]
}

/** The given names that the code imports in braces from the module, with `import` or `require`. */
function importedFrom(module: string, names: readonly string[], code: string): readonly Found[] {
  if (names.length === 0) return []
  const lists = /\{([^{}]*)\}\s*(?:from|=\s*(?:await\s+import|require)\s*\()\s*['"`](?:node:)?([\w/]+)['"`]/g
  const inList = new RegExp(`(?<![\\w$])(?:${names.join('|')})\\b`, 'g')
  return [...code.matchAll(lists)]
    .filter(([, , from]) => from === module)
    .flatMap(({ 1: list = '', index }) =>
      Array.from(list.matchAll(inList), (match) => ({ uses: match[0], index: index + 1 + match.index })),
    )
}

/** A pattern for any form of importing a Node module. */
function asked(name: string): RegExp {
  return new RegExp(
    `(?:\\bfrom|\\bimport|\\brequire\\s*\\(|\\bimport\\s*\\(|getBuiltinModule\\s*\\()\\s*['"\`]((?:node:)?${name})['"\`]`,
    'g',
  )
}

/** The command-line options before the script that the simulated Node does not have, each with its value. */
function ignoredOptions(args: readonly string[]): readonly string[] {
  const [first, second = ''] = args
  if (first?.startsWith('-') !== true) return []
  const [name = '', value] = first.split('=')
  const takesValue = /^(?:-r|-C|--(?:require|import|loader|experimental-loader|conditions|env-file))$/.test(name)
  const rest = ignoredOptions(args.slice(takesValue && value === undefined ? 2 : 1))
  if (name === '--unhandled-rejections') return [first, ...rest]
  if (!takesValue || (value ?? second) === 'tsx') return rest
  return [value === undefined ? `${name} ${second}` : first, ...rest]
}

/** The signs for a JavaScript tool. Node strips types since 22.18 and 23.6, and `tsx` always strips them. */
export function javascriptLacks({ command, args, nodeVersion }: Command, path: string): readonly Sign[] {
  const [major = 0, minor = 0] = nodeVersion.replace('v', '').split('.').map(Number)
  const stripsTypes = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  const isRunner = command.slice(command.lastIndexOf('/') + 1) === 'tsx'
  const options: Sign = {
    find: () => ignoredOptions(args).map((uses) => ({ uses, index: 0 })),
    because: 'the simulated Node has no such option',
  }
  const signs = [...always, options]
  if (isRunner || stripsTypes || !/\.[mc]?tsx?$/.test(path)) return signs
  const because = `Node ${major} does not strip types, neither in the simulation nor on the server; use tsx`
  return [...signs, { find: /^(?=[^])/g, because: `a TypeScript file; ${because}` }]
}
