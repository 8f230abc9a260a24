/** The most useful shortcuts of the editor. If a shortcut has several keys, press them one after the other. */
export const editorKeys = [
  { title: 'Leave the editor', keys: ['Esc', 'Tab'] },
  { title: 'Show fixes at the cursor', keys: ['Mod+.'] },
  { title: 'Go to definition', keys: ['F12'] },
  { title: 'Find references', keys: ['Shift+F12'] },
  { title: 'Rename the ID', keys: ['F2'] },
  { title: 'Complete', keys: ['Ctrl+Space'] },
] as const
