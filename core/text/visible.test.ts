import { expect, test } from 'vitest'
import { visible, visibleBut, visibleLines } from './visible.ts'

test.for([
  { name: 'plain text stays unchanged', text: 'a b "ä" 漢 🙂', seen: 'a b "ä" 漢 🙂' },
  { name: 'a line break', text: 'a\nb\r', seen: 'a\\nb\\r' },
  { name: 'a terminal escape sequence', text: '\u001b[2K', seen: '\\u001b[2K' },
  { name: 'a character that reverses the text direction', text: 'a\u202egpj', seen: 'a\\u202egpj' },
  { name: 'characters without width', text: 'pay\u200bpal\u2060\ufeff', seen: 'pay\\u200bpal\\u2060\\ufeff' },
  { name: 'a filler character that looks like a space', text: 'a\u3164b\u115f', seen: 'a\\u3164b\\u115f' },
  { name: 'tags', text: 'x\u{e0041}', seen: 'x\\u{e0041}' },
  { name: 'characters that XML does not allow', text: '\ufffe\uffff', seen: '\\ufffe\\uffff' },
  { name: 'half of a surrogate pair', text: '\ud83d.', seen: '\\ud83d.' },
])('text is made visible: $name', ({ text, seen }) => expect(visible(text)).toBe(seen))

test('lines are separated by a mark that no content can forge', () => {
  expect(visibleBut('\t', 'a\tb\nc')).toBe('a\tb\\nc')
  expect(visibleBut('\n', 'a\tb\nc')).toBe('a\\tb\nc')
  expect(visibleLines('import os\nprint(1)\n\u202e')).toBe('import os↵\nprint(1)↵\n\\u202e')
})
