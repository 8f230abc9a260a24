import { fileURLToPath } from 'node:url'
import { build } from 'vite'
import { buildSandbox, policyOf } from '../../web/build/sandbox.ts'
import { serveFiles } from './static-server.ts'
import type { StaticServer } from './static-server.ts'

/**
 * Serve a page that contains only the simulator, as a static host would. `header`: whether the frame has its policy
 * header.
 */
export async function serveHarness(options: { readonly header: boolean } = { header: true }): Promise<StaticServer> {
  const [sandbox, script] = await Promise.all([buildSandbox(), bundleHarness()])
  return serveFiles((path) => {
    if (path === '/')
      return { body: page, headers: { 'content-type': 'text/html', 'content-security-policy': pagePolicy } }
    if (path === '/harness.js') return { body: script, headers: { 'content-type': 'text/javascript' } }
    const body = path.startsWith('/sandbox/') ? sandbox.get(path.slice('/sandbox/'.length)) : undefined
    if (body === undefined) return undefined
    if (!path.endsWith('.html')) return { body, headers: { 'content-type': 'application/octet-stream' } }
    const policy = options.header ? { 'content-security-policy': policyOf(sandbox) } : undefined
    return { body, headers: { 'content-type': 'text/html', ...policy } }
  })
}

const page = `<!doctype html><meta charset="utf-8"><title>Harness</title><link rel="icon" href="data:,">
<script src="harness.js" type="module"></script>`
const pagePolicy = "default-src 'self'; frame-src 'self'; connect-src 'self'; img-src data:; script-src 'self'"

async function bundleHarness(): Promise<string> {
  const result = await build({
    configFile: false,
    logLevel: 'warn',
    publicDir: false,
    build: {
      write: false,
      lib: { entry: fileURLToPath(new URL('../../web/simulate/harness.ts', import.meta.url)), formats: ['es'] },
    },
  })
  const output = Array.isArray(result) ? result[0] : result
  if (output === undefined || !('output' in output)) throw new Error('no harness')
  return output.output[0].code
}
