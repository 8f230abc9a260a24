import { visible } from '#core'

/** A text over several lines in which nothing is hidden; its lines stay what they are. Only where line breaks are drawn as such. */
export function seenLines(text: string): string {
  return text.split('\n').map(visible).join('\n')
}
