import { serve } from '../http/serve.ts'
import { readWorkerConfig, startWorker } from '../queue/worker-main.ts'
import { stopSignal } from '../main.ts'
import { literalEngine, testConfig } from './server.ts'

// A server or a worker in a separate process, which tests kill or suspend.
const [role = '', ...flags] = process.argv.slice(2)
const shares = ['--share-store', 'memory', '--web-dir', '/nowhere']

if (role === 'server') {
  const server = await serve(testConfig([...shares, ...flags]), literalEngine)
  process.stdout.write('ready\n')
  await stopSignal()
  await server.close()
} else {
  const read = readWorkerConfig(['--log-level', 'silent', ...flags], {})
  if (read.kind === 'refused') throw new Error(read.messages.join('\n'))
  const worker = await startWorker(read.config, () => literalEngine)
  process.stdout.write('ready\n')
  await stopSignal()
  await worker.close()
}
process.exit(0)
