import { expect, test } from 'vitest'
import { configLayers, copyForProject } from './copy-out.ts'

const system = '/system/ryeos-core/.ai/tools/rye/bash.py'
const config = '/system/ryeos-core/.ai/config/web/scraper.yaml'

test('R1.1: a system tool is copied once, to the path that shadows it', () => {
  const texts = new Map([[system, 'x = 1\n']])
  const copy = copyForProject(system, (path) => texts.get(path))
  expect(copy).toEqual({
    path: '/project/.ai/tools/rye/bash.py',
    text: 'x = 1\n',
    label: 'Copy .ai/tools/rye/bash.py to the project',
  })
  texts.set('/project/.ai/tools/rye/bash.py', '')
  expect(copyForProject(system, (path) => texts.get(path))).toBeUndefined()
  expect(copyForProject('/project/.ai/tools/a.py', () => 'x')).toBeUndefined()
  expect(copyForProject(null, () => 'x')).toBeUndefined()
})

test('R8.2: a tool config gets a new layer in each space without one', () => {
  const texts = new Map([[config, '# rye:signed:2026:aa:bb:cc\nmax: 1\n']])
  const event = {
    step: 'resolve_config',
    declared_by: 'rye/web/scraper',
    path: 'web/scraper.yaml',
    mode: 'deep_merge',
  } as const
  const trace = [{ ...event, layers: [{ path: config, space: 'system:ryeos-core' as const }] }]
  const offered = configLayers(trace, (path) => texts.get(path))
  expect(offered.map(({ path, text }) => [path, text])).toEqual([
    ['/project/.ai/config/web/scraper.yaml', 'max: 1\n'],
    ['/user/.ai/config/web/scraper.yaml', 'max: 1\n'],
  ])
  texts.set('/project/.ai/config/web/scraper.yaml', 'max: 2\n')
  expect(configLayers(trace, (path) => texts.get(path)).map(({ path }) => path)).toEqual([
    '/user/.ai/config/web/scraper.yaml',
  ])
})
