import type { DialectName, Snapshot, WorkspaceSettings } from '#core'

/** The machine that the page pretends to be unless the person says otherwise: an ordinary Linux with the usual programs. */
export const ordinaryWorld = {
  environ: { HOME: '/home/you', LANG: 'C.UTF-8', PATH: '/usr/local/bin:/usr/bin:/bin' },
  files: ['/usr/bin/python3', '/usr/bin/node', '/usr/bin/bash', '/bin/bash', '/bin/sh', '/usr/bin/git'],
  programs: [],
  path_separator: ':',
} as const satisfies WorkspaceSettings['world']

/** The bundle of the product that belongs to each dialect. */
export const bundleOfDialect = {
  kiwi: { id: 'ryeos-kiwi', version: '1.0.0' },
  lilux: { id: 'ryeos-lilux', version: '1.0.0' },
  lillux: { id: 'ryeos-core', version: '1.0.0' },
} as const satisfies Record<DialectName, Snapshot['bundle']>

/** What the engine needs to know of a draft beside its files. */
export function settingsOf(head: Omit<Snapshot, 'files'>): WorkspaceSettings {
  return {
    dialect: head.dialect,
    search: head.search,
    project: '/project',
    user: '/user',
    systems: [{ bundle_id: head.bundle.id, version: head.bundle.version, root: `/system/${head.bundle.id}` }],
    dev_mode: head.dev_mode,
    world: { ...ordinaryWorld, ...head.world },
  }
}
