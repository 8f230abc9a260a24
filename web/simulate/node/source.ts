import { initSync, parse as parseCommon } from 'cjs-module-lexer'
import { parse as parseModule } from 'es-module-lexer/minimal/js'
import type { StripTypes } from './parts.ts'

initSync()

/** The lexer's value for `import.meta`. */
const importMeta = -2

const typescript = /\.[mc]?tsx?$/

/** The prefix of a request `with { type: 'json' }`, because the engine's loader does not receive attributes. */
export const jsonMark = 'json!'

/** Prepare source for the engine: remove types without changing line numbers, and replace dynamic imports. */
export function prepareSource(code: string, path: string, strip: StripTypes | undefined): string {
  let text = code.replace(/^#!.*/, '')
  if (strip !== undefined && typescript.test(path)) text = strip(text, path)
  return text.includes('import') ? withOwnImports(text, path) : text
}

/**
 * Whether source code can only be an ES module. Scripts can contain `import()`, too. The lexer does not report
 * `export {}`, so a pattern finds it.
 */
export function looksLikeModule(code: string): boolean {
  const parts = moduleParts(code)
  if (parts === undefined) return false
  const [imports, exports] = parts
  return exports.length > 0 || imports.some(({ d }) => d < 0) || /^\s*export\s*\{\s*\}/m.test(code)
}

/** The detectable exports of a CommonJS file, and the specifiers of the modules that it re-exports. */
export function commonNames(source: string): {
  readonly exports: readonly string[]
  readonly reexports: readonly string[]
} {
  try {
    return parseCommon(source)
  } catch {
    return { exports: [], reexports: [] } // the engine reports the syntax error
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
  for (const { s, e, ss, se, d, a } of moduleParts(text)?.[0] ?? []) {
    if (d >= 0) {
      const open = text.indexOf('(', ss)
      edits.push({ from: ss, to: open + 1, text: `__hooks.importFrom(${JSON.stringify(path)}, ` })
    } else if (d === importMeta) {
      edits.push({ from: s, to: e, text: `__hooks.meta(${JSON.stringify(path)})` })
    } else if (a >= 0) {
      if (/\btype['"]?\s*:\s*(['"])json\1/.test(text.slice(a, se))) edits.push({ from: s, to: s, text: jsonMark })
      edits.push({ from: e + 1, to: se, text: '' })
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
