import type { DialectName } from '../../rules/dialect.ts'
import type { FileTree } from '../../input/file-tree.ts'
import type { Host } from '../../input/host.ts'
import type { Snapshot } from './snapshot.ts'
import { Workspace } from '../workspace.ts'
import type { World, WorkspaceSettings } from '../workspace-settings.ts'

/**
 * The default machine of a draft: Linux with common programs. A run inherits only its small environment (H1), so that
 * prediction, simulation and real run have the same variables.
 */
export const ordinaryWorld: World = {
  environ: { HOME: '/home/you', LANG: 'C.UTF-8', PATH: '/usr/local/bin:/usr/bin:/bin' },
  files: ['/usr/bin/python3', '/usr/bin/node', '/usr/bin/bash', '/bin/bash', '/bin/sh', '/usr/bin/git'],
  programs: [],
  path_separator: ':',
}

/** The product's bundle that each dialect uses as its system space. */
export const bundleOfDialect: Readonly<Record<DialectName, Snapshot['bundle']>> = {
  kiwi: { id: 'ryeos-kiwi', version: '1.1.0' },
  lilux: { id: 'ryeos-lilux', version: '1.1.0' },
  lillux: { id: 'ryeos-core', version: '1.3.0' },
}

/** Every released bundle of the product, in release order. A link can name any of them. */
export const releasedBundles: readonly Snapshot['bundle'][] = [
  { id: 'ryeos-core', version: '1.0.0' },
  { id: 'ryeos-lilux', version: '1.0.0' },
  { id: 'ryeos-kiwi', version: '1.0.0' },
  { id: 'ryeos-core', version: '1.1.0' },
  { id: 'ryeos-core', version: '1.2.0' },
  ...Object.values(bundleOfDialect),
]

/** The root of a bundle in a draft, the same in every workspace. */
export function bundleRoot(bundleId: string): string {
  return `/system/${bundleId}`
}

/** The bundles whose files a draft contains, in search order. */
export function ownBundles(systems: Snapshot['systems'] = []): readonly Snapshot['bundle'][] {
  return systems.filter((one) => one !== 'builtin')
}

/** Whether a string is a valid bundle ID, which is the name of a folder. */
export function isBundleId(id: string): boolean {
  return /^(?!\.\.?$)[\w.-]{1,100}$/.test(id)
}

/** All system bundles of a draft in search order (R1.1). */
export function systemsOf({ bundle, systems }: Pick<Snapshot, 'bundle' | 'systems'>): readonly Snapshot['bundle'][] {
  return systems?.map((one) => (one === 'builtin' ? bundle : one)) ?? [bundle]
}

/** Whether a draft uses a product bundle. */
export function usesProductBundle({ systems }: Pick<Snapshot, 'systems'>): boolean {
  return systems?.includes('builtin') !== false
}

/** The settings of a draft, which the engine needs in addition to its files. */
export function settingsOfSnapshot(head: Omit<Snapshot, 'files'>, facts: World = ordinaryWorld): WorkspaceSettings {
  return {
    dialect: head.dialect,
    search: head.search,
    project: '/project',
    user: '/user',
    systems: systemsOf(head).map(({ id, version }) => ({ bundle_id: id, version, root: bundleRoot(id) })),
    dev_mode: head.dev_mode,
    world: { ...facts, ...head.world },
  }
}

/** The workspace of a draft whose files the host has written to the tree. */
export function workspaceOfSnapshot(head: Omit<Snapshot, 'files'>, tree: FileTree, host: Host): Workspace {
  return new Workspace(settingsOfSnapshot(head), tree, host)
}
