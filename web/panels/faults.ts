import type { Snapshot } from '#core'
import { ordinaryWorld } from '#core'
import type { Answer, Query } from '../analysis/messages.ts'
import type { Session } from '../state/session.svelte.ts'

/** Something that can be wrong outside the files, as a switch. */
export interface Fault {
  readonly id: string
  readonly title: string
  readonly about: string
  isOn(session: Session): boolean
  toggle(session: Session, on: boolean, query: (query: Query) => Promise<Answer | undefined>): void | Promise<void>
}

const venvPython = '/project/.venv/bin/python'
const pythons = /\/(?:python3?|python3\.\d+)$/

function worldOf(session: Session): Required<NonNullable<Snapshot['world']>> {
  return { ...ordinaryWorld, ...session.snapshot.world }
}

function setFiles(session: Session, files: readonly string[], label: string): void {
  session.set({ world: { ...session.snapshot.world, files } }, label)
}

/** The file at the head of the chain that can be written. */
function ownFile(session: Session): string | undefined {
  const path = session.analysis?.chain.find(
    (entry) => entry.path !== null && entry.space !== 'system' && !entry.space.startsWith('system:'),
  )?.path
  return path ?? undefined
}

const tamperedLine = '\n# tampered with\n'
const isStale = (session: Session): string | undefined =>
  Object.keys(session.snapshot.files).find(
    (path) => path.startsWith('/project/.ai/lockfiles/') && String(session.snapshot.files[path]).includes('"0000'),
  )

/** The switches of the fault lab, each a change of the draft like any other. */
export const faults: readonly Fault[] = [
  {
    id: 'venv',
    title: 'A virtual environment exists',
    about: `${venvPython} is there, so the search stops before the fallback`,
    isOn: (session) => worldOf(session).files.includes(venvPython),
    toggle(session, on) {
      const files = worldOf(session).files.filter((path) => path !== venvPython)
      setFiles(
        session,
        on ? [...files, venvPython] : files,
        on ? 'Add a virtual environment' : 'Take the virtual environment away',
      )
    },
  },
  {
    id: 'no-python',
    title: 'No Python on the machine',
    about: 'every python in /usr and .venv is gone',
    isOn: (session) => !worldOf(session).files.some((path) => pythons.test(path)),
    toggle(session, on) {
      const others = worldOf(session).files.filter((path) => !pythons.test(path))
      setFiles(session, on ? others : [...others, '/usr/bin/python3'], on ? 'Take Python away' : 'Put Python back')
    },
  },
  {
    id: 'preset',
    title: 'RYE_PYTHON is preset by the host',
    about: 'the host already points it to an existing file: lillux keeps it (R6.3)',
    isOn: (session) => 'RYE_PYTHON' in worldOf(session).environ,
    toggle(session, on) {
      const environ: Record<string, string> = { ...worldOf(session).environ }
      delete environ['RYE_PYTHON']
      session.set(
        {
          world: { ...session.snapshot.world, environ: on ? { ...environ, RYE_PYTHON: '/usr/bin/python3' } : environ },
        },
        on ? 'Preset RYE_PYTHON' : 'Unset RYE_PYTHON',
      )
    },
  },
  {
    id: 'windows',
    title: 'Windows-like path lists',
    about: 'paths in lists are joined by ; instead of :',
    isOn: (session) => worldOf(session).path_separator === ';',
    toggle: (session, on) =>
      session.set(
        { world: { ...session.snapshot.world, path_separator: on ? ';' : ':' } },
        on ? 'Join paths by ;' : 'Join paths by :',
      ),
  },
  {
    id: 'tampered',
    title: 'The tool file was tampered with',
    about: 'a line is added; a signature over the former text no longer fits',
    isOn: (session) => String(session.snapshot.files[ownFile(session) ?? ''] ?? '').endsWith(tamperedLine),
    toggle(session, on) {
      const path = ownFile(session)
      const text = path === undefined ? undefined : session.textOf(path)
      if (path === undefined || text === undefined) return
      session.change(
        [[path, on ? text + tamperedLine : text.slice(0, -tamperedLine.length)]],
        on ? 'Tamper with the tool' : 'Undo the tampering',
      )
    },
  },
  {
    id: 'lockfile',
    title: 'A stale lockfile',
    about: 'pins a former state of the tool, so running is refused (R11.2)',
    isOn: (session) => isStale(session) !== undefined,
    async toggle(session, on, query) {
      const stale = isStale(session)
      if (!on && stale !== undefined) {
        session.change([[stale, null]], 'Delete the stale lockfile')
        return
      }
      const answer = on ? await query({ kind: 'lockfile', now: '2026-01-01T00:00:00Z' }) : undefined
      const [file] = answer?.kind === 'files' ? answer.files : []
      if (file)
        session.change(
          [[file.path, file.text.replace(/"([0-9a-f]{4})([0-9a-f]{60})"/, '"0000$2"')]],
          'Add a stale lockfile',
        )
    },
  },
  {
    id: 'strict',
    title: 'Signatures are required',
    about: 'dev mode off: unsigned and changed files refuse the run (R10.4)',
    isOn: (session) => !session.snapshot.dev_mode,
    toggle: (session, on) => session.set({ dev_mode: !on }, on ? 'Leave dev mode' : 'Enter dev mode'),
  },
]
