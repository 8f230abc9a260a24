import { chmodSync, mkdtempSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { lackOf, lackOfPrograms, levelsToTry, meaningOf } from './lacks.ts'

const folder = mkdtempSync(join(tmpdir(), 'rye-lacks-'))

function program(name: string, mode: number): string {
  const path = join(folder, name)
  writeFileSync(path, '')
  chmodSync(path, mode)
  return path
}

test('a program that is missing, not executable or setuid is reported with that reason', () => {
  const [good, closed, setuid] = [program('good', 0o755), program('closed', 0o644), program('setuid', 0o4755)]
  expect(lackOfPrograms([good])).toBeUndefined()
  expect(lackOfPrograms([good, closed, join(folder, 'bwrap')])?.reason).toBe('Missing: bwrap.')
  symlinkSync('circle', join(folder, 'circle'))
  expect(lackOfPrograms([join(folder, 'circle')])?.reason).toBe('Missing: circle.')
  expect(lackOfPrograms([good, closed])).toEqual({
    reason: `This user cannot execute ${closed}.`,
    hint: `sudo chmod a+rx ${closed}`,
  })
  expect(lackOfPrograms([good, setuid])?.hint).toBe(`sudo chmod u-s ${setuid}`)
})

// As bubblewrap 0.4 to 0.11 and util-linux print it (bubblewrap.c, bind-mount.c, sys-utils/unshare.c).
test.for([
  ['full: bwrap: setting up uid map: Permission denied', /forbids namespaces/],
  [
    'full: bwrap: No permissions to create new namespace, likely because the kernel does not allow it',
    /forbids namesp/,
  ],
  ['full: bwrap: No permissions to create a new namespace, likely because', /forbids namespaces/],
  ['full: bwrap: Creating new namespace failed: Operation not permitted', /forbids namespaces/],
  ['reduced: unshare: unshare failed: Function not implemented', /forbids namespaces/],
  ['full: bwrap: Failed to make / slave: Permission denied', /forbids namespaces/],
  ['full: bwrap: loopback: Failed RTM_NEWADDR: Operation not permitted', /forbids namespaces/],
  ['full: bwrap: Creating new namespace failed: No space left on device', /a limit in user\.max_/],
  ['full: bwrap: prctl(PR_SET_SECCOMP): Invalid argument', /refuses system call filters/],
  ['full: bwrap: Unknown option --disable-userns', /bubblewrap is too old/],
] as const)('the reason of a sandbox error is named: %s', ([said, reason]) => {
  for (const isContainer of [false, true]) expect(meaningOf(said, { isContainer }).reason).toMatch(reason)
})

test('an unknown error is reported unchanged, without advice to install a program', () => {
  const { reason, hint } = meaningOf('full: bwrap: something else', { isContainer: false })
  expect([reason, hint]).toEqual(['full: bwrap: something else', expect.not.stringContaining('install')])
})

test('a system other than Linux is named, with a workaround', () => {
  const { platform } = process
  Object.defineProperty(process, 'platform', { value: 'darwin' })
  try {
    expect(lackOf([]).reason).toBe('The sandbox requires Linux.')
  } finally {
    Object.defineProperty(process, 'platform', { value: platform })
  }
  expect(lackOf(['full: bwrap: something else']).reason).not.toBe('The sandbox requires Linux.')
})

test.for(['darwin', 'win32'] as const)(
  'on %s, no probe is started, and the hint names the container command',
  (platform) => {
    expect(levelsToTry(['full', 'reduced'], platform)).toEqual([])
    expect(lackOf([], platform)).toEqual({
      reason: 'The sandbox requires Linux.',
      hint: expect.stringContaining('npm run container') as string,
    })
    expect(levelsToTry(['full', 'reduced'], 'linux')).toEqual(['full', 'reduced'])
  },
)
