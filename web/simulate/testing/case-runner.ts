/**
 * The program that evaluates a table of cases in real Node and in the simulated Node. Each case is an expression, or
 * statements with a `return`. The program formats the results, so that an error in `util.inspect` affects only its own
 * cases.
 */
export const caseRunner = String.raw`
const lines = JSON.parse(require('fs').readFileSync('cases.json', 'utf8'))
function shown(value, depth) {
  if (typeof value === 'string') return JSON.stringify(value)
  if (typeof value === 'bigint') return value + 'n'
  if (typeof value === 'symbol') return String(value)
  if (Object.is(value, -0)) return '-0'
  if (typeof value === 'function') return 'function ' + value.name + '/' + value.length
  if (typeof value !== 'object' || value === null) return String(value)
  if (depth > 5) return '...'
  const inner = (item) => shown(item, depth + 1)
  const tag = Object.prototype.toString.call(value).slice(8, -1)
  if (value instanceof Error || tag === 'Error') {
    const code = value.code === undefined ? '' : ' [' + String(value.code) + ']'
    return value.name + code + ': ' + value.message
  }
  const maker = Object.getPrototypeOf(value) === null ? 'null' : (value.constructor || {}).name
  if (Array.isArray(value)) {
    const items = []
    for (let at = 0; at < Math.min(value.length, 100); at++) items.push(at in value ? inner(value[at]) : 'hole')
    return (maker === 'Array' ? '' : maker) + '[' + items.join(', ') + (value.length > 100 ? ', ' + value.length : '') + ']'
  }
  if (ArrayBuffer.isView(value) && tag !== 'DataView') return maker + '[' + Array.prototype.slice.call(value, 0, 200).map(String).join(' ') + ']'
  if (tag === 'Map') return 'Map{' + Array.from(value, ([k, v]) => inner(k) + ' => ' + inner(v)).join(', ') + '}'
  if (tag === 'Set') return 'Set{' + Array.from(value, inner).join(', ') + '}'
  if (tag === 'Date') return 'Date(' + value.getTime() + ')'
  if (tag === 'RegExp') return String(value)
  if (['Number', 'String', 'Boolean', 'Symbol', 'BigInt'].includes(tag) && typeof value.valueOf() !== 'object') return tag + '(' + shown(value.valueOf()) + ')'
  const fields = Object.keys(value).map((key) => key + ': ' + inner(value[key]))
  return (maker === 'Object' ? '' : maker) + '{' + fields.join(', ') + '}'
}
const AsyncFunction = (async () => {}).constructor
async function answer(line) {
  let run
  try {
    run = new AsyncFunction('require', 'return (' + line + '\n)')
  } catch {
    run = new AsyncFunction('require', line)
  }
  try {
    return shown(await run(require), 0)
  } catch (error) {
    return 'throws ' + shown(error, 0)
  }
}
async function main() {
  const answers = []
  for (const line of lines) answers.push(await Promise.race([answer(line), new Promise((done) => setTimeout(done, 3000, 'no answer'))]))
  require('fs').writeSync(1, JSON.stringify(answers))
}
main().then(() => process.exit(0))
`
