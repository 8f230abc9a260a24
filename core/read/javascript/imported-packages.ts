const statement = /^[ \t]*(?:import[ \t]*|(?:import|export)\b[^'"`;=]*?\bfrom[ \t]*)['"]([^'"\n]+)['"]/gm
const required = /^[ \t]*(?:(?:const|let|var)\b[^\n=]*=[ \t]*)?require\([ \t]*['"]([^'"\n]+)['"][ \t]*\)/gm

/** The modules of Node, which are not packages. */
const ownModules = new Set(
  `assert async_hooks buffer child_process cluster console constants crypto dgram diagnostics_channel dns domain events fs
  http http2 https inspector module net os path perf_hooks process punycode querystring readline repl stream
  string_decoder sys timers tls trace_events tty url util v8 vm wasi worker_threads zlib`.split(/\s+/),
)

/** The names of the packages that a JavaScript or TypeScript file loads with a statement at the start of a line. */
export function importedPackages(text: string): readonly string[] {
  const names = [...text.matchAll(statement), ...text.matchAll(required)]
    .filter(([written]) => !/^\s*(?:import|export)\s+type\b/.test(written))
    .flatMap(([, specifier = '']) => packageOf(specifier) ?? [])
  return [...new Set(names)]
}

/** The package of a specifier such as `@scope/name/part`; undefined for paths, URLs and modules of Node. */
function packageOf(specifier: string): string | undefined {
  const name = /^(?:@[a-z0-9._~-]+\/)?[a-z0-9_~-][a-z0-9._~-]*/i.exec(specifier)?.[0]
  if (name === undefined || /^[a-z]+:/i.test(specifier) || ownModules.has(name)) return undefined
  return specifier === name || specifier[name.length] === '/' ? name : undefined
}
