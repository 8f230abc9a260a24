/** A step that a link leads to: its address, and the pins whose results the walk was made with. */
export interface LinkedStep {
  readonly at: string
  readonly pins: string | undefined
}

/** What the fragment of an address says of a step; a link is read, not trusted: an address that no walk has leads nowhere. */
export function linkedStepIn(hash: string): LinkedStep | undefined {
  const options = new URLSearchParams(hash.split('&').slice(1).join('&'))
  const at = options.get('at')
  return at === null || at === '' ? undefined : { at, pins: options.get('pins') ?? undefined }
}

/** The same as the options of a link. */
export function linkToStep({ at, pins }: LinkedStep): Readonly<Record<string, string>> {
  return { show: 'graph', at, ...(pins === undefined ? {} : { pins }) }
}
