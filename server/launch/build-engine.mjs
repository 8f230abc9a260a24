// @ts-check
import { readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { build } from 'vite'
import { finished } from './processes.mjs'
import { LaunchProblem } from './root.cjs'

const nodeTypes = '/// <reference types="node" />\n'

/**
 * Builds the engine and the project API as modules for other programs, with their types.
 * @param {string} root The product's folder.
 * @param {string} made The target folder.
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
      rollupOptions: {
        input: [join(root, 'core/index.ts'), join(root, 'server/project/index.ts')],
        output: {
          // A bundler of a program can drop only whole modules, so the engine is not joined into one module.
          preserveModules: true,
          preserveModulesRoot: join(root, 'core'),
          // npm does not pack a folder with the name node_modules.
          entryFileNames: ({ name }) => `${name.replace(/(?:^|.*\/)node_modules\//, 'packages/')}.js`,
        },
      },
    },
    // CommonJS packages, which not every bundler can read.
    ssr: { noExternal: ['semver', '@babel/parser', 'picomatch', 'ipaddr.js'] },
  })
  const tsc = join(root, 'node_modules/typescript/bin/tsc')
  for (const settings of ['core', 'server/project'].map((folder) => `${folder}/tsconfig.types.json`)) {
    const code = await finished(process.execPath, [tsc, '-p', settings, '--outDir', made], { cwd: root })
    if (code !== 0) throw new LaunchProblem('Writing the types of the modules failed. See the message above.')
  }
  // The types of the project API refer to the engine's types in `made`, so this second copy is not needed.
  rmSync(join(made, 'core'), { recursive: true })
  for (const entry of readdirSync(made, { recursive: true, withFileTypes: true })) {
    if (!entry.name.endsWith('.d.ts')) continue
    const path = join(entry.parentPath, entry.name)
    const up = relative(dirname(path), made) || '.'
    // Declarations must import the built files of their neighbors, not the sources.
    const text = readFileSync(path, 'utf8')
      .replace(/((?:from|import\() ?['"])#core\/([\w-]+)/g, `$1${up}/$2/index.js`)
      .replace(/((?:from |import\()(['"]))(\.[^'"]*)\.ts\2/g, '$1$3.js$2')
    // The types of the project API use Node's types, which TypeScript 6 and later do not include by default.
    writeFileSync(path, path === join(made, 'server/project/index.d.ts') ? nodeTypes + text : text)
  }
}
