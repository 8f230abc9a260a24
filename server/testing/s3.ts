import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { freePort } from './redis.ts'

export interface TestS3 {
  /** The driver options for a bucket of this server. */
  readonly options: Readonly<Record<'endpoint' | 'bucket' | 'region' | 'accessKeyId' | 'secretAccessKey', string>>
  close(): Promise<void>
}

/**
 * A real server with the S3 API, on a free port of this machine. npm downloads it on demand, so only nightly tests use
 * it.
 */
export async function startTestS3(): Promise<TestS3> {
  const directory = mkdtempSync(join(tmpdir(), 'rye-s3-'))
  const port = await freePort()
  const bucket = 'links'
  const place = ['--directory', directory, '--address', '127.0.0.1', '--port', String(port)]
  const child = spawn('npx', ['--yes', 's3rver@3.7.1', ...place, '--configure-bucket', bucket], {
    stdio: ['ignore', 'pipe', 'inherit'],
    detached: true,
  })
  const ended = once(child, 'exit')
  await new Promise<void>((resolve, reject) => {
    child.stdout.on('data', (chunk: Buffer) => {
      if (chunk.includes('listening')) resolve()
    })
    void ended.then(() => reject(new Error('The S3 server ended before it listened.')))
  })
  return {
    options: {
      endpoint: `http://127.0.0.1:${port}`,
      bucket,
      region: 'us-east-1',
      accessKeyId: 'S3RVER',
      secretAccessKey: 'S3RVER',
    },
    async close() {
      if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL')
      await ended
      rmSync(directory, { recursive: true, force: true })
    },
  }
}
