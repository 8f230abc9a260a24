import type { Problem } from '#core/expect'

/** The minimum number of hints with one code that share a row. A first import has hundreds of hints with few codes. */
const fewestTogether = 5

/** Separate the problems that have their own row from the hints that share a row with all hints of their code. */
export function inRows(problems: readonly Problem[]): {
  readonly single: readonly Problem[]
  readonly together: readonly (readonly [code: string, problems: readonly Problem[]])[]
} {
  const hints = new Map<string, Problem[]>()
  for (const problem of problems) {
    if (problem.entry.severity !== 'hint') continue
    const same = hints.get(problem.entry.code)
    if (same) same.push(problem)
    else hints.set(problem.entry.code, [problem])
  }
  const together = [...hints].filter(([, same]) => same.length >= fewestTogether)
  const codes = new Set(together.map(([code]) => code))
  const single = problems.filter(({ entry }) => entry.severity !== 'hint' || !codes.has(entry.code))
  return { single, together }
}
