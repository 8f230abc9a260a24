import { mkdtempSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { productRoot } from '../engine/product.ts'

/** A script for Node, built as the product builds its own, in a folder from which it finds the product's packages. */
export async function buildWorker(source: string): Promise<{ readonly path: string; remove(): void }> {
  const folder = mkdtempSync(join(productRoot, 'node_modules/.worker-'))
  await build({
    configFile: false,
    root: productRoot,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: folder,
      target: 'node20',
      minify: false,
      rollupOptions: { input: { worker: join(productRoot, source) } },
    },
  })
  return { path: join(folder, 'worker.js'), remove: () => rmSync(folder, { recursive: true, force: true }) }
}
