// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { finished } from './processes.mjs'
import { LaunchProblem } from './root.cjs'

/**
 * The engine and the projects of a disk as modules for others, with their types.
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
      ssr: true,
      outDir: made,
      target: 'node20',
      minify: false,
      rollupOptions: { input: { index: join(root, 'core/index.ts'), project: join(root, 'server/project/index.ts') } },
    },
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  for (const settings of ['core', 'server/project'].map((folder) => `${folder}/tsconfig.types.json`)) {
    const code = await finished(process.execPath, [tsc, '-p', settings, '--outDir', made], { cwd: root })
    if (code !== 0) throw new LaunchProblem('The types of the modules could not be written. The message is above.')
  }
  // Those of a project name the ones of the engine, which were written before.
  rmSync(join(made, 'core'), { recursive: true })
  for (const entry of readdirSync(made, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    const up = relative(dirname(path), made) || '.'
    // A declaration names its neighbor as what it will be at run time, not as its source.
    const text = readFileSync(path, 'utf8')
      .replace(/((?:from|import\() ?['"])#core\/([\w-]+)/g, `$1${up}/$2/index.js`)
      .replace(/((?:from|import\() ?')(\.[^']*)\.ts'/g, "$1$2.js'")
    writeFileSync(path, text)
  }
}
