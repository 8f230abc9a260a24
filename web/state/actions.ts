import { dialectNames } from '#core/rules'
import { answerTable } from './answers.ts'
import type { Playground } from './playground.svelte.ts'

/** A page action, used by the palette, the keyboard and the shortcut list. */
export interface Action {
  readonly id: string
  readonly title: string
  /** The shortcut, such as `Mod+Enter`. `Mod` is Ctrl, or Command on a Mac. */
  readonly keys?: string
  /** The shortcut that runs the action everywhere except in text fields. */
  readonly outsideText?: string
  readonly group: 'Run' | 'Draft' | 'Show' | 'Files' | 'Page'
  readonly run: () => void
}

/** All actions, in the order of the palette. */
export function actionsOf(playground: Playground, commands: Commands): readonly Action[] {
  const { session, view } = playground
  const open = (dialog: NonNullable<typeof view.dialog>) => () => {
    view.dialog = dialog
  }
  return [
    { id: 'simulate', title: 'Simulate', keys: 'Mod+Enter', group: 'Run', run: commands.simulate },
    { id: 'run', title: 'Run on server', keys: 'Mod+Shift+Enter', group: 'Run', run: commands.run },
    { id: 'stop', title: 'Stop run', group: 'Run', run: commands.stop },
    { id: 'share', title: 'Share', keys: 'Mod+S', group: 'Draft', run: open('share') },
    {
      id: 'undo',
      title: 'Undo last change',
      keys: 'Mod+Alt+Z',
      outsideText: 'Mod+Z',
      group: 'Draft',
      run: () => playground.undo(),
    },
    {
      id: 'redo',
      title: 'Redo',
      keys: 'Mod+Alt+Shift+Z',
      outsideText: 'Mod+Shift+Z',
      group: 'Draft',
      run: () => playground.redo(),
    },
    { id: 'examples', title: 'Open an example', keys: 'Alt+E', group: 'Draft', run: open('gallery') },
    { id: 'review', title: 'Review what you learned', group: 'Draft', run: open('review') },
    { id: 'sheet', title: 'Print a sheet of the lesson and the chain', group: 'Draft', run: open('sheet') },
    { id: 'class', title: 'Show the class', group: 'Draft', run: open('class') },
    { id: 'new-draft', title: 'New empty draft', group: 'Draft', run: () => void playground.draft.openEmpty() },
    { id: 'library', title: 'Open the library of drafts', keys: 'Alt+D', group: 'Draft', run: open('library') },
    ...[...dialectNames].reverse().map((name): Action => ({
      id: `dialect-${name}`,
      title: `Dialect: ${name}`,
      group: 'Draft',
      run: () => playground.switchDialect(name),
    })),
    { id: 'search-scoped', title: 'Search: scoped', group: 'Draft', run: () => session.setSearch('scoped') },
    { id: 'search-global', title: 'Search: global', group: 'Draft', run: () => session.setSearch('global') },
    {
      id: 'dev-mode',
      title: 'Turn dev mode on or off',
      group: 'Draft',
      run: () => session.setDevMode(!session.snapshot.dev_mode),
    },
    { id: 'export', title: 'Import or export', keys: 'Alt+X', group: 'Draft', run: open('export') },
    { id: 'new-tool', title: 'New tool', keys: 'Alt+T', group: 'Files', run: open('new-tool') },
    { id: 'new-file', title: 'New file', keys: 'Alt+N', group: 'Files', run: open('new-file') },
    { id: 'impact', title: 'Show uses of the file and effects of a change', group: 'Files', run: open('impact') },
    { id: 'rename-item', title: 'Rename item everywhere', keys: 'Alt+R', group: 'Files', run: open('rename-item') },
    {
      id: 'search',
      title: 'Search and replace in all files',
      keys: 'Mod+Shift+F',
      group: 'Files',
      run: open('search'),
    },
    { id: 'files', title: 'Go to a file', keys: 'Mod+P', group: 'Files', run: open('files') },
    { id: 'items', title: 'Choose an item', keys: 'Alt+I', group: 'Show', run: open('items') },
    ...answerTable.map(({ name, action, keys }): Action => ({
      id: name,
      title: action,
      keys,
      group: 'Show',
      run: () => (name === 'why' ? playground.showWhy() : view.show(name)),
    })),
    { id: 'matrix', title: 'Compare spaces', group: 'Show', run: () => view.show('compare') },
    { id: 'dialects', title: 'Compare dialects', group: 'Show', run: open('dialect-lens') },
    { id: 'focus-editor', title: 'Go to the editor', keys: 'Alt+0', group: 'Show', run: commands.focusEditor },
    { id: 'focus-files', title: 'Go to the files', keys: 'Alt+F', group: 'Show', run: commands.focusFiles },
    { id: 'focus-chain', title: 'Go to the chain', keys: 'Alt+C', group: 'Show', run: commands.focusChain },
    {
      id: 'lesson',
      title: 'Show or hide the lesson',
      keys: 'Alt+L',
      group: 'Show',
      run: () => {
        view.lesson = !view.lesson
      },
    },
    {
      id: 'write-lesson',
      title: 'Write a lesson for this draft',
      group: 'Draft',
      run: () => {
        if (session.snapshot.lesson === undefined) session.set({ lesson: 'format: 1\n' }, 'Start a lesson')
        view.lesson = view.writing = true
      },
    },
    { id: 'guide', title: 'Show the first-minute guide', group: 'Page', run: () => void playground.showGuide() },
    {
      id: 'plain',
      title: 'Turn the plain-text editor on or off',
      group: 'Page',
      run: () => view.setPlainText(!view.plainText),
    },
    {
      id: 'closing',
      title: 'Turn automatic brackets and quotes on or off',
      group: 'Page',
      run: () => view.setClosing(!view.closing),
    },
    { id: 'theme-system', title: 'Theme: system', group: 'Page', run: () => view.setTheme('system') },
    { id: 'theme-light', title: 'Theme: light', group: 'Page', run: () => view.setTheme('light') },
    { id: 'theme-dark', title: 'Theme: dark', group: 'Page', run: () => view.setTheme('dark') },
    { id: 'theme-contrast', title: 'Theme: high contrast', group: 'Page', run: () => view.setTheme('contrast') },
    { id: 'docs', title: 'Documentation', group: 'Page', run: () => view.openDocs('') },
    { id: 'keys', title: 'Show keyboard shortcuts', outsideText: '?', group: 'Page', run: open('keys') },
    { id: 'glossary', title: 'Open the glossary', group: 'Page', run: open('glossary') },
    { id: 'news', title: 'What’s new', group: 'Page', run: open('news') },
    { id: 'notices', title: 'Notices of this session', group: 'Page', run: open('notices') },
    { id: 'palette', title: 'Show all actions', keys: 'Mod+K', group: 'Page', run: open('palette') },
  ]
}

/** All keys of an action. */
export function keysOf({ keys, outsideText }: Action): readonly string[] {
  return [keys, outsideText].filter((one) => one !== undefined)
}

/** The page commands that actions call. `web/run/commands.ts` has those that run the draft. */
export interface Commands {
  readonly simulate: () => void
  readonly run: () => void
  readonly stop: () => void
  readonly focusEditor: () => void
  readonly focusFiles: () => void
  readonly focusChain: () => void
}

/** The shortcuts of a lesson. They work everywhere in the page, including the editor, and do not move the focus. */
export const lessonKeys = [
  { id: 'task', title: 'Read the task', keys: ['Alt+S'] },
  { id: 'hint', title: 'Read the hint', keys: ['Alt+H'] },
  { id: 'goals', title: 'Read the goals and current values', keys: ['Alt+W'] },
  { id: 'go', title: 'Go to the step', keys: ['Alt+J'] },
] as const

/** The part of a lesson that a shortcut announces or opens. */
export type LessonWish = (typeof lessonKeys)[number]['id']
