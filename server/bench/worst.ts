import { pureHost, resolveRun } from '#core/answer'
import { MemoryTree } from '#core/input'
import { limits } from '#core/rules'
import { Workspace } from '#core/workspace'
import { worstInputs, type Attack } from '../../core/testing/worst/inputs.ts'
import type { Section } from './figures.ts'

/**
 * Measure the most expensive inputs: the time of the five slowest, at most one second each, and the units of work per
 * millisecond.
 */
export function measureWorst(): Section {
  const measured = worstInputs.map((attack) => ({ attack, ...measure(attack) })).sort((a, b) => b.ms - a.ms)
  const how = `processor time of one cold analysis each of ${worstInputs.length} inputs, without writing the answer`
  const slowest = measured
    .slice(0, 5)
    .map(({ attack, ms }) => ({ what: attack.name, value: ms, unit: 'ms', bar: 1_000, how }))
  const worked = measured.filter(({ units }) => units > limits.analysisWork / 2)
  const pace = Math.min(...worked.map(({ units, ms }) => units / ms))
  const howPace = `the slowest of ${worked.length} inputs that take more than half of the budget; reading their files is in it`
  return {
    title: 'Most expensive inputs',
    figures: [...slowest, { what: 'units a millisecond', value: pace, unit: 'units', how: howPace }],
  }
}

function measure({ files, parameters = '{}', dialect = 'lillux' }: Attack): {
  readonly ms: number
  readonly units: number
} {
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(files)) tree.write(path, Buffer.from(text))
  const world = {
    environ: { PATH: '/usr/bin:/bin' },
    programs: [],
    files: ['/usr/bin/python3'],
    path_separator: ':',
  } as const
  const settings = { dialect, search: 'scoped', project: '/project', user: '/user', dev_mode: true, world } as const
  const systems = [{ bundle_id: 'core', version: '1.0.0', root: '/system' }]
  const workspace = new Workspace({ ...settings, systems }, tree, pureHost)
  const began = process.cpuUsage()
  const { work } = resolveRun(workspace, { item_id: 't', parameters })
  const { user, system } = process.cpuUsage(began)
  return { ms: (user + system) / 1_000, units: work.used }
}
