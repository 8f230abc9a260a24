// @ts-check
import { copyFileSync, mkdtempSync, readdirSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { finished } from './processes.mjs'

/** The packer that validates and packs the bundle, in the version that this script was tested with. */
const packer = '@anthropic-ai/mcpb@2.1.2'

/**
 * Pack the MCP server with its packages as an .mcpb bundle, which a client installs without npm. Builds what is
 * missing, and loads the packer and the packages from npm. Throws if a step fails.
 * @param {string} root
 * @param {string} target
 */
export async function packBundle(root, target) {
  const made = mkdtempSync(join(tmpdir(), 'rye-mcpb-'))
  const bundle = join(made, 'bundle')
  try {
    await npm(['pack', '--silent', '--pack-destination', made], root)
    const [tarball = ''] = readdirSync(made).filter((name) => name.endsWith('.tgz'))
    const options = ['--prefix', bundle, '--omit=dev', '--omit=peer', '--ignore-scripts', '--no-audit', '--no-fund']
    await npm(['install', ...options, join(made, tarball)], made)
    // Agents use neither the page nor the types.
    const installed = join(bundle, 'node_modules/rye-chain-playground')
    for (const unused of ['dist/web', 'dist/engine']) rmSync(join(installed, unused), { recursive: true, force: true })
    copyFileSync(join(root, 'deploy/mcp/manifest.json'), join(bundle, 'manifest.json'))
    await npm(['exec', '--yes', `--package=${packer}`, '--', 'mcpb', 'pack', bundle, target], made)
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

/** @param {readonly string[]} words @param {string} cwd */
async function npm(words, cwd) {
  const code = await finished('npm', words, { cwd })
  if (code !== 0) throw new Error(`npm ${words[0]} exited with ${code}`)
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const target = join(root, 'dist/rye-chain.mcpb')
  await packBundle(root, target)
  process.stderr.write(`${target}\n`)
}
