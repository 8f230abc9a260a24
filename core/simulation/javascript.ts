import { absentModules } from './absent-modules.ts'
import type { Command, Sign } from './lack.ts'

const noPrograms = 'the simulation of Node starts no other programs; a call of it throws ERR_NOT_SIMULATED'

const always: readonly Sign[] = [
  { find: asked('child_process'), because: noPrograms },
  ...Object.entries(absentModules).map(([name, why]) => ({ find: asked(name), because: `not simulated: ${why}` })),
  {
    find: new RegExp(String.raw`(?<![.\w])((?:fetch|WebSocket|EventSource)\s*\()`, 'g'),
    because: 'the simulation has no network',
  },
  {
    find: /(?:require|import|from)\s*\(?\s*['"][^'"]+(\.node)['"]/g,
    because: 'the simulation loads no native modules',
  },
  { find: /(process\.dlopen)/g, because: 'the simulation loads no native modules' },
  {
    find: /(?<![.\w$])((?:new )?(?:Atomics|Headers|FormData|Request|Response|MessageChannel|BroadcastChannel|PerformanceObserver)\b)(?=[.(])/g,
    because: 'the simulation does not have it',
  },
  {
    find: /\b(allowNegative)\s*:/g,
    because: 'the simulation has parseArgs of an older Node, which knows no options that begin with --no-',
  },
  {
    find: /(RegExp\.(?:\$[\d&_]|lastMatch|leftContext|rightContext))/g,
    because: 'the engine of the simulation keeps no last match',
  },
  {
    find: /\b((?:create)?[bB]rotli(?:Dec|C)ompress\w*)/g,
    because: 'the simulation has no Brotli',
  },
  { find: /(\bemitKeypressEvents|(?<=\.on\(\s*['"`])keypress)\b/g, because: 'the simulation has no terminal' },
  {
    find: /\b(Error\.prepareStackTrace|getCallSites?)\b/g,
    because: 'the engine of the simulation has no call sites, only stacks as text',
  },
  {
    find: /createHash\(\s*['"`](sm3|md5-sha1|ssl3-\w+)['"`]/gi,
    because: 'the simulation has MD5, SHA-1, SHA-2, SHA-3, BLAKE2 and RIPEMD-160',
  },
  {
    find: /(?<![\w$])((?:create|get)(?:(?:C|Dec)ipheriv|Ciphers|CipherInfo|Curves|Sign|Verify|DiffieHellman(?:Group)?|ECDH|(?:Private|Public)Key)|generate(?:Key|KeyPair|Prime)(?:Sync)?|(?:public|private)(?:En|De)crypt|checkPrime(?:Sync)?|X509Certificate|crypto\.(?:sign|verify)|subtle\.(?!digest\b)\w+)\b/g,
    because:
      'the simulation has no ciphers, keys, signatures and certificates, only hashes, HMAC, derived keys and random bytes',
  },
  { find: /(?<![\w$])(linkSync)\s*\(/g, because: 'a second name for a file is a copy in the simulation' },
  { find: /(?<![.\w])(WebAssembly)\b/g, because: 'the engine of the simulation has no WebAssembly' },
]

/** A request for one of Node's modules, however it is spelled. */
function asked(name: string): RegExp {
  return new RegExp(
    `(?:\\bfrom|\\bimport|\\brequire\\s*\\(|\\bimport\\s*\\(|getBuiltinModule\\s*\\()\\s*['"\`]((?:node:)?${name})['"\`]`,
    'g',
  )
}

/** The rows for a JavaScript tool; Node strips types by itself from 22.18 and 23.6, `tsx` always does. */
export function javascriptLacks({ command, nodeVersion }: Command, path: string): readonly Sign[] {
  const [major = 0, minor = 0] = nodeVersion.replace('v', '').split('.').map(Number)
  const stripsTypes = major > 23 || (major === 23 && minor >= 6) || (major === 22 && minor >= 18)
  const isRunner = command.slice(command.lastIndexOf('/') + 1) === 'tsx'
  if (isRunner || stripsTypes || !/\.[mc]?tsx?$/.test(path)) return always
  const because = `Node ${major} does not strip types, here and on the server: run it with tsx`
  return [...always, { find: /^(?=[^])/g, because: `a file of TypeScript; ${because}` }]
}
