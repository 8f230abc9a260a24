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

type World = Required<NonNullable<Snapshot['world']>>

function worldOf({ snapshot }: { readonly snapshot: Snapshot }): World {
  return { ...ordinaryWorld, ...snapshot.world }
}

/** The world as it last was like this in the history of the draft: what a switch puts back is what it took away. */
function formerWorld(session: Session, fits: (world: World) => boolean): World | undefined {
  const { steps, at } = session.history
  return steps
    .slice(0, at + 1)
    .map(worldOf)
    .findLast(fits)
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

/** A comment in the file's own language, so that the signature is all that it breaks. */
const tamperedLine = (path: string): string =>
  /\.(?:[cm]?js|[cm]?ts)$/.test(path) ? '\n// tampered with\n' : '\n# tampered with\n'
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
      const before = formerWorld(session, (world) => world.files.some((path) => pythons.test(path)))
      const back = before?.files.filter((path) => pythons.test(path)) ?? ['/usr/bin/python3']
      setFiles(session, on ? others : [...others, ...back], on ? 'Take Python away' : 'Put Python back')
    },
  },
  {
    id: 'preset',
    title: 'RYE_PYTHON is preset by the host',
    about: 'the host already points it to an existing file: lillux keeps it',
    isOn: (session) => 'RYE_PYTHON' in worldOf(session).environ,
    toggle(session, on) {
      const environ: Record<string, string> = { ...worldOf(session).environ }
      delete environ['RYE_PYTHON']
      const before = formerWorld(session, (world) => 'RYE_PYTHON' in world.environ)?.environ['RYE_PYTHON']
      const preset = { ...environ, RYE_PYTHON: before ?? '/usr/bin/python3' }
      session.set(
        { world: { ...session.snapshot.world, environ: on ? preset : environ } },
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
    isOn(session) {
      const path = ownFile(session) ?? ''
      return String(session.snapshot.files[path] ?? '').endsWith(tamperedLine(path))
    },
    toggle(session, on) {
      const path = ownFile(session)
      const text = path === undefined ? undefined : session.textOf(path)
      if (path === undefined || text === undefined) return
      session.change(
        [[path, on ? text + tamperedLine(path) : text.slice(0, -tamperedLine(path).length)]],
        on ? 'Tamper with the tool' : 'Undo the tampering',
      )
    },
  },
  {
    id: 'lockfile',
    title: 'A stale lockfile',
    about: 'pins a former state of the tool, so running is refused',
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
    about: 'dev mode off: unsigned and changed files refuse the run',
    isOn: (session) => !session.snapshot.dev_mode,
    toggle: (session, on) => session.set({ dev_mode: !on }, on ? 'Leave dev mode' : 'Enter dev mode'),
  },
]
