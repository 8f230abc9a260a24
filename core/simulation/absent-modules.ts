const network = 'the simulation has no network'
const threads = 'the simulation runs one program at a time'
const engine = 'the simulation uses QuickJS, not V8'

/** Node modules that are not simulated, each with the reason. */
export const absentModules: Readonly<Record<string, string>> = {
  async_hooks: 'QuickJS does not track asynchronous tasks',
  cluster: threads,
  dgram: network,
  diagnostics_channel: 'the simulation publishes no diagnostics',
  dns: network,
  'dns/promises': network,
  domain: 'it is deprecated in Node',
  http: network,
  http2: network,
  https: network,
  inspector: engine,
  'inspector/promises': engine,
  net: network,
  punycode: 'it is deprecated in Node',
  repl: 'the simulation has no terminal',
  sea: engine,
  test: 'the simulation has no test runner',
  'test/reporters': 'the simulation has no test runner',
  tls: network,
  trace_events: engine,
  tty: 'the simulation has no terminal',
  v8: engine,
  vm: 'the simulation has only one context',
  wasi: 'the simulation has no WebAssembly',
  worker_threads: threads,
}
