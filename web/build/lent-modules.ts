/** Modules of the Node layer that its parts share, so that each class and error exists once. */
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
