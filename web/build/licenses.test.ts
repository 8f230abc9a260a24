import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { licensesText, packageFolder } from './licenses.ts'

const modules = join(import.meta.dirname, '../../node_modules')
const textOf = (...names: readonly string[]): string => licensesText(names.map((name) => join(modules, name)))

test('packages are listed with their version, license and source, and with the license texts', () => {
  const text = textOf('svelte', 'yaml', 'monaco-editor')
  const version = (JSON.parse(readFileSync(join(modules, 'svelte/package.json'), 'utf8')) as { version: string })
    .version
  expect(text).toMatch(new RegExp(`^svelte ${version.replaceAll('.', '\\.')} {2}MIT {2}https://.*svelte`, 'm'))
  expect(text).toContain('Permission is hereby granted')
  expect(text).toContain('Permission to use, copy, modify')
  // The editor's notices include those of its third-party code.
  expect(text).toContain('THIRD-PARTY')
  expect(text).toMatch(/Character names of Unicode[^]*UNICODE LICENSE V3[^]*Permission is hereby granted/)
})

test('a package without a license file gets the standard text, and software inside it is listed', () => {
  expect(textOf('@everruns/bashkit-wasm')).toMatch(/Copyright \(c\) .+\n\nPermission is hereby granted/)
  expect(textOf('pyodide')).toMatch(/MPL-2\.0 {2}https:[^]*mozilla\.org\/MPL\/2\.0[^]*Python Software Foundation/)
})

test.for([
  { id: '/a/core/index.ts', folder: undefined },
  { id: '\0virtual:examples', folder: undefined },
  { id: '\0/a/node_modules/svelte/index.js?commonjs', folder: '/a/node_modules/svelte' },
  { id: 'C:\\a\\node_modules\\@b\\c\\d.js', folder: 'C:/a/node_modules/@b/c' },
  { id: '/a/node_modules/@b/c/node_modules/d/e.js', folder: '/a/node_modules/@b/c/node_modules/d' },
])('the package of the module $id is found', ({ id, folder }) => expect(packageFolder(id)).toBe(folder))
