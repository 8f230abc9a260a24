import { randomInt } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { createServer } from 'node:net'
import type { Server } from 'node:net'

/** User IDs that only this server assigns to runs, because process limits count per user. */
export interface UserBlock {
  readonly first: number
  release(): void
}

/** Number of servers on one machine that can have separate user IDs, and the number of IDs per server. */
const SERVERS = 256
export const USERS_EACH = 256

/**
 * Whether this process is root and has the user IDs of every block. Root in a user namespace often has few IDs, or only
 * its own.
 */
export function canGiveUsers(firstOfAll: number): boolean {
  const end = firstOfAll + SERVERS * USERS_EACH
  const hasAll = (file: string): boolean =>
    rangesOf(file).some(([first, count]) => first <= firstOfAll && end <= first + count)
  return process.getuid?.() === 0 && ['/proc/self/uid_map', '/proc/self/gid_map'].every(hasAll)
}

/** The first ID and the count of each range in a `FIRST OUTSIDE COUNT` file; all IDs if the kernel has no such file. */
function rangesOf(file: string): readonly (readonly [first: number, count: number])[] {
  try {
    const lines = readFileSync(file, 'utf8').trim().split('\n')
    return lines.map((line) => line.trim().split(/\s+/).map(Number)).map(([first = 0, , count = 0]) => [first, count])
  } catch {
    return [[0, Infinity]]
  }
}

/**
 * Claim a block of user IDs for this server. A name in the machine's abstract socket namespace represents a block: only
 * one process can own it, and the kernel releases it when the process ends. The search starts at a random block,
 * because servers in containers do not see each other's names.
 * @throws an error if other servers use all user IDs
 */
export async function claimUsers(firstOfAll: number): Promise<UserBlock> {
  const start = randomInt(SERVERS)
  for (let index = 0; index < SERVERS; index++) {
    const first = firstOfAll + ((start + index) % SERVERS) * USERS_EACH
    const holder = await hold(`\0rye-chain-users-${first}`)
    if (holder !== undefined) return { first, release: () => void holder.close() }
  }
  throw new Error(`Other servers use all user IDs from ${firstOfAll}. Set --first-user to another user ID.`)
}

function hold(name: string): Promise<Server | undefined> {
  return new Promise((resolve) => {
    const server = createServer((socket) => socket.destroy())
    server.on('error', () => resolve(undefined))
    server.listen(name, () => {
      server.unref()
      resolve(server)
    })
  })
}
