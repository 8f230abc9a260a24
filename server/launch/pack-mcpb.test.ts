import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { Validator, type Schema } from '@cfworker/json-schema'
import { Client } from '@modelcontextprotocol/client'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { unzipSync } from 'fflate'
import { expect, test } from 'vitest'
import { isNightly } from '../../core/testing/nightly.ts'
import { ryeChain } from '../testing/directories.ts'

// The files that registries and clients of MCP read.

const root = join(import.meta.dirname, '../..')
const read = <T>(path: string): T => JSON.parse(readFileSync(join(root, path), 'utf8')) as T
const product = read<{ name: string; version: string; license: string; mcpName: string }>('package.json')

interface Listed {
  readonly packages: readonly {
    readonly packageArguments: readonly { readonly type: string; readonly name?: string; readonly value?: string }[]
  }[]
}

/** The registry's rules of 2025-12-11 for a local server that npm installs. */
const listed: Schema = {
  type: 'object',
  additionalProperties: false,
  required: ['$schema', 'name', 'title', 'description', 'version', 'packages'],
  properties: {
    $schema: { const: 'https://static.modelcontextprotocol.io/schemas/2025-12-11/server.schema.json' },
    name: { type: 'string', minLength: 3, maxLength: 200, pattern: '^[a-zA-Z0-9.-]+/[a-zA-Z0-9._-]+$' },
    title: { type: 'string', minLength: 1, maxLength: 100 },
    description: { type: 'string', minLength: 1, maxLength: 100 },
    // A range or "latest" is refused.
    version: { type: 'string', maxLength: 255, pattern: '^\\d+\\.\\d+\\.\\d+$' },
    packages: {
      type: 'array',
      minItems: 1,
      items: {
        type: 'object',
        required: ['registryType', 'identifier', 'version', 'transport'],
        properties: {
          registryType: { const: 'npm' },
          version: { type: 'string', pattern: '^\\d+\\.\\d+\\.\\d+$' },
          transport: { type: 'object', required: ['type'], properties: { type: { const: 'stdio' } } },
          packageArguments: {
            type: 'array',
            items: {
              anyOf: [
                { required: ['type', 'value'], properties: { type: { const: 'positional' } } },
                { required: ['type', 'name'], properties: { type: { const: 'named' } } },
              ],
            },
          },
        },
      },
    },
  },
}

test('server.json follows the rules of the registry, and names this package', () => {
  const server = read<Listed>('deploy/mcp/server.json')
  expect(new Validator(listed).validate(server).errors).toEqual([])
  const { name, version, mcpName } = product
  expect(server).toMatchObject({ name: mcpName, version, packages: [{ identifier: name, version }] })
  for (const changed of [{ name: 'no-slash' }, { description: 'x'.repeat(101) }, { version: '^1.0.0' }])
    expect(new Validator(listed).validate({ ...server, ...changed }).valid).toBe(false)
})

test('the command line has the command and the options that server.json passes', async () => {
  const [{ packageArguments = [] } = {}] = read<Listed>('deploy/mcp/server.json').packages
  const [command = '', ...more] = packageArguments.flatMap(({ value }) => value ?? [])
  const options = packageArguments.flatMap(({ name }) => name ?? [])
  expect([command, more, options]).toEqual(['mcp', [], ['--root']])
  const { code, out } = await ryeChain(root, command, '--help')
  expect(code).toBe(0)
  for (const option of options) expect(out).toContain(`${option} `)
})

interface Manifest {
  readonly manifest_version: string
  readonly user_config: Readonly<Record<string, { readonly type: string; readonly title: string }>>
  readonly server: {
    readonly type: string
    readonly entry_point: string
    readonly mcp_config: { readonly command: string; readonly args: readonly string[] }
  }
}

/** The command line that a client starts, after it replaces the placeholders. */
function started({ server }: Manifest, folder: string, projects: string): readonly string[] {
  return server.mcp_config.args.map((word) =>
    word.replace('${__dirname}', folder).replace('${user_config.root}', projects),
  )
}

test('the manifest of the bundle names this version, and starts its entry point with the chosen folder', () => {
  const manifest = read<Manifest>('deploy/mcp/manifest.json')
  const { name, version, license } = product
  expect(manifest).toMatchObject({ manifest_version: '0.3', name, version, license, server: { type: 'node' } })
  expect(manifest.server.mcp_config.command).toBe('node')
  expect(started(manifest, '/bundle', '/projects')).toEqual([
    `/bundle/${manifest.server.entry_point}`,
    ...['mcp', '--root', '/projects'],
  ])
  expect(Object.keys(manifest.user_config)).toEqual(['root'])
  const { bin } = read<{ bin: Readonly<Record<string, string>> }>('package.json')
  expect(manifest.server.entry_point).toBe(join('node_modules', name, bin['rye-chain'] ?? ''))
})

test.runIf(isNightly)('the packer accepts the bundle, and its server answers', { timeout: 900_000 }, async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rye-mcpb-test-'))
  try {
    const target = join(folder, 'rye-chain.mcpb')
    const { packBundle } = (await import(pathToFileURL(join(import.meta.dirname, 'pack-mcpb.mjs')).href)) as {
      packBundle(root: string, target: string): Promise<void>
    }
    await packBundle(root, target)
    const bundle = join(folder, 'bundle')
    for (const [path, bytes] of Object.entries(unzipSync(readFileSync(target)))) {
      mkdirSync(dirname(join(bundle, path)), { recursive: true })
      if (!path.endsWith('/')) writeFileSync(join(bundle, path), bytes)
    }
    const manifest = JSON.parse(readFileSync(join(bundle, 'manifest.json'), 'utf8')) as Manifest
    const client = new Client({ name: 'bundle-test', version: '1.0.0' })
    const args = [...started(manifest, bundle, join(root, 'examples/hello-chain/project'))]
    await client.connect(new StdioClientTransport({ command: process.execPath, args }))
    const { tools } = await client.listTools()
    expect(tools.map(({ name }) => name)).toEqual(expect.arrayContaining(['check', 'execute', 'resolve']))
    await client.close()
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
