import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The built site's file with the licenses of all packages that a browser downloads. */
const licensesFile = 'licenses.txt'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** The folders of the packages in the site. A build is one process, so all its parts share this set. */
const shipped = new Set<string>()

/** Record the packages of these modules. */
export function noteShipped(moduleIds: Iterable<string>): void {
  for (const id of moduleIds) {
    const folder = packageFolder(id)
    if (folder !== undefined) shipped.add(folder)
  }
}

/** The folder of a module's package; undefined for a module of this project. */
export function packageFolder(moduleId: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId.replaceAll('\\', '/').replace(/^\0+/, ''))?.[0]
}

/** Records the packages in the chunks of a worker, which has a separate build. */
export function notingShipped(): Plugin {
  return {
    name: 'rye-shipped',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') noteShipped(one.moduleIds)
    },
  }
}

/**
 * Emits the licenses of all recorded packages and packages with copied files. Add it after the plugins that record
 * packages.
 */
export function licenses(copied: readonly string[]): Plugin {
  return {
    name: 'rye-licenses',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') noteShipped(one.moduleIds)
      noteShipped(copied.map((name) => join(modules, name)))
      this.emitFile({ type: 'asset', fileName: licensesFile, source: licensesText([...shipped]) })
    },
  }
}

/**
 * List each package with its version, license and source, then the license text. Packages with the same text share one
 * copy.
 */
export function licensesText(folders: readonly string[]): string {
  const packages = folders.map(packageIn).sort((a, b) => (a.title < b.title ? -1 : 1))
  const byText = new Map<string, string[]>()
  for (const { title, text } of packages) byText.set(text, [...(byText.get(text) ?? []), title])
  return [
    'The page contains these packages. The license of the page itself is MIT.',
    '',
    ...packages.map(({ title, license, source }) => `${title}  ${license}${source === '' ? '' : `  ${source}`}`),
    ...[...byText, [unicodeLicense(), ['Character names of Unicode 16.0.0']] as const].flatMap(([text, titles]) => [
      '',
      '-'.repeat(80),
      titles.join(', '),
      '',
      text,
    ]),
    '',
  ].join('\n')
}

/** The license of the data in `core/read/python/character-data.ts`. */
function unicodeLicense(): string {
  return readFileSync(new URL('../../core/read/python/unicode-license.txt', import.meta.url), 'utf8').trim()
}

interface Shipped {
  readonly title: string
  readonly license: string
  readonly source: string
  readonly text: string
}

/** Software with a separate license inside a package, by package name. */
const within: Readonly<Record<string, string>> = {
  pyodide:
    'Contains CPython and its standard library, Copyright (c) Python Software Foundation, under the PSF License Version 2: https://docs.python.org/3/license.html',
}

/** The entry of a package. Throws if its license is unknown. */
function packageIn(folder: string): Shipped {
  const manifest = JSON.parse(readFileSync(join(folder, 'package.json'), 'utf8')) as {
    readonly name: string
    readonly version: string
    readonly license?: string
    readonly author?: string | { readonly name?: string }
    readonly repository?: string | { readonly url?: string }
  }
  const { name, version, license, author, repository } = manifest
  const files = readdirSync(folder).filter((file) =>
    /^(?:licen[cs]e|copying|notice|third-?party-?notices)\b/i.test(file),
  )
  const own = files.sort().map((file) => readFileSync(join(folder, file), 'utf8').trim())
  if (license === undefined && own.length === 0)
    throw new Error(`${name} ${version} declares no license, so the site cannot include it`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return {
    title: `${name} ${version}`,
    // The first line of a license text is its name.
    license: license ?? own[0]?.split('\n')[0] ?? '',
    source: (typeof repository === 'string' ? repository : (repository?.url ?? '')).replace(/^git\+/, ''),
    text: [
      ...(own.length > 0 ? own : [usual(name, license ?? '', holder)]),
      ...(within[name] === undefined ? [] : [within[name]]),
    ]
      .join('\n\n')
      .replaceAll('\r\n', '\n'),
  }
}

/**
 * The standard license text for a package without a license file.
 * @throws an error for a license that has no text here
 */
function usual(name: string, license: string, holder: string): string {
  if (license === 'MIT') return `Copyright (c) ${holder}\n\n${mitText()}`
  if (license === 'MPL-2.0')
    return 'This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/. Its source is at the address above.'
  if (license === 'Apache-2.0')
    return `Copyright (c) ${holder}\n\nLicensed under the Apache License, Version 2.0, available at https://www.apache.org/licenses/LICENSE-2.0`
  throw new Error(`${name} has no license text for ${license}: add it to ${import.meta.filename}`)
}

/** The text of the MIT license, from this project's own license file. */
function mitText(): string {
  const path = join(modules, '../LICENSE')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text.slice(text.indexOf('Permission is hereby granted')).trim()
}
