import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import type { Plugin } from 'vite'

/** The file of the built site with the licenses of everything that a browser gets. */
const licencesFile = 'licences.txt'

const modules = fileURLToPath(new URL('../../node_modules', import.meta.url))

/** Folders of the packages that the site contains parts of. A build is one process, so its parts can share this set. */
const shipped = new Set<string>()

/** Note the packages that modules come from, by their paths. */
export function noteShipped(moduleIds: Iterable<string>): void {
  for (const id of moduleIds) {
    const folder = packageFolder(id)
    if (folder !== undefined) shipped.add(folder)
  }
}

/** The folder of the package that a module belongs to, or undefined for one of our own. */
export function packageFolder(moduleId: string): string | undefined {
  return /^.*\/node_modules\/(?:@[^/]+\/)?[^/]+/.exec(moduleId.replaceAll('\\', '/').replace(/^\0+/, ''))?.[0]
}

/** Notes what a build puts into its chunks: for the workers, which are builds of their own. */
export function notingShipped(): Plugin {
  return {
    name: 'rye-shipped',
    apply: 'build',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') noteShipped(one.moduleIds)
    },
  }
}

/** Emits the licenses of all noted packages, and of packages whose files are copied. Must come after the plugins that note them. */
export function licences(copied: readonly string[]): Plugin {
  return {
    name: 'rye-licences',
    apply: 'build',
    enforce: 'post',
    generateBundle(_options, bundle) {
      for (const one of Object.values(bundle)) if (one.type === 'chunk') noteShipped(one.moduleIds)
      noteShipped(copied.map((name) => join(modules, name)))
      this.emitFile({ type: 'asset', fileName: licencesFile, source: licencesText([...shipped]) })
    },
  }
}

/** One page of text: each package with its version, licence and source, then the texts, each once for all that have the same. */
export function licencesText(folders: readonly string[]): string {
  const packages = folders.map(packageIn).sort((a, b) => (a.title < b.title ? -1 : 1))
  const byText = new Map<string, string[]>()
  for (const { title, text } of packages) byText.set(text, [...(byText.get(text) ?? []), title])
  return [
    'The page is made with these packages. Its own license is MIT.',
    '',
    ...packages.map(({ title, licence, source }) => `${title}  ${licence}${source === '' ? '' : `  ${source}`}`),
    ...[...byText, [unicodeLicence(), ['The names of characters in Unicode 16.0.0']] as const].flatMap(
      ([text, titles]) => ['', '-'.repeat(80), titles.join(', '), '', text],
    ),
    '',
  ].join('\n')
}

/** Of the data in `core/read/python/character-data.ts`. */
function unicodeLicence(): string {
  return readFileSync(new URL('../../core/read/python/unicode-license.txt', import.meta.url), 'utf8').trim()
}

interface Shipped {
  readonly title: string
  readonly licence: string
  readonly source: string
  readonly text: string
}

/** What runs inside of a package, and has a licence of its own. */
const within: Readonly<Record<string, string>> = {
  pyodide:
    'Holds CPython and its standard library, Copyright (c) Python Software Foundation, under the PSF License Version 2: https://docs.python.org/3/license.html',
}

/** The entry of a package; one without a known license stops the build. */
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
  if (license === undefined && own.length === 0) throw new Error(`${name} ${version} says nothing of its licence`)
  const holder = (typeof author === 'string' ? author : author?.name) ?? `the authors of ${name}`
  return {
    title: `${name} ${version}`,
    // The first line of a licence is its name.
    licence: license ?? own[0]?.split('\n')[0] ?? '',
    source: (typeof repository === 'string' ? repository : (repository?.url ?? '')).replace(/^git\+/, ''),
    text: [
      ...(own.length > 0 ? own : [usual(name, license ?? '', holder)]),
      ...(within[name] === undefined ? [] : [within[name]]),
    ]
      .join('\n\n')
      .replaceAll('\r\n', '\n'),
  }
}

/** The text of a licence for a package that comes without it. */
function usual(name: string, licence: string, holder: string): string {
  if (licence === 'MIT') return `Copyright (c) ${holder}\n\n${mitText()}`
  if (licence === 'MPL-2.0')
    return 'This Source Code Form is subject to the terms of the Mozilla Public License, v. 2.0: https://mozilla.org/MPL/2.0/. Its source is at the address above.'
  if (licence === 'Apache-2.0')
    return `Copyright (c) ${holder}\n\nLicensed under the Apache License, Version 2.0, available at https://www.apache.org/licenses/LICENSE-2.0`
  throw new Error(`${name} comes without the text of its licence ${licence}: say it in ${import.meta.filename}`)
}

/** The words of the MIT licence, from our own, which is one. */
function mitText(): string {
  const path = join(modules, '../LICENSE')
  const text = existsSync(path) ? readFileSync(path, 'utf8') : ''
  return text.slice(text.indexOf('Permission is hereby granted')).trim()
}
