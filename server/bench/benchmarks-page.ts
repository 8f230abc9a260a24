import { barText, measuredText, type Section } from './figures.ts'

/**
 * Replace the table of each measured section in a page. A section is found by its heading; a new section is added at
 * the end. All other text stays.
 */
export function withSections(page: string, sections: readonly Section[]): string {
  return sections.reduce(withSection, page)
}

function withSection(page: string, section: Section): string {
  const head = `## ${section.title}\n`
  const parts = page.split(/^(?=## )/m)
  if (!parts.some((part) => part.startsWith(head))) return `${page.trimEnd()}\n\n${head}\n${tableOf(section)}`
  return parts
    .map((part) => (part.startsWith(head) ? part.replace(/(?:^\|.*\n)+/m, () => tableOf(section)) : part))
    .join('')
}

function tableOf({ figures }: Section): string {
  const rows = figures.map((figure) => `| ${figure.what} | ${barText(figure)} | ${measuredText(figure)} |\n`)
  return ['| what | bar | measured |\n', '|---|---|---|\n', ...rows].join('')
}
