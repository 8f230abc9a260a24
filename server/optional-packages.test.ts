import { expect, test } from 'vitest'
import { loadOptional } from './optional-packages.ts'

const failing = (code: string, message: string) =>
  loadOptional('--queue', () => Promise.reject(Object.assign(new Error(message), { code })))

test.for([
  ['Node', 'ERR_MODULE_NOT_FOUND', "Cannot find package 'bullmq' imported from /app/dist/node/bull.js"],
  ['Yarn', 'MODULE_NOT_FOUND', 'rye-chain-playground tried to access ioredis (a peer dependency)'],
] as const)(
  'a package of the queue that %s cannot find is named with the command that installs it',
  async ([, code, message]) => {
    await expect(failing(code, message)).rejects.toThrow(
      '--queue needs the packages bullmq, ioredis, which are not installed. Install them next to this package: npm install bullmq ioredis',
    )
  },
)

test('the packages of OpenTelemetry are named for its option', async () => {
  const missing = Object.assign(new Error("Cannot find package '@opentelemetry/api'"), { code: 'ERR_MODULE_NOT_FOUND' })
  await expect(loadOptional('--otlp-endpoint', () => Promise.reject(missing))).rejects.toThrow(
    /^--otlp-endpoint needs .* npm install @opentelemetry\/api @opentelemetry\/exporter-trace-otlp-http /,
  )
})

test('other errors are passed on', async () => {
  await expect(failing('ERR_MODULE_NOT_FOUND', "Cannot find package 'other'")).rejects.toThrow(/^Cannot find package/)
  await expect(failing('ECONNREFUSED', 'ioredis: refused')).rejects.toThrow(/^ioredis: refused/)
  await expect(loadOptional('--queue', () => Promise.resolve('loaded'))).resolves.toBe('loaded')
})
