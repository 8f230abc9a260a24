import { expect, test } from 'vitest'
import { loadQueue } from './queue-packages.ts'

const failing = (code: string, message: string) =>
  loadQueue(() => Promise.reject(Object.assign(new Error(message), { code })))

test.for([
  ['Node', 'ERR_MODULE_NOT_FOUND', "Cannot find package 'bullmq' imported from /app/dist/node/bull.js"],
  ['Yarn', 'MODULE_NOT_FOUND', 'rye-chain-playground tried to access ioredis (a peer dependency)'],
] as const)(
  'a package of the queue that %s cannot find is named with the command that installs it',
  async ([, code, message]) => {
    await expect(failing(code, message)).rejects.toThrow(
      'not installed. Install them next to this package: npm install bullmq ioredis',
    )
  },
)

test('other errors are passed on', async () => {
  await expect(failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'other'")).rejects.toThrow(/^Cannot find package/)
  await expect(failing('ECONNREFUSED', 'ioredis: refused')).rejects.toThrow(/^ioredis: refused/)
  await expect(loadQueue(() => Promise.resolve('loaded'))).resolves.toBe('loaded')
})
