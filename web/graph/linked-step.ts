/** The step that a link opens: its address, and the pins that the walk used. */
export interface LinkedStep {
  readonly at: string
  readonly pins: string | undefined
}

/**
 * Read the step from the fragment of a URL; undefined if it has none. Links are untrusted: an unknown address has no
 * effect.
 */
export function linkedStepIn(hash: string): LinkedStep | undefined {
  const options = new URLSearchParams(hash.split('&').slice(1).join('&'))
  const at = options.get('at')
  return at === null || at === '' ? undefined : { at, pins: options.get('pins') ?? undefined }
}

/** The fragment options of a link that opens a step. */
export function linkToStep({ at, pins }: LinkedStep): Readonly<Record<string, string>> {
  return { show: 'graph', at, ...(pins === undefined ? {} : { pins }) }
}
