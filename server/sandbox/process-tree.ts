import { readdirSync, readFileSync } from 'node:fs'

/** The current usage of a process and its descendants. */
export interface TreeUse {
  readonly processes: number
  readonly memoryBytes: number
  readonly cpuSeconds: number
}

const TICKS_A_SECOND = 100

/**
 * The total usage of a process and its descendants, from `/proc`. It is complete for a sandbox, because an orphaned
 * process becomes a child of the sandbox's first process, which is in the tree.
 */
export function treeUse(root: number): TreeUse {
  let processes = 0
  let memoryBytes = 0
  let ticks = 0
  const open = [root]
  const seen = new Set<number>()
  for (let pid = open.pop(); pid !== undefined; pid = open.pop()) {
    if (seen.has(pid)) continue
    seen.add(pid)
    open.push(...childrenOf(pid))
    const status = read(`/proc/${pid}/status`)
    const stat = read(`/proc/${pid}/stat`)
    if (status === undefined || stat === undefined) continue
    processes += Number(/^Threads:\s+(\d+)/m.exec(status)?.[1] ?? 1)
    // The kernel can drop pages of files, but anonymous and shared pages belong to the run.
    for (const [, kilobytes] of status.matchAll(/^Rss(?:Anon|Shmem):\s+(\d+) kB/gm))
      memoryBytes += Number(kilobytes) * 1024
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    for (const index of [11, 12, 13, 14]) ticks += Number(fields[index] ?? 0)
  }
  return { processes, memoryBytes, cpuSeconds: ticks / TICKS_A_SECOND }
}

/** The child processes of all threads of a process. */
export function childrenOf(pid: number): readonly number[] {
  const children: number[] = []
  for (const thread of list(`/proc/${pid}/task`)) {
    const line = read(`/proc/${pid}/task/${thread}/children`)
    if (line !== undefined) for (const child of line.trim().split(' ')) if (child !== '') children.push(Number(child))
  }
  return children
}

function read(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined // The process has ended meanwhile.
  }
}

function list(path: string): readonly string[] {
  try {
    return readdirSync(path)
  } catch {
    return []
  }
}
