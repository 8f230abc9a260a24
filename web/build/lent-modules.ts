/** Modules of the Node layer that its parts use as they stand there, so that a class or an error is one and the same. */
export const lentModules = [
  'abort',
  'absent',
  'buffer',
  'crypto-random',
  'deep-equal',
  'deprecate',
  'dom-exception',
  'errors',
  'encoding',
  'events',
  'host',
  'inspect',
  'part',
  'process',
  'stream',
  'string-decoder',
  'ticks',
  'timers',
  'url',
  'url-search-params',
  'util-types',
  'validate',
] as const

export type LentModule = (typeof lentModules)[number]
