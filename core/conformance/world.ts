import { MemoryTree } from '#core/input'
import { Workspace, type WorkspaceSettings } from '#core/workspace'
import { asRecord, asText, type Json } from './json.ts'
import { pureHost } from '../pure-host.ts'

/** The clock of every case. */
export const clock = {
  signature: '2026-02-18T12:00:00Z',
  lockfile: '2026-02-18T12:00:00+00:00',
  milliseconds: 1_771_416_000_000,
}

/** The dialect of a reference revision. */
export function dialectOf(rev: string): 'lilux' | 'lillux' {
  return rev === 'feb18' ? 'lilux' : 'lillux'
}

/** The world of a case: its files, and the workspace over them. */
export interface World {
  readonly tree: MemoryTree
  readonly workspace: Workspace
}

/** Builds the world of a case (corpus README, section 2). */
export function worldOf(rev: string, input: Json): World {
  const described = asRecord(asRecord(input)['workspace'] ?? {})
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(asRecord(described['files'] ?? {}))) write(tree, path, asText(text))
  for (const [path, base64] of Object.entries(asRecord(described['files_b64'] ?? {}))) {
    tree.write(path, new Uint8Array(Buffer.from(asText(base64), 'base64')))
  }
  for (const path of listOf(described['dirs'])) tree.makeDirectory(asText(path))
  for (const [path, target] of Object.entries(asRecord(described['symlinks'] ?? {}))) tree.link(path, asText(target))
  return { tree, workspace: new Workspace(settingsOf(rev, asRecord(input), described['systems']), tree, pureHost) }
}

/** Writes text as UTF-8, byte for byte. */
export function write(tree: MemoryTree, path: string, text: string): void {
  tree.write(path, new Uint8Array(Buffer.from(text, 'utf8')))
}

function settingsOf(rev: string, input: Readonly<Record<string, Json>>, systems: Json | undefined): WorkspaceSettings {
  const environ = environOf(input)
  const fallback = rev === 'feb18' ? { bundle_id: 'rye-os', version: '0.0.0' } : { bundle_id: 'core', version: '1.0.0' }
  const bundles = listOf(systems).map((row) => {
    const bundle = asRecord(row)
    return { bundle_id: asText(bundle['bundle_id']), version: asText(bundle['version']), root: asText(bundle['root']) }
  })
  return {
    dialect: dialectOf(rev),
    search: 'scoped',
    project: '/project',
    user: '/user',
    systems: bundles.length > 0 ? bundles : [{ ...fallback, root: '/system' }],
    dev_mode: environ['RYE_DEV_MODE'] === '1',
    world: {
      environ,
      files: [],
      path_separator: ':',
      programs: listOf(input['process_table']).flatMap((entry) => {
        const row = asRecord(entry)
        if (row['raise'] !== undefined && row['raise'] !== null) return []
        const argv = listOf(row['argv']).map(asText)
        return [{ argv, return_code: Number(row['rc'] ?? 0), stdout: asText(row['stdout'] ?? '') }]
      }),
    },
  }
}

/** The host environment of a case. */
export function environOf(input: Readonly<Record<string, Json>>): Readonly<Record<string, string>> {
  const own = Object.entries(asRecord(input['environ'] ?? {})).map(([name, value]) => [name, asText(value)] as const)
  return { PATH: '/usr/bin:/bin', HOME: '/home/u', ...Object.fromEntries(own) }
}

/** A list from a case, empty if absent. */
export function listOf(value: Json | undefined): readonly Json[] {
  return Array.isArray(value) ? (value as readonly Json[]) : []
}
