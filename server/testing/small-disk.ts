import { execFileSync, spawnSync } from 'node:child_process'
import {
  closeSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readdirSync,
  readFileSync,
  rmSync,
  statSync,
  writeSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { afterAll } from 'vitest'
import type { builtCommandLine } from './built-command.ts'

const bytes = 512 * 1024

/**
 * A small file system in memory, empty after each mount. A test fills it before it starts a command as a child process.
 */
export interface SmallDisk {
  /** The folder where the disk is mounted. */
  readonly disk: string
  /** Whether this machine lets tests mount the disk. */
  readonly canMount: boolean
  /** Mount the disk, with additional options of tmpfs; returns whether that worked. */
  mounted(more?: string): boolean
  unmount(): void
  /** Fill the disk except for this number of pages of 4,096 bytes. */
  fill(pages: number): void
  /** Remove the file that fills the disk. */
  free(): void
  /** The content of every file on the disk by its path, without the file that fills it; `/` for every folder. */
  contents(): Readonly<Record<string, string>>
  /** Run the command line in the folder of the disk, with additional variables, until it exits. */
  child(words: readonly string[], more?: Readonly<Record<string, string>>): { code: number | null; err: string }
}

export function smallDisk(commandLine: ReturnType<typeof builtCommandLine>): SmallDisk {
  const place = mkdtempSync(join(tmpdir(), 'rye-full-'))
  const disk = join(place, 'disk')
  const filler = join(disk, 'filler')
  mkdirSync(disk)
  const mounted = (more = ''): boolean =>
    spawnSync('mount', ['-t', 'tmpfs', '-o', `size=${bytes}${more}`, 'tmpfs', disk]).status === 0
  const unmount = (): void => void spawnSync('umount', ['-l', disk])
  const canMount = process.platform === 'linux' && mounted()
  if (canMount) unmount()
  afterAll(() => rmSync(place, { recursive: true, force: true }))
  return {
    disk,
    canMount,
    mounted,
    unmount,
    fill(pages) {
      const file = openSync(filler, 'w')
      try {
        for (;;) writeSync(file, Buffer.alloc(4096))
      } catch {
        closeSync(file)
      }
      execFileSync('truncate', ['-s', String(statSync(filler).size - pages * 4096), filler])
    },
    free: () => rmSync(filler, { force: true }),
    contents() {
      const found: Record<string, string> = {}
      for (const entry of readdirSync(disk, { recursive: true, withFileTypes: true })) {
        const path = join(entry.parentPath, entry.name)
        if (path !== filler) found[relative(disk, path)] = entry.isFile() ? readFileSync(path, 'utf8') : '/'
      }
      return found
    },
    child(words, more = {}) {
      const [node = '', ...argv] = commandLine.words(...words)
      const env = { PATH: process.env['PATH'], HOME: disk, XDG_DATA_HOME: join(disk, 'data'), ...more }
      const { status, stderr } = spawnSync(node, argv, { cwd: disk, env, encoding: 'utf8', input: '' })
      return { code: status, err: stderr }
    },
  }
}
