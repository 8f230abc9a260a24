import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from '../disk-paths.ts'
import { productRoot } from '../engine/product.ts'

/** A page of the documentation. */
export interface ManualPage {
  readonly name: string
  /** The path of the page, relative to the product. */
  readonly file: string
}

/** The documentation pages in this copy of the product: the guides, the rules and the reference. */
export function manualPages(): readonly ManualPage[] {
  return ['docs', 'docs/rules', 'docs/reference'].flatMap((folder) =>
    namesIn(folder)
      .filter((name) => name.endsWith('.md'))
      .map((name) => ({ name: name.slice(0, -3), file: `${folder}/${name}` })),
  )
}

/** The text of a page. */
export function pageText({ file }: ManualPage): string {
  return readFileSync(join(productRoot, file), 'utf8')
}

/** The names in a product folder; empty if the folder does not exist. */
export function namesIn(folder: string): readonly string[] {
  const path = join(productRoot, folder)
  return existsSync(path) ? readdirSync(path) : []
}

const mostAboutOne = 700

/** The explanation of a finding, without its example, in at most 700 characters; undefined for an unknown code. */
export function aboutProblem(code: string): string | undefined {
  const page = manualPages().find(({ name }) => name === 'problems')
  const sections = page ? pageText(page).split(/^## /m) : []
  const section = sections.find((text) => text.startsWith(`${code}\n`))
  return section?.split('```')[0]?.trim().slice(0, mostAboutOne)
}
