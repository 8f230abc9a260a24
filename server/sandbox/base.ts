import { spawn } from 'node:child_process'
import { chmodSync, closeSync, lstatSync, mkdirSync, mkdtempSync, readdirSync, readFileSync } from 'node:fs'
import { rm } from 'node:fs/promises'
import { join } from 'node:path'

/** The directory for a server's runs. Each server has its own, so a later server can recognize leftovers. */
export interface RunBase {
  readonly dir: string
  /** Create an empty directory for one run. */
  newRun(): string
  /** Remove a run's directory with all its contents. */
  removeRun(dir: string): Promise<void>
  /** Remove all directories of this server. */
  close(): Promise<void>
}

/**
 * Claim a directory for this server under `parent`, and remove the directories of dead servers. R14: nothing of a run
 * remains, even after a server was killed.
 */
export async function openRunBase(parent: string): Promise<{ base: RunBase; swept: readonly string[] }> {
  const root = join(parent, `rye-chain-runs-${process.getuid?.() ?? 0}`)
  ownDirectory(root)
  const swept = await sweepLeftovers(root)
  // The name is unique, because two servers of one process can start within a millisecond.
  const dir = mkdtempSync(join(root, `${ownerMark(process.pid)}-`))
  return { base: runBase(dir), swept }
}

function runBase(dir: string): RunBase {
  let runs = 0
  return {
    dir,
    newRun() {
      const run = join(dir, `run-${runs++}`)
      mkdirSync(run, { mode: 0o700 })
      return run
    },
    removeRun: removeTree,
    close: () => removeTree(dir),
  }
}

/** Remove the leftovers of dead servers under `root`. Other directories are kept. */
async function sweepLeftovers(root: string): Promise<readonly string[]> {
  const swept: string[] = []
  for (const name of readdirSync(root)) {
    const mark = /^(\d+-\d+)-\w+$/.exec(name)?.[1]
    if (mark === undefined || isLiveOwner(mark)) continue
    await removeTree(join(root, name))
    swept.push(name)
  }
  return swept
}

/** Whether the process that a mark identifies is still running. */
export function isLiveOwner(mark: string): boolean {
  return ownerMark(Number(mark.split('-')[0])) === mark
}

/**
 * A mark that contains the ID and the start time of a process: a later process with the same ID has another mark.
 * `gone` if the process does not run.
 */
export function ownerMark(pid: number): string {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8')
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
    return /[ZX]/.test(fields[0] ?? '') ? 'gone' : `${pid}-${fields[19] ?? '0'}`
  } catch {
    return alive(pid) ? `${pid}-0` : 'gone'
  }
}

function alive(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

/**
 * Create or verify the directory at `path`: this user owns it, so no other user prepared it. It is not a symlink, and
 * other users cannot access it.
 * @throws an error if the path belongs to another user or is not a directory
 */
function ownDirectory(path: string): void {
  try {
    mkdirSync(path, { mode: 0o700 })
  } catch (error) {
    if (!(error instanceof Error && 'code' in error && error.code === 'EEXIST')) throw error
  }
  const stat = lstatSync(path)
  if (!stat.isDirectory() || stat.uid !== (process.getuid?.() ?? stat.uid)) {
    throw new Error(
      `${path} is not a directory, or belongs to another user. Remove it, or set --run-dir to another directory.`,
    )
  }
  chmodSync(path, 0o700)
}

/**
 * Remove a directory. Symlinks are removed, not followed. Directories that forbid removal, or whose paths are too long,
 * need the slow method.
 */
async function removeTree(dir: string): Promise<void> {
  try {
    await rm(dir, { recursive: true, force: true })
  } catch {
    await finished('chmod', ['-R', 'u+rwX', '--', dir]).catch(() => {})
    await finished('rm', ['-rf', '--', dir])
  }
}

function finished(command: string, args: readonly string[]): Promise<void> {
  return new Promise((resolve, reject) => {
    const child = spawn(command, args, { stdio: 'ignore' })
    child.on('error', reject)
    child.on('exit', (code) => (code === 0 ? resolve() : reject(new Error(`${command} failed with exit code ${code}`))))
  })
}

/** Close a descriptor, even if it is already closed. */
export function closeQuietly(descriptor: number): void {
  try {
    closeSync(descriptor)
  } catch {
    // The descriptor is already closed.
  }
}
