import type { Analysis } from '#core/answer'

/** The text of a value as the page shows it: the fingerprint of a secret until the user asks for secrets. */
export function readableValue(
  provenance: Analysis['provenance'],
  pointer: string,
  text: string,
  secretsShown: boolean,
): string {
  const origin = provenance[pointer]
  if (!origin?.secret || secretsShown) return text
  return typeof origin.value === 'string' ? origin.value : JSON.stringify(origin.value)
}
