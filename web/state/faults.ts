import type { Snapshot } from '#core/workspace'
import { isSystem } from '#core/rules'
import { ordinaryWorld } from '#core/workspace'
import type { Answer, Query } from '../analysis/messages.ts'
import type { FileContent } from '../files/content.ts'
import type { Session } from './session.svelte.ts'

/** A switch that causes a fault, usually outside the files. */
export interface Fault {
  readonly id: string
  readonly title: string
  readonly about: string
  isOn(session: Session): boolean
  /** The reason why the switch does not apply to the draft; undefined if it applies. */
  missing?(session: Session): string | undefined
  /** The fields that the switch sets, if it changes no file. */
  readonly head?: Switch['head']
  toggle(session: Session, on: boolean, query: (query: Query) => Promise<Answer | undefined>): void | Promise<void>
}

type Head = Partial<Omit<Snapshot, 'files'>>

/** A fault in the head of a draft. */
interface Switch extends Pick<Fault, 'id' | 'title' | 'about' | 'isOn'> {
  head(session: Session, on: boolean): Head
  /** Labels of the history steps that switch the fault on and off. */
  readonly steps: readonly [on: string, off: string]
}

function ofHead({ steps: [whenOn, whenOff], ...fault }: Switch): Fault {
  return { ...fault, toggle: (session, on) => session.set(fault.head(session, on), on ? whenOn : whenOff) }
}

const venvPython = '/project/.venv/bin/python'
type World = Required<NonNullable<Snapshot['world']>>

function worldOf({ snapshot }: { readonly snapshot: Snapshot }): World {
  return { ...ordinaryWorld, ...snapshot.world }
}

/**
 * The last world in the history that satisfies `fits`; undefined if none does. A switch restores removed values from
 * it.
 */
function formerWorld(session: Session, fits: (world: World) => boolean): World | undefined {
  const { steps, at } = session.history
  return steps
    .slice(0, at + 1)
    .map(worldOf)
    .findLast(fits)
}

function withWorld(session: Session, change: Partial<World>): Head {
  return { world: { ...session.snapshot.world, ...change } }
}

/** A fault that removes all programs of one kind from the machine. Switching it off restores the same programs. */
function absent(name: string, programs: RegExp, about: string): Fault {
  const ordinary = ordinaryWorld.files.filter((path) => programs.test(path))
  return ofHead({
    id: `no-${name.toLowerCase()}`,
    title: `No ${name} on the machine`,
    about,
    isOn: (session) => !worldOf(session).files.some((path) => programs.test(path)),
    head(session, on) {
      const others = worldOf(session).files.filter((path) => !programs.test(path))
      const before = formerWorld(session, (world) => world.files.some((path) => programs.test(path)))
      const back = before?.files.filter((path) => programs.test(path)) ?? ordinary
      return withWorld(session, { files: on ? others : [...others, ...back] })
    },
    steps: [`Remove ${name}`, `Restore ${name}`],
  })
}

const dotenv = '/project/.env'

/** The last `.env` in the history of the draft; undefined if it never had one. */
function formerDotenv({ history: { steps, at } }: Session): FileContent | undefined {
  return steps.slice(0, at + 1).findLast(({ snapshot }) => Object.hasOwn(snapshot.files, dotenv))?.snapshot.files[
    dotenv
  ]
}

/** The first writable file of the chain; undefined if the whole chain is in the system space. */
function ownFile(session: Session): string | undefined {
  const path = session.analysis?.chain.find((entry) => entry.path !== null && !isSystem(entry.space))?.path
  return path ?? undefined
}

/** A comment in the language of the file. It invalidates the signature, and does not change what the tool does. */
const tamperedLine = (path: string): string =>
  /\.(?:[cm]?js|[cm]?ts)$/.test(path) ? '\n// tampered with\n' : '\n# tampered with\n'
const isStale = (session: Session): string | undefined =>
  Object.keys(session.snapshot.files).find(
    (path) => path.startsWith('/project/.ai/lockfiles/') && String(session.snapshot.files[path]).includes('"0000'),
  )

/** The switches of the fault lab. Each switch changes the draft as one undo step. */
export const faults: readonly Fault[] = [
  ofHead({
    id: 'venv',
    title: 'A virtual environment exists',
    about: `${venvPython} exists, so the search does not use the fallback`,
    isOn: (session) => worldOf(session).files.includes(venvPython),
    head(session, on) {
      const files = worldOf(session).files.filter((path) => path !== venvPython)
      return withWorld(session, { files: on ? [...files, venvPython] : files })
    },
    steps: ['Add a virtual environment', 'Remove the virtual environment'],
  }),
  absent('Python', /\/(?:python3?|python3\.\d+)$/, 'removes every python in /usr and .venv'),
  absent('Node', /\/node(?:js)?$/, 'removes every node in /usr and node_modules'),
  absent('Bash', /\/bash$/, 'removes every bash in /bin and /usr'),
  ofHead({
    id: 'preset',
    title: 'The host sets RYE_PYTHON',
    about: 'RYE_PYTHON names an existing file, so lillux does not search for an interpreter',
    isOn: (session) => 'RYE_PYTHON' in worldOf(session).environ,
    head(session, on) {
      const environ: Record<string, string> = { ...worldOf(session).environ }
      delete environ['RYE_PYTHON']
      const before = formerWorld(session, (world) => 'RYE_PYTHON' in world.environ)?.environ['RYE_PYTHON']
      const preset = { ...environ, RYE_PYTHON: before ?? '/usr/bin/python3' }
      return withWorld(session, { environ: on ? preset : environ })
    },
    steps: ['Set RYE_PYTHON', 'Unset RYE_PYTHON'],
  }),
  ofHead({
    id: 'windows',
    title: 'Windows path separator',
    about: 'path lists use ; instead of :',
    isOn: (session) => worldOf(session).path_separator === ';',
    head: (session, on) => withWorld(session, { path_separator: on ? ';' : ':' }),
    steps: ['Join paths with ;', 'Join paths with :'],
  }),
  {
    id: 'no-dotenv',
    title: 'No .env in the project',
    about: 'removes the file and its variables',
    isOn: (session) => !session.has(dotenv) && formerDotenv(session) !== undefined,
    missing: (session) => (formerDotenv(session) === undefined ? 'this draft has no .env' : undefined),
    toggle(session, on) {
      const former = formerDotenv(session)
      if (former !== undefined) session.change([[dotenv, on ? null : former]], on ? 'Remove .env' : 'Restore .env')
    },
  },
  {
    id: 'tampered',
    title: 'The tool file was changed after signing',
    about: 'adds a line, so the signature no longer matches',
    missing(session) {
      const entry = session.analysis?.chain.find(({ path }) => path !== null && path === ownFile(session))
      return entry?.signature.state === 'unsigned' && !this.isOn(session) ? 'the tool is not signed' : undefined
    },
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
        on ? 'Change the signed tool' : 'Undo the change to the tool',
      )
    },
  },
  {
    id: 'lockfile',
    title: 'A stale lockfile',
    about: 'contains an older version of the tool, so runs are refused',
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
  ofHead({
    id: 'strict',
    title: 'Signatures are required',
    about: 'turns off dev mode: unsigned and changed files are refused',
    isOn: (session) => !session.snapshot.dev_mode,
    head: (_session, on) => ({ dev_mode: !on }),
    steps: ['Turn dev mode off', 'Turn dev mode on'],
  }),
]
