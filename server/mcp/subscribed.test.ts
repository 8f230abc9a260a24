import { renameSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { describe, expect, test } from 'vitest'
import { mostSubscriptions } from './subscribed.ts'
import { folder } from './testing/tree.ts'
import { agentOf, placeWithout } from './testing/workplace.ts'

describe('a subscription', () => {
  const subscribed = async () => {
    const cwd = folder()
    const workplace = placeWithout().at(cwd)
    const agent = await agentOf(workplace, { era: 'legacy' })
    const heard: string[] = []
    let arrived = (): void => undefined
    agent.setNotificationHandler('notifications/resources/updated', ({ params }) => {
      heard.push(params.uri)
      arrived()
    })
    const next = async (): Promise<string> => {
      if (heard.length === 0) await new Promise<void>((resolve) => (arrived = resolve))
      return heard.shift() ?? ''
    }
    return { agent, workplace, next, file: join(cwd, 'project/.ai/tools/say.yaml') }
  }

  test('reports each change to a file, even when an editor replaces the file', async () => {
    const { agent, workplace, next, file } = await subscribed()
    expect(agent.getServerCapabilities()).toMatchObject({
      resources: { subscribe: true, listChanged: false },
      tools: { listChanged: false },
      completions: {},
    })
    const uri = pathToFileURL(file).href
    await agent.subscribeResource({ uri })
    writeFileSync(file, 'version: "2.0.0"\n')
    expect(await next()).toBe(uri)
    writeFileSync(`${file}.tmp`, 'version: "3.0.0"\n')
    renameSync(`${file}.tmp`, file)
    expect(await next()).toBe(uri)
    await agent.close()
    await workplace.close()
  })

  test('to a missing file, a file outside the project or another resource is refused', async () => {
    const { agent, workplace, file } = await subscribed()
    const missing = pathToFileURL(`${file}x`).href
    for (const uri of [missing, 'file:///etc/passwd', 'rye-chain://rules/r02-metadata/1'])
      await expect(agent.subscribeResource({ uri })).rejects.toThrow('not found')
    await agent.close()
    await workplace.close()
  })

  test('over the limit is refused with the limit', async () => {
    const { agent, workplace, file } = await subscribed()
    const uriOf = (count: number): string => `${pathToFileURL(file).href}?page=${count}`
    for (let count = 0; count < mostSubscriptions; count++) await agent.subscribeResource({ uri: uriOf(count) })
    const over = uriOf(mostSubscriptions)
    await expect(agent.subscribeResource({ uri: over })).rejects.toThrow(`${mostSubscriptions} subscriptions`)
    await agent.unsubscribeResource({ uri: uriOf(0) })
    await agent.subscribeResource({ uri: over })
    await agent.close()
    await workplace.close()
  })
})
