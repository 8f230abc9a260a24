import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { builtinModules, createRequire } from 'node:module'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { strFromU8, unzipSync } from 'fflate'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')

test('the packed VS Code extension is complete, and its script requires only modules of Node and the editor', async () => {
  const folder = mkdtempSync(join(tmpdir(), 'rye-vsix-'))
  try {
    const target = join(folder, 'rye-chain.vsix')
    const { packExtension } = (await import(pathToFileURL(join(import.meta.dirname, 'pack-vscode.mjs')).href)) as {
      packExtension(root: string, target: string): Promise<void>
    }
    await packExtension(root, target)
    const files = unzipSync(readFileSync(target))
    const { main, activationEvents, contributes } = JSON.parse(strFromU8(files['extension/package.json']!)) as {
      main: string
      activationEvents: readonly string[]
      contributes: { readonly yamlValidation: readonly { readonly url: string }[] }
    }
    expect(Object.keys(files)).toEqual(
      expect.arrayContaining(contributes.yamlValidation.map(({ url }) => `extension/${url.slice(2)}`)),
    )
    expect(activationEvents).toEqual(['workspaceContains:**/.ai/tools'])
    const script = strFromU8(files[`extension/${main.slice(2)}`]!)
    for (const [, type, path] of strFromU8(files['extension.vsixmanifest']!).matchAll(
      /Asset Type="(.+?)" Path="(.+?)"/g,
    ))
      expect([type, Object.keys(files)]).toEqual([type, expect.arrayContaining([path])])
    // At its start, the extension requires only modules of Node and the editor.
    const asked: string[] = []
    const own = createRequire(import.meta.url)
    const editor: unknown = new Proxy(class {}, {
      get: (target, name) => (name === 'version' ? '1.95.0' : name === 'prototype' ? target.prototype : editor),
      apply: () => editor,
    })
    const module = { exports: {} as Readonly<Record<string, unknown>> }
    const load = new Function('require', 'module', 'exports', script) as (
      require: (name: string) => unknown,
      module: object,
      exports: object,
    ) => void
    load(
      (name) => {
        asked.push(name)
        return name === 'vscode' ? editor : own(name)
      },
      module,
      module.exports,
    )
    expect(asked.filter((name) => name !== 'vscode' && !builtinModules.includes(name.replace(/^node:/, '')))).toEqual(
      [],
    )
    expect(asked).toContain('vscode')
    expect(Object.keys(module.exports).sort()).toEqual(['activate', 'deactivate'])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
})
