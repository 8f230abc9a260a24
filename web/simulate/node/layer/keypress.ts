import { StringDecoder } from './string-decoder.ts'
import { clearTimeout, setTimeout } from './timers.ts'

/** What a press of a key is told by, as Node's `keypress` has it. */
interface Key {
  sequence: string
  name: string | undefined
  ctrl: boolean
  meta: boolean
  shift: boolean
  code?: string
}

interface Source {
  on(name: string, listener: (...args: never[]) => void): unknown
  removeListener(name: string, listener: (...args: never[]) => void): unknown
  listenerCount(name: string): number
  emit(name: string, ...details: unknown[]): unknown
}

/** How long a single Escape may be the beginning of more, in milliseconds. */
const escapeWait = 500
const escape = '\u001b'

/** Keys by the codes that terminals send for them: `name` and its codes; `+` adds Shift and `^` adds Control. */
const codes = new Map<string, string>()
const table =
  'f1 [P OP [11~ [[A|f2 [Q OQ [12~ [[B|f3 [R OR [13~ [[C|f4 [S OS [14~ [[D|f5 [15~ [[E|f6 [17~|f7 [18~|f8 [19~|f9 [20~|' +
  'f10 [21~|f11 [23~|f12 [24~|paste-start [200~|paste-end [201~|up [A OA|down [B OB|right [C OC|left [D OD|clear [E OE|' +
  'end [F OF [4~ [8~|home [H OH [1~ [7~|insert [2~|delete [3~|pageup [5~ [[5~|pagedown [6~ [[6~|up+ [a|down+ [b|' +
  'right+ [c|left+ [d|clear+ [e|insert+ [2$|delete+ [3$|pageup+ [5$|pagedown+ [6$|home+ [7$|end+ [8$|up^ Oa|down^ Ob|' +
  'right^ Oc|left^ Od|clear^ Oe|insert^ [2^|delete^ [3^|pageup^ [5^|pagedown^ [6^|home^ [7^|end^ [8^|tab+ [Z'
for (const line of table.split('|')) {
  const [name = '', ...sent] = line.split(' ')
  for (const code of sent) codes.set(code, name)
}

const plain: Readonly<Record<string, string>> = {
  '\r': 'return',
  '\n': 'enter',
  '\t': 'tab',
  '\b': 'backspace',
  '\u007f': 'backspace',
  [escape]: 'escape',
  ' ': 'space',
}
const isDigit = (sign: string): boolean => sign >= '0' && sign <= '9'

/** One press after the other, out of characters as they come; none where an Escape was not followed by anything. */
function* presses(tell: (text: string | undefined, key: Key) => void): Generator<undefined, never, string> {
  for (;;) {
    let sign = yield
    let text = sign
    const key: Key = { sequence: '', name: undefined, ctrl: false, meta: false, shift: false }
    const escaped = sign === escape
    if (escaped) {
      text += sign = yield
      if (sign === escape) text += sign = yield
    }
    if (escaped && (sign === 'O' || sign === '[')) text += yield* sequence(sign, key)
    else nameOf(sign, escaped, key)
    key.sequence = text
    if (text !== '' && (key.name !== undefined || escaped)) tell(escaped ? undefined : text, key)
    else if ([...text].length === 1) tell(text, key)
  }
}

/** A key that is one character, perhaps with Escape before it. */
function nameOf(sign: string, escaped: boolean, key: Key): void {
  const name = plain[sign]
  if (name !== undefined) Object.assign(key, { name, meta: escaped })
  else if (!escaped && sign <= '\u001a')
    Object.assign(key, { name: String.fromCharCode(sign.charCodeAt(0) + 96), ctrl: true })
  else if (/^[0-9A-Za-z]$/.test(sign))
    Object.assign(key, { name: sign.toLowerCase(), shift: /[A-Z]/.test(sign), meta: escaped })
  else if (escaped) Object.assign(key, { name: sign === '' ? 'escape' : undefined, meta: true })
}

/** What follows `ESC O` or `ESC [`: a code, with a number for the keys that are held. */
function* sequence(first: string, key: Key): Generator<undefined, string, string> {
  let code = first
  let held = 0
  let sign = yield
  let text = sign
  if (first === 'O') {
    if (isDigit(sign)) {
      held = Number(sign) - 1
      text += sign = yield
    }
    code += sign
  } else {
    let start = 0
    if (sign === '[') {
      code += sign
      text += sign = yield
      start = 1
    }
    for (let digits = 0; digits < 3 && isDigit(sign); digits++) text += sign = yield
    if (sign === ';') {
      text += sign = yield
      if (isDigit(sign)) text += yield
    }
    const command = text.slice(start)
    const numbered = /^(\d\d?)(?:;(\d))?([~^$])$/.exec(command)
    const lettered = /^(?:(?:\d;)?(\d))?([A-Za-z])$/.exec(command)
    code += numbered ? `${numbered[1]}${numbered[3]}` : lettered ? lettered[2] : command
    held = Number((numbered ? numbered[2] : lettered?.[1]) ?? 1) - 1
  }
  const name = codes.get(code) ?? 'undefined'
  Object.assign(key, {
    ctrl: (held & 4) !== 0 || name.endsWith('^'),
    meta: (held & 10) !== 0,
    shift: (held & 1) !== 0 || name.endsWith('+'),
    code,
    name: name.replace(/[+^]$/, ''),
  })
  return text
}

const watched = new WeakSet<Source>()

/** `readline.emitKeypressEvents`: tell the presses of keys that the characters of a stream stand for. */
export function emitKeypressEvents(stream: Source, owner: { readonly escapeCodeTimeout?: number } = {}): void {
  if (watched.has(stream)) return
  watched.add(stream)
  const decoder = new StringDecoder('utf8')
  const begin = (): Generator<undefined, never, string> => {
    const made = presses((text, key) => void stream.emit('keypress', text, key))
    made.next()
    return made
  }
  let keys = begin()
  let timer: unknown
  const take = (input: unknown): void => {
    if (stream.listenerCount('keypress') === 0) {
      stream.removeListener('data', take)
      stream.on('newListener', listen)
      return
    }
    const text = decoder.write(input)
    if (text === '') return
    clearTimeout(timer)
    try {
      for (const sign of text) keys.next(sign)
    } catch (error) {
      keys = begin()
      throw error
    }
    if (text.endsWith(escape)) timer = setTimeout(() => void keys.next(''), owner.escapeCodeTimeout ?? escapeWait)
  }
  const listen = (event: string): void => {
    if (event !== 'keypress') return
    stream.on('data', take)
    stream.removeListener('newListener', listen)
  }
  if (stream.listenerCount('keypress') > 0) stream.on('data', take)
  else stream.on('newListener', listen)
}
