import type { NodeProgram } from './node-program.ts'

/** The simulated modules. */
const modules = [
  ...['assert', 'assert/strict', 'buffer', 'console', 'crypto', 'events', 'fs', 'fs/promises', 'module', 'os', 'path'],
  ...[
    'perf_hooks',
    'process',
    'querystring',
    'readline',
    'readline/promises',
    'stream',
    'stream/consumers',
    'stream/promises',
    'stream/web',
  ],
  ...['string_decoder', 'timers', 'timers/promises', 'url', 'util', 'util/types', 'zlib'],
]

/** The most frequently used classes. Their methods are also compared. */
const prototypes = {
  'Buffer.prototype': 'Buffer.prototype',
  'EventEmitter.prototype': "require('events').prototype",
  'URL.prototype': 'URL.prototype',
  'URLSearchParams.prototype': 'URLSearchParams.prototype',
  'Readable.prototype': "require('stream').Readable.prototype",
  'Writable.prototype': "require('stream').Writable.prototype",
  'Hash.prototype': "require('crypto').Hash.prototype",
  'fs.Stats.prototype': "require('fs').Stats.prototype",
  'console.Console.prototype': "new (require('console').Console)(process.stdout)",
}

/** Prints the property names of every module and prototype. */
export const exportsProgram: NodeProgram = {
  args: ['names.js'],
  files: {
    'names.js': `const names = {}
for (const name of ${JSON.stringify(modules)}) names[name] = Object.keys(require(name)).sort()
const owned = { ${Object.entries(prototypes)
      .map(([name, code]) => `${JSON.stringify(name)}: ${code}`)
      .join(', ')} }
for (const [name, value] of Object.entries(owned))
  names[name] = Object.getOwnPropertyNames(value).filter((key) => !key.startsWith('_')).sort()
require('fs').writeSync(1, JSON.stringify(names))`,
  },
}
