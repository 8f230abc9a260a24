import type { DiagnosticCode } from '../../diagnostics/facts.ts'
import { pureHost } from '../../pure-host.ts'
import { alice, bob, sign, trust } from '../../trust/integrity/fixtures.ts'
import { contentHash } from '../../read/signature/sealed.ts'
import { workspace, type TestFiles } from '../workspace.ts'
import type { CodeEntries } from './example.ts'

const path = '/project/.ai/tools/t.yaml'
const text = 'executor_id: rye/core/primitives/execute\n'
const signed = sign(text, path, alice)
const strict = { dev_mode: false }
const holding = (files: Readonly<Record<string, string>>): TestFiles => ({ files, marks: [] })
const [keyPath = '', keyText = ''] = Object.entries(trust('/project', alice))[0] ?? []

const lockPath = '/project/.ai/lockfiles/t@0.0.0.lock.json'
const integrity = contentHash(pureHost, text, path, 'tool')
const primitive = { item_id: 'rye/core/primitives/execute', space: 'system', integrity: null }
const tool = { item_id: 't', space: 'project', integrity }
const locked = (root: object, resolved_chain: readonly object[], toolText = text): TestFiles =>
  holding({
    [path]: toolText,
    [lockPath]: `${JSON.stringify({ lockfile_version: 1, generated_at: '2026-02-18T12:00:00+00:00', root, resolved_chain }, null, 1)}\n`,
  })
const root = { tool_id: 't', version: '0.0.0', integrity }

/** Entries for signatures, keys, lockfiles and engine faults (R10, R11). */
export const integrityEntries = {
  'signature-missing': {
    what: 'A file that must be verified has no signature.',
    fix: 'Sign the file, or turn on dev mode, where this error is only a hint.',
    rule: 'R10.4',
    files: holding({ [path]: text }),
    settings: strict,
  },
  'signature-malformed': {
    what: 'The signature line begins with `rye:signed:` but is malformed. Such a file is not treated as unsigned.',
    fix: 'Remove the line, and sign the file again.',
    rule: 'R10.2',
    files: holding({ [path]: `# rye:signed:yesterday\n${text}` }),
    settings: strict,
  },
  'signature-modified': {
    what: 'The content changed after the file was signed.',
    fix: 'Undo the change, or sign the file again.',
    rule: 'R10.4',
    files: holding({ [path]: `${signed}version: "1.0.0"\n` }),
    settings: strict,
  },
  'signature-untrusted': {
    what: 'The signature names a key that no space trusts.',
    fix: 'If you know the owner of the key, trust it. Otherwise, do not run the file.',
    rule: 'R10.3',
    files: holding({ [path]: signed }),
    settings: strict,
  },
  'signature-bad': {
    what: 'The content is unchanged and the key is trusted, but the signature was not made with this key.',
    fix: 'Sign the file again with the correct key. If you did not expect this problem, do not run the file.',
    rule: 'R10.4',
    files: holding({ [path]: sign(text, path, bob).replace(bob.fingerprint, alice.fingerprint), [keyPath]: keyText }),
    settings: strict,
  },
  'signature-no-format': {
    what: 'A file that must be verified has a format that cannot contain a signature.',
    fix: 'Use a file extension that supports signatures, or remove this extension from `verify_deps`.',
    rule: 'R10.1',
    files: workspace`
      === project/tools/t.yaml
      executor_id: rye/core/primitives/execute
      anchor: {enabled: true, mode: always}
      verify_deps: {enabled: true, extensions: [.txt]}
      === project/tools/words.txt
      one two
    `,
  },
  'key-rejected': {
    what: 'The engine does not use a key file: it cannot be parsed, its name is not its fingerprint, or its signature is not valid. The search continues in the next space.',
    fix: 'Correct the file, or remove it.',
    rule: 'R10.3',
    files: holding({ [path]: signed, [keyPath]: 'no key at all\n' }),
    settings: strict,
  },
  'lockfile-unreadable': {
    what: 'A lockfile exists but cannot be read. The engine refuses the run, and never overwrites the file.',
    fix: 'Repair the lockfile, or delete it.',
    rule: 'R11.2',
    files: holding({ [path]: text, [lockPath]: '{\n' }),
  },
  'lockfile-root-drift': {
    what: 'The tool itself differs from the lockfile.',
    fix: 'Undo the change. If the change is intended, run `rye-chain lock update ITEM`.',
    rule: 'R11.2',
    files: locked(root, [tool, primitive], `${text}category: demo\n`),
  },
  'lockfile-element-drift': {
    what: 'An element of the chain differs from the lockfile: its content or its space changed.',
    fix: 'Undo the change. If the change is intended, run `rye-chain lock update ITEM`.',
    rule: 'R11.2',
    files: locked(root, [tool, { ...primitive, space: 'user' }]),
  },
  'lockfile-chain-differs': {
    what: 'The elements of the chain differ from the elements in the lockfile. The message names the first difference.',
    fix: 'First, look for a new file that shadows an element. If the change is intended, run `rye-chain lock update ITEM`.',
    rule: 'R11.2',
    files: locked(root, []),
  },
  'lockfile-chain-broken': {
    what: 'A lockfile exists, but the chain can no longer be built.',
    fix: 'Fix the chain, or delete the stale lockfile.',
    rule: 'R11.2',
    files: locked(root, [tool, primitive], 'executor_id: runner\n'),
  },
  'engine-fault': {
    what: 'An engine step failed, because of a bug in the engine or a failing file system. The analysis lists the problems that were found before.',
    fix: 'Report the message with the files that cause it.',
    rule: 'R3.2',
    files: holding({ [path]: text }),
    note: 'The file system throws an error when the engine reads the file.',
    only: 'broken-tree',
  },
} satisfies Partial<CodeEntries<DiagnosticCode>>
