// @ts-check
import { existsSync, renameSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'

/** What runs on Node, by the name of its file in `dist/node/`. */
const entries = {
  cli: 'server/cli/main.ts',
  bench: 'server/bench/main.ts',
  'analysis-worker': 'server/engine/analysis-worker.ts',
  'walk-worker': 'server/engine/walk-worker.ts',
}

/**
 * Bundle what runs on Node, dependencies left outside. The old files stay until the new ones are complete.
 * @param {string} root
 * @param {string} [kept] Where they come to lie.
 */
export async function buildNode(root, kept = join(root, 'dist/node')) {
  const made = `${kept}-${process.pid}`
  const input = Object.entries(entries).filter(([, path]) => existsSync(join(root, path)))
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: true,
      outDir: made,
      emptyOutDir: true,
      target: 'node20',
      minify: false,
      rollupOptions: { input: Object.fromEntries(input.map(([name, path]) => [name, join(root, path)])) },
    },
  })
  const old = `${kept}-old-${process.pid}`
  if (existsSync(kept)) renameSync(kept, old)
  renameSync(made, kept)
  rmSync(old, { recursive: true, force: true })
}
