import { WorkspaceChecker } from '#core/answer'
import { MemoryTree } from '#core/input'
import { Workspace } from '#core/workspace'
import type { GrowingTree } from '../../core/testing/worst/tree-parts.ts'
import { growingTrees } from '../../core/testing/worst/trees.ts'
import { nodeHost } from '../engine/node-host.ts'
import type { Section } from './figures.ts'

const sizes = [1_600, 3_200] as const

/**
 * Check trees in which n tools share n other parts. Measures the processor time of each check, and the peak memory of
 * all.
 */
export function measureTrees(): Section {
  const how = 'processor time of one check of all items in memory'
  const figures = growingTrees.flatMap((tree) =>
    sizes.map((tools) => ({
      what: `${tree.name}, ${tools.toLocaleString('en')} tools`,
      value: seconds(tree, tools),
      unit: 's',
      how,
    })),
  )
  const memory = {
    what: 'most memory of all these checks',
    value: process.resourceUsage().maxRSS / 1024,
    unit: 'MB',
    bar: 1_000,
    how: 'most memory of the process; of nothing but these checks with --only trees',
  }
  return { title: 'Trees in which n tools share n parts', figures: [...figures, memory] }
}

function seconds({ files, environ, bundles }: GrowingTree, tools: number): number {
  const tree = new MemoryTree()
  for (const [path, text] of Object.entries(files(tools))) tree.write(path, Buffer.from(text))
  const more = bundles?.(tools) ?? []
  const world = {
    environ: environ?.(tools) ?? { PATH: '/usr/bin:/bin' },
    programs: [],
    files: ['/usr/bin/python3'],
    path_separator: ':',
  } as const
  const systems = [
    { bundle_id: 'core', version: '1.0.0', root: '/system' },
    ...more.map((id) => ({ bundle_id: id, version: '1.0.0', root: `/${id}` })),
  ]
  const settings = { dialect: 'lillux', search: 'scoped', project: '/project', user: '/user', dev_mode: true } as const
  const workspace = new Workspace({ ...settings, systems, world }, tree, nodeHost)
  const began = process.cpuUsage()
  new WorkspaceChecker(workspace, {}, { placesAtOnce: true, digests: false }).checkAll()
  const { user, system } = process.cpuUsage(began)
  return (user + system) / 1_000_000
}
