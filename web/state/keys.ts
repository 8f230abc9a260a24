type KeyPress = Pick<KeyboardEvent, 'key' | 'code' | 'ctrlKey' | 'metaKey' | 'altKey' | 'shiftKey'>

/**
 * Whether the keyboard is a Mac keyboard, where Alt is Option and types characters. False without a browser, as in the
 * build.
 */
export function onMac(): boolean {
  return 'navigator' in globalThis && navigator.userAgent.includes('Mac')
}

/** Whether a key press matches the keys of an action (`Mod+Alt+Z`). On a Mac, `Alt` alone means Control and Option. */
export function matches(keys: string, press: KeyPress, mac: boolean): boolean {
  const parts = keys.split('+')
  const key = parts.at(-1) ?? ''
  const [mod, alt, shift] = [parts.includes('Mod'), parts.includes('Alt'), parts.includes('Shift')]
  if (key === '?') return press.key === '?' && !press.ctrlKey && !press.metaKey && !press.altKey
  const [command, control] = mac ? [press.metaKey, press.ctrlKey] : [press.ctrlKey || press.metaKey, false]
  if (mod !== command || (mac && control !== (alt && !mod))) return false
  if (alt !== press.altKey || shift !== press.shiftKey) return false
  // On some systems, AltGr is Ctrl and Alt, so the typed letter must match.
  if (mod && alt && /^[A-Z]$/.test(key)) return press.key.toUpperCase() === key || (mac && press.code === `Key${key}`)
  // With Alt pressed, `key` depends on the layout, so compare the position of the key.
  if (/^\d$/.test(key)) return press.code === `Digit${key}`
  if (/^[A-Z]$/.test(key)) return press.code === `Key${key}` || press.key.toUpperCase() === key
  return press.key === key
}

/** The keys in the notation of the operating system. */
export function printedKeys(keys: string, mac: boolean): string {
  if (!mac) return keys.replace('Mod', 'Ctrl').replaceAll('+', ' ')
  const alt = keys.includes('Mod') ? '⌥' : '⌃ ⌥'
  return keys.replace('Mod', '⌘').replace('Alt', alt).replaceAll('+', ' ')
}
