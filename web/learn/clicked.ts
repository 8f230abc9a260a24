import { pairRules, type Clicked } from '#core/expect'

/** The JSON pointer into a result for each part of a lane. */
const inResult: Readonly<Record<string, string>> = {
  ending: '/success',
  data: '/data',
  stdout: '/output/stdout/text',
  stderr: '/output/stderr/text',
  'own-error': '/error',
}

/** The value or place that a page element shows, if a goal can refer to it. Values with a "why?" have a pointer. */
export function clickedIn(target: Element): Clicked | undefined {
  const within = (selector: string): HTMLElement | null => target.closest<HTMLElement>(selector)
  const testid = (selector: string): string => within(selector)?.dataset['testid'] ?? ''
  const code = within('[data-code]')?.dataset['code']
  if (code !== undefined) return { kind: 'problem', code }
  const pointer = within('[data-pointer]')?.dataset['pointer']
  if (pointer !== undefined) return { kind: 'value', pointer }
  const lane = testid('[data-testid^="lane-"]').slice('lane-'.length)
  if (lane === 'simulated' || lane === 'real')
    return { kind: 'result', lane, pointer: inResult[testid('[data-testid]')] ?? '/data' }
  const status = within('[data-testid="status"]')
  if (status) return { kind: 'status' }
  if (within('[data-testid="lockfile"]')) return { kind: 'lockfile' }
  return (
    inChain(within('[aria-label="Chain"] li'), within('.lamp')) ?? fileIn(within('[role="treeitem"]')?.dataset['path'])
  )
}

function inChain(link: HTMLElement | null, lamp: HTMLElement | null): Clicked | undefined {
  if (!link) return undefined
  const index = [...(link.parentElement?.children ?? [])].indexOf(link)
  const rule = lamp && pairRules[[...link.querySelectorAll('.lamp')].indexOf(lamp)]
  return rule ? { kind: 'pair', child: index, rule } : { kind: 'element', index }
}

function fileIn(path: string | undefined): Clicked | undefined {
  return path === undefined ? undefined : { kind: 'file', path }
}
