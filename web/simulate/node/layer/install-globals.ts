import { installErrors } from './stacks.ts'

/** Install the error classes first, because other modules extend and store the classes that the program uses. */
installErrors()
const meanwhile = { global: globalThis, performance: { now: () => 0 }, process: { platform: 'linux' } }
for (const [name, value] of Object.entries(meanwhile))
  Object.defineProperty(globalThis, name, { value, writable: true, configurable: true, enumerable: false })
