import fs, { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fsTree } from '#core/input'
import { readMetadata } from '#core/read'
import { dialects } from '#core/rules'
import { Workspace } from '#core/workspace'
import { nodeHost } from '../engine/node-host.ts'
import { syntheticWorkspace, writeWorkspace, type SyntheticOptions, type SyntheticWorkspace } from './workspace.ts'

/** A synthetic workspace in its own directory. */
export interface OnDisk {
  readonly synthetic: SyntheticWorkspace
  readonly folder: string
  /** A workspace that has not read any file yet. */
  open(): Workspace
  /** The path on disk of a workspace file. */
  onDisk(path: string): string
  remove(): void
}

/** Write a synthetic workspace to a temporary directory, which the caller removes. */
export function putOnDisk(options: SyntheticOptions): OnDisk {
  const synthetic = syntheticWorkspace(options)
  const folder = mkdtempSync(join(tmpdir(), 'rye-bench-'))
  writeWorkspace(folder, synthetic)
  return {
    synthetic,
    folder,
    open: () => openSynthetic(folder),
    onDisk: (path) => folder + path,
    remove: () => rmSync(folder, { recursive: true, force: true }),
  }
}

/** A synthetic workspace in a folder; its files are not read yet. */
export function openSynthetic(folder: string): Workspace {
  const roots = ['/project', '/user', '/system']
  const settings = {
    dialect: 'lillux',
    search: 'scoped',
    project: '/project',
    user: '/user',
    systems: [{ bundle_id: 'core', version: '1.0.0', root: '/system/core' }],
    dev_mode: true,
    world: {
      environ: { PATH: '/usr/bin:/bin', HOME: '/home/bench', LANG: 'C.UTF-8' },
      files: [],
      programs: [],
      path_separator: ':',
    },
  } as const
  const mounts = roots.map((root) => ({ at: root, from: folder + root }))
  return new Workspace(settings, fsTree(fs, { mounts, now: Date.now }), nodeHost)
}

/**
 * Read, hash and parse every file in a directory once, with the engine's libraries: the minimum work of any
 * engine.
 */
export function readHashParse(folder: string): number {
  let fields = 0
  for (const entry of readdirSync(folder, { withFileTypes: true })) {
    const path = `${folder}/${entry.name}`
    if (entry.isDirectory()) {
      fields += readHashParse(path)
      continue
    }
    const bytes = readFileSync(path)
    nodeHost.sha256(bytes)
    fields += readMetadata(path, nodeHost.decodeUtf8(bytes) ?? '', dialects.lillux, nodeHost.parts).fields.size
  }
  return fields
}
