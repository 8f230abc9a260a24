// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { finished } from './processes.mjs'
import { LaunchProblem } from './root.cjs'

/**
 * The engine as a module for others, and its types beside it.
 * @param {string} root
 * @param {string} made
 */
export async function buildEngine(root, made) {
  rmSync(made, { recursive: true, force: true })
  await build({
    configFile: false,
    root,
    logLevel: 'error',
    publicDir: false,
    build: {
      ssr: join(root, 'core/index.ts'),
      outDir: made,
      target: 'node20',
      minify: false,
      rollupOptions: { output: { entryFileNames: 'index.js' } },
    },
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  const code = await finished(process.execPath, [tsc, '-p', 'core/tsconfig.types.json', '--outDir', made], {
    cwd: root,
  })
  if (code !== 0) throw new LaunchProblem('The types of the engine could not be written. The message is above.')
  for (const entry of readdirSync(made, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    // A declaration names its neighbour as what it will be at run time, not as its source.
    writeFileSync(path, readFileSync(path, 'utf8').replace(/((?:from|import\() ?')(\.[^']*)\.ts'/g, "$1$2.js'"))
  }
}
