// @ts-check
import { mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { builtinModules } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { strToU8, zipSync } from 'fflate'
import { build } from 'vite'

/**
 * Pack the extension for VS Code as a .vsix. It contains one script that includes the protocol client, so it needs no
 * other packages.
 * @param {string} root
 * @param {string} target
 */
export async function packExtension(root, target) {
  const folder = join(root, 'editors/vscode')
  const schemas = join(root, 'docs/schemas/files')
  const made = mkdtempSync(join(tmpdir(), 'rye-vscode-'))
  try {
    await build({
      configFile: false,
      root,
      logLevel: 'error',
      publicDir: false,
      ssr: { noExternal: true },
      build: {
        ssr: join(folder, 'extension.mjs'),
        outDir: made,
        target: 'node20',
        rollupOptions: {
          external: ['vscode', ...builtinModules],
          output: { format: 'cjs', entryFileNames: 'extension.cjs' },
        },
      },
    })
    const text = (/** @type {string} */ path) => strToU8(readFileSync(path, 'utf8'))
    writeFileSync(
      target,
      zipSync({
        '[Content_Types].xml': strToU8(contentTypes),
        'extension.vsixmanifest': strToU8(manifest(JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')))),
        'extension/package.json': text(join(folder, 'package.json')),
        'extension/README.md': text(join(folder, 'README.md')),
        'extension/LICENSE.txt': text(join(root, 'LICENSE')),
        'extension/extension.cjs': text(join(made, 'extension.cjs')),
        ...Object.fromEntries(
          readdirSync(schemas).map((name) => [`extension/schemas/${name}`, text(join(schemas, name))]),
        ),
      }),
    )
  } finally {
    rmSync(made, { recursive: true, force: true })
  }
}

const contentTypes = `<?xml version="1.0" encoding="utf-8"?>
<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types"><Default Extension=".json" ContentType="application/json"/><Default Extension=".md" ContentType="text/markdown"/><Default Extension=".txt" ContentType="text/plain"/><Default Extension=".cjs" ContentType="application/javascript"/><Default Extension=".vsixmanifest" ContentType="text/xml"/></Types>
`

/** @param {{ name: string, displayName: string, description: string, publisher: string, version: string, engines: { vscode: string } }} about */
function manifest({ name, displayName, description, publisher, version, engines }) {
  return `<?xml version="1.0" encoding="utf-8"?>
<PackageManifest Version="2.0.0" xmlns="http://schemas.microsoft.com/developer/vsx-schema/2011">
  <Metadata>
    <Identity Language="en-US" Id="${name}" Version="${version}" Publisher="${publisher}"/>
    <DisplayName>${displayName}</DisplayName>
    <Description xml:space="preserve">${description}</Description>
    <Properties><Property Id="Microsoft.VisualStudio.Code.Engine" Value="${engines.vscode}"/></Properties>
    <License>extension/LICENSE.txt</License>
  </Metadata>
  <Installation><InstallationTarget Id="Microsoft.VisualStudio.Code"/></Installation>
  <Dependencies/>
  <Assets>
    <Asset Type="Microsoft.VisualStudio.Code.Manifest" Path="extension/package.json" Addressable="true"/>
    <Asset Type="Microsoft.VisualStudio.Services.Content.Details" Path="extension/README.md" Addressable="true"/>
  </Assets>
</PackageManifest>
`
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  const root = fileURLToPath(new URL('../..', import.meta.url))
  const target = join(root, 'dist/rye-chain.vsix')
  await packExtension(root, target)
  process.stderr.write(`${target}\n`)
}
