import { installErrors } from './stacks.ts'

/** The first thing of all: what other modules extend and hold must already be what the program will see. */
installErrors()
const meanwhile = { global: globalThis, performance: { now: () => 0 }, process: { platform: 'linux' } }
for (const [name, value] of Object.entries(meanwhile))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
