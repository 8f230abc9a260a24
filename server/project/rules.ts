import type { Severity } from '#core/diagnostics'
import { severity } from '#core/diagnostics'
import { manualPages, pageText } from './manual-pages.ts'
import type { ProjectFile } from './project-file.ts'

/** A rule of `check`: a kind of finding. */
export interface Rule {
  readonly code: string
  /** The severity in this project: the default, or the value in `rye-chain.yaml`. */
  readonly severity: Severity | 'off'
  readonly default_severity: Severity
  /** The rules of the semantics that the finding is about, such as `R4.1`. */
  readonly semantics: readonly string[]
  /** The meaning of the finding. */
  readonly about: string
  /** The instruction that fixes the finding. */
  readonly fix: string
  /** The documentation page about the rule. */
  readonly page: string
}

/** Every rule, in alphabetical order. */
export function rulesOf({ rules }: Pick<ProjectFile, 'rules'>): readonly Rule[] {
  const sections = sectionsOfProblems()
  return Object.entries(severity)
    .map(([code, usual]): Rule => {
      const section = sections.get(code) ?? ''
      const [, cited = '', about = ''] = /^(?:Error|Warning|Hint)((?:, [A-Z][\w.]*\w)*)\. ([^\n]+)/m.exec(section) ?? []
      return {
        code,
        severity: levelOf(rules, code) ?? usual,
        default_severity: usual,
        semantics: cited.split(', ').slice(1),
        about,
        fix: /^\*\*Fix:\*\* ([^\n]+)/m.exec(section)?.[1] ?? '',
        page: `docs/reference/problems.md#${code}`,
      }
    })
    .sort((a, b) => (a.code < b.code ? -1 : 1))
}

function levelOf(rules: ProjectFile['rules'], code: string): Severity | 'off' | undefined {
  return [...(rules ?? [])].find(([name]) => name === code)?.[1]
}

/** The text of each section of the problems page, with its heading, by diagnostic code. */
function sectionsOfProblems(): ReadonlyMap<string, string> {
  const page = manualPages().find(({ name }) => name === 'problems')
  const sections = page ? pageText(page).split(/^## /m).slice(1) : []
  return new Map(sections.map((section) => [section.slice(0, section.indexOf('\n')), section] as const))
}
