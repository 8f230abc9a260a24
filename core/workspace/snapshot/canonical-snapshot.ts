import type { Snapshot } from './snapshot.ts'

/**
 * The same snapshot with keys in the order of the type, and with sorted files and variables. Equal drafts have equal
 * text.
 */
export function canonicalSnapshot(snapshot: Snapshot): Snapshot {
  const { name, dialect, search, dev_mode, bundle, systems, item_id, parameters, files, world, lesson, expected } =
    snapshot
  return {
    format: 1,
    name,
    dialect,
    search,
    dev_mode,
    bundle: { id: bundle.id, version: bundle.version },
    ...(systems && { systems: systems.map((one) => (one === 'builtin' ? one : { id: one.id, version: one.version })) }),
    item_id,
    parameters,
    files: sorted(files, (content) => (typeof content === 'string' ? content : { base64: content.base64 })),
    ...(world && { world: canonicalWorld(world) }),
    ...(lesson !== undefined && { lesson }),
    ...(expected && { expected: canonicalExpected(expected) }),
  }
}

function canonicalExpected({ plan_digest, chain, values }: NonNullable<Snapshot['expected']>) {
  return { plan_digest, chain: [...chain], ...(values && { values: sorted(values, (value) => value) }) }
}

function canonicalWorld({ environ, files, programs, path_separator }: NonNullable<Snapshot['world']>) {
  return {
    ...(environ && { environ: sorted(environ, (value) => value) }),
    ...(files && { files: [...files] }),
    ...(programs && {
      programs: programs.map(({ argv, return_code, stdout }) => ({ argv: [...argv], return_code, stdout })),
    }),
    ...(path_separator && { path_separator }),
  }
}

/** A copy of a record with sorted keys. `Object.fromEntries` treats `__proto__` as an ordinary key. */
function sorted<T>(record: Readonly<Record<string, T>>, copy: (value: T) => T): Readonly<Record<string, T>> {
  const keys = Object.keys(record).sort()
  return Object.fromEntries(keys.flatMap((key) => (record[key] === undefined ? [] : [[key, copy(record[key])]])))
}
