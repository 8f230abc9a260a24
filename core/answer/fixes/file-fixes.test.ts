import { test } from 'vitest'
import { codeEntries } from '../../testing/diagnostics/entries.ts'
import { expectOffers, type FixRow } from '../../testing/fixes.ts'
import { workspace } from '../../testing/workspace.ts'

const rows: readonly FixRow[] = [
  {
    name: 'a metadata name without underscores',
    files: workspace`
      === project/tools/t.py
      executor_id = "rye/core/primitives/execute"
      CONFIG = {"command": "ls"}
    `,
    offers: ['Write __executor_id__'],
    ready: 'Write __executor_id__',
  },
  {
    name: 'an export in .env',
    files: workspace`
      === project/.env
      A=1
        export B=2
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: "\${B:-ls}"}
    `,
    offers: ['Remove the word "export"'],
  },
  {
    name: 'a stale lockfile',
    files: codeEntries['lockfile-root-drift'].files,
    offers: ['Delete the stale lockfile'],
  },
  {
    name: 'two files with one ID',
    files: codeEntries['extension-ambiguous'].files,
    offers: ['Delete /project/.ai/tools/t.yaml'],
  },
  {
    name: 'an unsigned file',
    settings: { dev_mode: false },
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      config: {command: ls}
    `,
    offers: ['Sign the file', 'Turn dev mode on'],
    ready: 'Turn dev mode on',
  },
  {
    name: 'an untrusted key',
    settings: { dev_mode: false },
    files: codeEntries['signature-untrusted'].files,
    offers: ['Trust the key', 'Turn dev mode on'],
  },
]

test.for(rows)('the expected fixes are offered for $name', expectOffers)
