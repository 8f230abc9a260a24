import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { expect, test } from 'vitest'
import { emptied, leftOut } from './left-out.ts'

test('an emptied module exports the same names as empty classes', async () => {
  const code = emptied(
    `import { Other } from './other.js';\nclass One {}\nexport { One, twoAtOnce };\nexport { Three }\n`,
  )
  expect(code).not.toContain('other.js')
  const module = (await import(`data:text/javascript,${encodeURIComponent(code)}`)) as Record<string, new () => object>
  expect(Object.keys(module)).toEqual(['One', 'Three', 'twoAtOnce'])
  expect(module['One'] && Object.keys(new module['One']())).toEqual([])
})

test.for(leftOut)('all exports of %s are found', (name) => {
  const file = fileURLToPath(new URL(`../../node_modules/monaco-editor/esm/vs/${name}.js`, import.meta.url))
  const code = readFileSync(file, 'utf8')
  expect(code.match(/^export\b.*$/gm)?.length).toBe(code.match(/^export \{[^}]*\};?$/gm)?.length)
  expect(emptied(code)).toMatch(/LeftOut as \w+/)
})
