import { describe, expect, test } from 'vitest'
import { folder } from './testing/tree.ts'
import { agentOf, placeWithout } from './testing/workplace.ts'

describe('completion', () => {
  const values = async (
    ref: { type: 'ref/prompt'; name: string } | { type: 'ref/resource'; uri: string },
    name: string,
    value: string,
  ) =>
    (await (await agentOf(placeWithout().at(folder()))).complete({ ref, argument: { name, value } })).completion.values

  test('offers item IDs, languages, pages, lessons and files', async () => {
    const prompt = { type: 'ref/prompt', name: 'why-does-this-not-run' } as const
    expect(await values(prompt, 'item_id', 'gre')).toEqual(['demo/greet'])
    expect(await values({ type: 'ref/prompt', name: 'write-a-tool' }, 'language', 'py')).toContain('python')
    const rules = { type: 'ref/resource', uri: 'rye-chain://rules/{name}/{page}' } as const
    expect((await values(rules, 'name', 'r04'))[0]).toBe('r04-validation')
    expect(await values({ type: 'ref/resource', uri: 'rye-chain://lessons/{slug}' }, 'slug', 'hello-c')).toEqual([
      'hello-chain',
    ])
    const files = { type: 'ref/resource', uri: 'rye-chain://files{+path}' } as const
    expect(await values(files, 'path', 'say')).toEqual([expect.stringMatching(/\/say\.yaml$/)])
  })

  test('of an unknown argument is empty, and of an unknown prompt is refused', async () => {
    expect(await values({ type: 'ref/prompt', name: 'write-a-tool' }, 'other', '')).toEqual([])
    await expect(values({ type: 'ref/prompt', name: 'other' }, 'item_id', '')).rejects.toThrow(
      'Unknown prompt or resource template.',
    )
  })
})
