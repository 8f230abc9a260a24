const network = 'it has no network'
const threads = 'it runs one program at a time'
const engine = 'it is about the engine V8'

/** Node's modules that the simulation does not have, and why. */
export const absentModules: Readonly<Record<string, string>> = {
  async_hooks: 'the engine does not report which task runs',
  cluster: threads,
  dgram: network,
  diagnostics_channel: 'there is nothing to watch',
  dns: network,
  'dns/promises': network,
  domain: 'it is long out of use',
  http: network,
  http2: network,
  https: network,
  inspector: engine,
  'inspector/promises': engine,
  net: network,
  punycode: 'it is long out of use',
  repl: 'there is no terminal',
  sea: engine,
  test: 'it has no runner of tests',
  'test/reporters': 'it has no runner of tests',
  tls: network,
  trace_events: engine,
  tty: 'there is no terminal',
  v8: engine,
  vm: 'it has one context',
  wasi: 'it has no WebAssembly',
  worker_threads: threads,
}
