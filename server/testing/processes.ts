import { readdirSync, readFileSync } from 'node:fs'

/** The IDs of the other processes on this machine whose command line contains a word. */
export function processesWith(word: string): readonly string[] {
  return readdirSync('/proc').filter((name) => {
    if (!/^\d+$/.test(name) || Number(name) === process.pid) return false
    try {
      return readFileSync(`/proc/${name}/cmdline`, 'utf8').includes(word)
    } catch {
      return false // The process has ended meanwhile.
    }
  })
}

/** The process ID of a process's parent. */
export function parentOf(pid: number): number {
  return Number(/^PPid:\s+(\d+)$/m.exec(readFileSync(`/proc/${pid}/status`, 'utf8'))?.[1])
}
