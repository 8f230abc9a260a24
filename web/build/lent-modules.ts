/** Modules of the Node layer that its parts share, so that each class and each error exists only once. */
export const lentModules = [
  'absent',
  'buffer',
  'crypto-random',
  'deep-equal',
  'dom-exception',
  'errors',
  'inspect',
  'stream',
  'ticks',
  'timers',
  'url',
  'url-search-params',
  'util-types',
  'validate',
] as const

export type LentModule = (typeof lentModules)[number]
