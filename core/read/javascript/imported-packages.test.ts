import { expect, test } from 'vitest'
import { importedPackages } from './imported-packages.ts'

test.for([
  { text: "import a from 'lodash'", names: ['lodash'] },
  { text: 'import {\n  a,\n  b,\n} from "lodash/fp"', names: ['lodash'] },
  { text: "import '@scope/one/two.js'", names: ['@scope/one'] },
  { text: "export { a } from 'x'; export * from 'x'", names: ['x'] },
  { text: "const a = require('yaml')\nrequire('b.c')", names: ['yaml', 'b.c'] },
  { text: "import fs from 'node:fs'\nimport path from 'path'\nimport x from 'fs/promises'", names: [] },
  { text: "import a from './a.js'\nimport b from '../b.js'\nimport c from '/c.js'\nimport d from '#d'", names: [] },
  { text: "import a from 'https://x.example/a.js'\nimport b from 'npm:b'", names: [] },
  { text: "import type { A } from 'types-only'", names: [] },
  { text: "// import a from 'commented'\nconst text = \"import b from 'quoted'\"", names: [] },
  { text: "const late = await import('late')", names: [] },
  { text: 'import', names: [] },
])('$text imports $names', ({ text, names }) => {
  expect(importedPackages(text)).toEqual(names)
})
