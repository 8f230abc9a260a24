import { expect } from 'vitest'

/** The error code of a response. The error must also have a message and a hint. */
export async function errorOf(response: Response): Promise<unknown> {
  const { error } = (await response.json()) as { error: { code: string; message: string; hint: string } }
  expect([error.message, error.hint].map((text) => text.length > 0)).toEqual([true, true])
  return error.code
}
