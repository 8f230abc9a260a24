import { initSync, parse as parseCommon } from 'cjs-module-lexer'
import { parse as parseModule } from 'es-module-lexer/js'
import { transform } from 'sucrase'

initSync()

const typescript = /\.[mc]?tsx?$/

/** Marks a request that was made `with { type: 'json' }`; the engine's loader is told nothing of attributes. */
export const jsonMark = 'json!'

/** Source as the engine takes it: types away, lines where they were, its dynamic imports through our hands. */
export function prepareSource(code: string, path: string, strips: boolean): string {
  let text = code.replace(/^#!.*/, '')
  if (strips && typescript.test(path)) {
    text = transform(text, {
      transforms: path.endsWith('x') ? ['typescript', 'jsx'] : ['typescript'],
      disableESTransforms: true,
      preserveDynamicImport: true,
      filePath: path,
    }).code
  }
  return text.includes('import') ? withOwnImports(text, path) : text
}

/** Whether a text is one that only an ES module can be. */
export function looksLikeModule(code: string): boolean {
  return moduleParts(code)?.[3] ?? false
}

/** The names that a CommonJS file can be seen to export, and the files whose names it passes on. */
export function commonNames(source: string): {
  readonly exports: readonly string[]
  readonly reexports: readonly string[]
} {
  try {
    return parseCommon(source)
  } catch {
    return { exports: [], reexports: [] } // a text that does not parse is left to the engine to complain about
  }
}

function moduleParts(code: string): ReturnType<typeof parseModule> | undefined {
  try {
    return parseModule(code)
  } catch {
    return undefined
  }
}

function withOwnImports(text: string, path: string): string {
  const edits: { readonly from: number; readonly to: number; readonly text: string }[] = []
  for (const item of moduleParts(text)?.[0] ?? []) {
    if (item.type === 'dynamic') {
      const open = text.indexOf('(', item.importStart)
      edits.push({ from: item.importStart, to: open + 1, text: `__hooks.importFrom(${JSON.stringify(path)}, ` })
    } else if (item.type === 'import-meta') {
      edits.push({ from: item.start, to: item.end, text: `__hooks.meta(${JSON.stringify(path)})` })
    } else if (item.attributes !== null) {
      const json = item.attributes.some(([key, value]) => key === 'type' && value === 'json')
      if (json) edits.push({ from: item.start, to: item.start, text: jsonMark })
      edits.push({ from: item.end + 1, to: item.importEnd, text: '' })
    }
  }
  let made = ''
  let from = 0
  for (const edit of edits.sort((a, b) => a.from - b.from)) {
    made += text.slice(from, edit.from) + edit.text
    from = edit.to
  }
  return made + text.slice(from)
}
