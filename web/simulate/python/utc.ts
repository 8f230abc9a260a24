/** The byte offsets of `tm_isdst` and `tm_gmtoff` in C's `struct tm`. */
const [summerField, offsetField] = [32, 36]

/** `WebAssembly.instantiate`: bytes result in a module with an instance, a module only in an instance. */
type Instantiate = (
  source: BufferSource | WebAssembly.Module,
  imports?: WebAssembly.Imports,
) => Promise<WebAssembly.Instance | WebAssembly.WebAssemblyInstantiatedSource>

/**
 * Make UTC the local time of the interpreter, as on a server without `TZ`. Otherwise Emscripten uses the time zone of
 * the browser. Call this function before the interpreter boots. It returns a function that undoes the change.
 */
export function keepUtc(): () => void {
  const { instantiate: original } = WebAssembly
  const native = original as Instantiate
  const instantiate: Instantiate = async (source, imports) => {
    const env = imports?.['env']
    if (env === undefined || !('_localtime_js' in env)) return native(source, imports)
    let view = (): DataView => new DataView(new ArrayBuffer())
    reckonInUtc(env, () => view())
    const made = await native(source, imports)
    const { exports } = made instanceof WebAssembly.Instance ? made : made.instance
    const { memory } = exports
    if (!(memory instanceof WebAssembly.Memory)) throw new Error('unexpected build of the interpreter')
    view = () => new DataView(memory.buffer)
    return made
  }
  WebAssembly.instantiate = instantiate as typeof original
  return () => {
    WebAssembly.instantiate = original
  }
}

/** Replace the functions of the C library that read the local time. `view` returns the current memory. */
function reckonInUtc(env: WebAssembly.ModuleImports, view: () => DataView): void {
  const { _gmtime_js: split, _timegm_js: join } = env
  if (typeof split !== 'function' || typeof join !== 'function') throw new Error('unexpected build of the interpreter')
  const mark = (place: number): void => {
    view().setInt32(place + summerField, 0, true)
    view().setInt32(place + offsetField, 0, true)
  }
  Object.assign(env, {
    _localtime_js(seconds: bigint, place: number) {
      ;(split as (seconds: bigint, place: number) => void)(seconds, place)
      mark(place)
    },
    _mktime_js(place: number) {
      const seconds = (join as (place: number) => bigint)(place)
      mark(place)
      return seconds
    },
    _tzset_js(offset: number, hasSummer: number, ...names: readonly number[]) {
      view().setInt32(offset, 0, true)
      view().setInt32(hasSummer, 0, true)
      for (const name of names) new Uint8Array(view().buffer, name).set(new TextEncoder().encode('UTC\0'))
    },
  })
}
