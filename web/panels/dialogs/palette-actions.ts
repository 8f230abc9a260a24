import { traceAsText } from '#core/answer'
import type { Action } from '../../state/actions.ts'
import { configLayers, copyForProject } from '../../files/copy-out.ts'
import { isReadOnly, shortPath } from '../../files/places.ts'
import { addLockfile } from '../../run/finish-run.ts'
import type { Playground } from '../../state/playground.svelte.ts'
import { copyPermalink, draftLink } from '../../share/permalink.ts'
import { takeAnswer, takenForms } from '../../share/take-answer.ts'
import { makeKey, signFiles, trustKey } from '../../state/signing.ts'
import { traceFilters } from '../../analysis/trace-steps.ts'
import { stepTrace } from '../answers/step-trace.ts'
import { faults } from '../../state/faults.ts'
import { placesOf } from '../../state/spaces-in-use.ts'

/** Actions without a shortcut, which the palette finds by name. */
export function paletteActions(playground: Playground): readonly Action[] {
  return [
    ...draftActions(playground),
    ...fileActions(playground),
    ...placingActions(playground),
    ...traceActions(playground),
    ...worldActions(playground),
    ...integrityActions(playground),
  ]
}

function draftActions(playground: Playground): readonly Action[] {
  const { drafts, session, view } = playground
  const inDialog = (dialog: NonNullable<typeof view.dialog>, titles: readonly string[]): readonly Action[] =>
    titles.map((title) => ({ id: title, title: `${title}…`, group: 'Draft', run: () => (view.dialog = dialog) }))
  return [
    ...(drafts.inert
      ? [{ id: 'trust', title: 'Trust this draft', group: 'Draft', run: () => playground.draft.trust() } as const]
      : []),
    ...inDialog('share', ['Copy link', 'Create short link', 'Copy embed code']),
    ...inDialog('export', [
      'Download as zip',
      'Copy as text',
      'Copy command',
      'Import files, a folder or a zip',
      'Import a system bundle',
      'Open or update a local folder',
    ]),
    ...takenForms.map(({ name, title }): Action => ({
      id: `take:${name}`,
      title,
      group: 'Draft',
      run: () => void takeAnswer(playground, name),
    })),
    ...(playground.draft.cameFromElsewhere
      ? [{ id: 'reset', title: 'Reset to original', group: 'Draft', run: () => playground.draft.reset() } as const]
      : []),
    ...(session.snapshot.systems ? inDialog('systems', ['Reorder or remove system bundles']) : []),
    ...inDialog('library', ['Rename this draft', 'Move drafts to trash or restore them']),
  ]
}

function fileActions({ session, view }: Playground): readonly Action[] {
  const path = session.active
  const places = placesOf(session.snapshot).map(({ id, title }): Action => {
    const hidden = session.without.includes(id)
    return {
      id: `space:${id}`,
      title: hidden ? `Restore the ${title}` : `Exclude the ${title}`,
      group: 'Show',
      run: () => session.toggleSpace(id),
    }
  })
  if (path === undefined) return places
  const format: readonly Action[] =
    /\.ya?ml$/.test(path) && !isReadOnly(path)
      ? [
          {
            id: 'format',
            title: `Format ${shortPath(path)}`,
            group: 'Files',
            run: () => void formatFile(session, view, path),
          },
        ]
      : []
  // The file of the chosen item comes first.
  const menus = [...new Set([session.itemsById.get(session.snapshot.item_id)?.path ?? path, path])].map(
    (one): Action => ({
      id: `file-menu:${one}`,
      title: `Rename, duplicate, move, copy or delete ${shortPath(one)}…`,
      group: 'Files',
      run: () => {
        view.phone = 'files'
        session.open(one)
        view.fileMenu = one
      },
    }),
  )
  return [...menus, ...format, ...places]
}

/** Format a YAML file, as one undo step. */
async function formatFile(session: Playground['session'], view: Playground['view'], path: string): Promise<void> {
  const { formatYaml } = await import('../../editor/format-yaml.ts')
  const made = formatYaml(session.textOf(path) ?? '')
  if ('problem' in made) return view.say({ text: made.problem, tone: 'trouble' })
  session.change([[path, made.text]], `Format ${shortPath(path)}`)
}

/**
 * Actions for new files: a new runtime, copies of system files in the project, and config layers of the analyzed item.
 */
function placingActions(playground: Playground): readonly Action[] {
  const { session, view } = playground
  const textOf = (path: string): string | undefined => session.textOf(path)
  const paths = [...(session.analysis?.chain ?? []).map(({ path }) => path), session.active]
  const copies = [...new Set(paths)].flatMap((path) => copyForProject(path, textOf) ?? [])
  return [
    { id: 'new-runtime', title: 'New runtime…', group: 'Files', run: () => (view.dialog = 'new-tool') },
    ...[...copies, ...configLayers(session.analysis?.trace ?? [], textOf)].map(({ path, text, label }): Action => ({
      id: `place:${path}`,
      title: label,
      group: 'Files',
      run: () => {
        if (playground.change([[path, text]], label)) playground.goTo({ path, start: 0, end: 0 })
      },
    })),
  ]
}

function traceActions(playground: Playground): readonly Action[] {
  const { session, view } = playground
  const { asked } = session
  const step = (title: string, by: number): Action => ({
    id: title,
    title,
    group: 'Show',
    run: () => {
      view.show('trace')
      stepTrace(playground, by)
    },
  })
  return [
    step('Next step of the trace', 1),
    step('Previous step of the trace', -1),
    ...traceFilters.map((name): Action => ({
      id: `trace:${name}`,
      title: `Filter the trace: ${name}`,
      group: 'Show',
      run: () => {
        view.show('trace')
        view.traceFilter = name
      },
    })),
    {
      id: 'copy-trace',
      title: 'Copy the trace as text',
      group: 'Show',
      run: () =>
        void draftLink(playground).then((link) =>
          view.copy(traceAsText(session.analysis?.trace ?? [], link), 'Trace copied as text.'),
        ),
    },
    {
      id: 'link-step',
      title: 'Copy a link to this step of the trace',
      group: 'Show',
      run: () => void copyPermalink(playground, { step: String(view.traceStep) }),
    },
    ...(asked === undefined
      ? []
      : [
          {
            id: 'link-why',
            title: 'Copy a link to this value',
            group: 'Show',
            run: () => void copyPermalink(playground, { why: asked }),
          } as const,
        ]),
  ]
}

function worldActions(playground: Playground): readonly Action[] {
  const { session, view } = playground
  const there = faults.filter((fault) => fault.missing?.(session) === undefined)
  return there.map((fault) => {
    const on = fault.isOn(session)
    return {
      id: `fault:${fault.id}`,
      title: `World: ${fault.title} (turn ${on ? 'off' : 'on'})`,
      group: 'Show',
      run: () => {
        view.show('world')
        void fault.toggle(session, !on, (query) => playground.engine.query(query))
      },
    }
  })
}

function integrityActions(playground: Playground): readonly Action[] {
  const { session, view, keys } = playground
  const { active } = session
  const lock = session.analysis?.lockfile
  const act = (title: string, run: () => void): Action => ({
    id: title,
    title,
    group: 'Files',
    run: () => {
      view.show('integrity')
      run()
    },
  })
  const path = lock?.path
  return [
    ...(keys
      ? [
          act('Trust this key in the project', () => void trustKey(playground, keys)),
          ...(active === undefined
            ? []
            : [act(`Sign ${shortPath(active)}`, () => void signFiles(playground, [active], keys))]),
        ]
      : [act('Create key pair', () => void makeKey(playground))]),
    act('Sign all files…', () => {}),
    act('Load a saved private key…', () => {}),
    ...(lock?.would_write ? [act('Create lockfile', () => void addLockfile(playground))] : []),
    ...(path ? [act('Delete lockfile', () => void session.change([[path, null]], 'Delete lockfile'))] : []),
  ]
}
