import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { gzipSync } from 'node:zlib'
import { analyze, expectedOf } from '#core/answer'
import { encodeShare } from '#core/share'
import { linkableExamples, workspaceOfDraft } from '../../core/testing/examples.ts'
import { productRoot } from '../engine/product.ts'
import type { Figure, Section } from './figures.ts'

/** The sizes of data that a reader loads or copies: the first JavaScript of the built page, and links. */
export function measurePage(): Section {
  return { title: 'Page and links', figures: [...firstLoad(join(productRoot, 'dist/web')), ...links()] }
}

function firstLoad(folder: string): readonly Figure[] {
  const page = join(folder, 'index.html')
  if (!existsSync(page)) return []
  const named = readFileSync(page, 'utf8').matchAll(/(?:src|href)="\.?\/?(assets\/[\w.-]+\.js)"/g)
  const scripts = [...new Set([...named].map(([, path]) => path!))]
  const bytes = scripts.reduce((sum, path) => sum + gzipSync(readFileSync(join(folder, path)), { level: 9 }).length, 0)
  const how = `gzip of the ${scripts.length} scripts that the built page names, module preloads included`
  return [{ what: 'first JavaScript', value: bytes / 1024, unit: 'KB gzip', bar: 200, how }]
}

function links(): readonly Figure[] {
  const lengths = Object.values(linkableExamples()).map((snapshot) => {
    const [path] = Object.keys(snapshot.files)
    const text = snapshot.files[path ?? '']
    if (path === undefined || typeof text !== 'string') return 0
    const comment = /\.[cm]?[jt]s$/.test(path) ? '//' : '#'
    const files = { ...snapshot.files, [path]: `${text}${comment} one more line of a reader\n` }
    const draft = { ...snapshot, files }
    return encodeShare({ ...draft, expected: expectedOf(analyze(workspaceOfDraft(draft), draft)) }).length
  })
  const how = `the fragment of a link as Share makes it, over ${lengths.length} examples with a comment added to their first file`
  const [longest, mean] = [Math.max(...lengths), lengths.reduce((sum, length) => sum + length, 0) / lengths.length]
  return [
    { what: 'link to an example with one changed file: longest', value: longest, unit: 'characters', bar: 500, how },
    { what: 'link to an example with one changed file: mean', value: mean, unit: 'characters', how },
  ]
}
