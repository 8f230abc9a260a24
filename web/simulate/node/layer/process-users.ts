import { coded, invalidArgType } from './errors.ts'
import { errnoTexts } from './errno.ts'
import { checkInteger } from './validate.ts'

/** The ID of the only user and group of the simulation: those without rights. */
const unprivileged = 65534

const names = { User: 'nobody', Group: 'nogroup' } as const
type Kind = keyof typeof names

/** The number of a user or group: itself, or that of the one name that is known. */
function numberOf(id: unknown, name: string, kind: Kind): number {
  if (typeof id === 'string') {
    if (id === names[kind]) return unprivileged
    throw coded(Error, 'ERR_UNKNOWN_CREDENTIAL', `${kind} identifier does not exist: ${id}`)
  }
  if (typeof id !== 'number') throw invalidArgType(name, ['number', 'string'], id)
  checkInteger(id, name, 0, 2 ** 32 - 1)
  return id
}

function refused(call: string): Error {
  return Object.assign(new Error(`EPERM, ${errnoTexts.EPERM}`), { errno: -1, code: 'EPERM', syscall: call })
}

/** Become a user or group: only the current one is possible. */
const become =
  (call: string, kind: Kind) =>
  (id: unknown): void => {
    if (numberOf(id, 'id', kind) !== unprivileged) throw refused(call)
  }

/** What `process` says and sets of its user and groups. */
export const users = {
  getuid: (): number => unprivileged,
  geteuid: (): number => unprivileged,
  getgid: (): number => unprivileged,
  getegid: (): number => unprivileged,
  getgroups: (): number[] => [unprivileged],
  setuid: become('setuid', 'User'),
  seteuid: become('seteuid', 'User'),
  setgid: become('setgid', 'Group'),
  setegid: become('setegid', 'Group'),
  setgroups(groups: unknown): never {
    if (!Array.isArray(groups)) throw invalidArgType('groups', 'Array', groups)
    groups.forEach((group: unknown, at) => numberOf(group, `groups[${at}]`, 'Group'))
    throw refused('setgroups')
  },
  initgroups(user: unknown, extraGroup: unknown): never {
    for (const [name, id] of Object.entries({ user, extraGroup }))
      if (typeof id !== 'number' && typeof id !== 'string') throw invalidArgType(name, ['number', 'string'], id)
    numberOf(extraGroup, 'extraGroup', 'Group')
    numberOf(user, 'user', 'User')
    throw refused('initgroups')
  },
}
