import { readFileSync } from 'node:fs'
import type { TextDocument } from 'vscode-languageserver-textdocument'
import {
  analyze,
  explainFixes,
  hiddenToolEntries,
  isOwnFinding,
  untraced,
  type Analysis,
  type Change,
  type DiagnosticEntry,
  type Fix,
} from '#core/answer'
import { EditorKnowledge, type Known } from '#core/editor'
import type { FileTree } from '#core/input'
import { UseIndex, type User, type UseTarget } from '#core/impact'
import { itemKind, type Metadata } from '#core/read'
import { buildChain, idOf, listItems } from '#core/resolve'
import { dialects } from '#core/rules'
import { extensionOf } from '#core/text'
import { ProjectCheck } from '../project/check/check.ts'
import { InlineSuppressions } from '../project/check/suppress.ts'
import { ignoredBy, levelled } from '../project/levels.ts'
import type { Directory } from '../project/directory.ts'
import { openProject } from '../project/project.ts'
import { FirstAnswer, openKept } from '../project/kept/kept-output.ts'
import type { Reads } from '../project/kept/reads.ts'
import { thisMachine, type ProjectOptions } from '../project/options.ts'
import { OpenFiles } from '../project/open-files.ts'

/** A cached value, and the value of the change counter when it was computed. */
interface Kept<T> {
  readonly value: T
  readonly at: number
}

/** A finding of `check`, and the path of its file. */
interface PlacedFinding {
  readonly entry: DiagnosticEntry
  readonly path: string
}

/** A project with files open in an editor: its workspace with the editor's content, and caches. */
export class OpenProject {
  readonly directory: Directory
  readonly knowledge: EditorKnowledge
  #files: OpenFiles | undefined
  #disk: FileTree | undefined
  readonly #open = new Map<string, TextDocument>()
  readonly #first: FirstAnswer<readonly PlacedFinding[]>
  #whole: { readonly check: ProjectCheck; readonly index: UseIndex } | undefined
  #changes = 0
  readonly #analyses = new Map<string, Kept<Analysis | undefined>>()
  readonly #fixes = new Map<string, Kept<readonly Fix[]>>()
  readonly #users = new Map<string, Kept<readonly User[]>>()
  readonly #texts = new Map<string, string>()
  /**
   * The environment in the last successful analysis of a file, because an incomplete line can make the current analysis
   * fail.
   */
  readonly #env = new Map<string, Known['env']>()

  constructor(folder: string, options: ProjectOptions) {
    const kept = openKept(options.machine ?? thisMachine(), options.build, 'lsp findings')
    this.#first = new FirstAnswer(kept)
    const reads = kept?.reads
    const project = openProject({ ...options, folder, reads, files: (below) => this.#over(below) })
    this.directory = project.directory
    this.knowledge = new EditorKnowledge({ known: (path) => this.#known(path), texts: () => this.#allTexts() })
  }

  /** Set the editor's text of a file; undefined closes the file. */
  set(path: string, document: TextDocument | undefined): void {
    if (document) this.#open.set(path, document)
    else this.#open.delete(path)
    if (!document) this.#files?.set(path, undefined)
    this.changed(path)
  }

  /** The content of the editor's open files, by path. */
  opened(): ReadonlyMap<string, TextDocument> {
    return this.#open
  }

  openAt(path: string): TextDocument | undefined {
    return this.#open.get(path)
  }

  /** Whether a file has a byte order mark that the editor omits from the text, but writes when it saves the file. */
  hidesMark(path: string): boolean {
    const [first, second, third] = this.#disk?.read(path)?.bytes ?? []
    const isMarked = first === 0xef && second === 0xbb && third === 0xbf
    return isMarked && this.#open.get(path)?.getText().startsWith('\ufeff') !== true
  }

  #over(below: FileTree): OpenFiles {
    this.#disk = below
    return (this.#files = new OpenFiles(below))
  }

  /** Give the engine the text that the editor would save. */
  #takeText(path: string): void {
    const text = this.#open.get(path)?.getText()
    if (text !== undefined) this.#files?.set(path, this.hidesMark(path) ? `\ufeff${text}` : text)
  }

  /** The text of a file with its own line endings. */
  writtenText(path: string): string {
    return this.#open.get(path)?.getText() ?? Buffer.from(this.#files?.read(path)?.bytes ?? []).toString('utf8')
  }

  /** Called after a change at a path, in the editor or on the disk; undefined if the path is unknown. */
  changed(path: string | undefined): void {
    if (path === undefined) this.#texts.clear()
    else this.#texts.delete(path)
    for (const open of path === undefined ? this.#open.keys() : [path]) this.#takeText(open)
    this.#changes++
    this.directory.workspace.refresh()
  }

  /**
   * The text of a file with the line endings that the engine uses for offsets; undefined if the workspace has no such
   * file.
   */
  textOf(path: string): string | undefined {
    return this.directory.workspace.file(path)?.text
  }

  metadata(path: string): Metadata | undefined {
    return this.directory.workspace.metadata(path)
  }

  /** The item of a tool file; undefined for another file. */
  itemOf(path: string): string | undefined {
    const { workspace } = this.directory
    const { places, dialect } = workspace
    const place = places.find(({ tools }) => path.startsWith(`${tools}/`))
    if (!place || !dialect.formats.has(extensionOf(path))) return undefined
    return idOf(workspace, path, place)
  }

  /** The analysis of a file's item; undefined if the file is not an item, or another file shadows it. */
  analysisOf(path: string): Analysis | undefined {
    return this.#kept(this.#analyses, path, () => {
      const item_id = this.itemOf(path)
      if (item_id === undefined) return undefined
      const { workspace } = this.directory
      const { elements, problem } = buildChain(workspace, item_id, untraced)
      // An invalid ID does not match any item, so no other file shadows this file.
      const wins = elements[0]?.path === path || problem?.code === 'item-id-invalid'
      return wins ? analyze(workspace, { item_id, parameters: '{}' }, { skip_schema: true }) : undefined
    })
  }

  /** The findings of `check` for a file's item, except suppressed ones. */
  findingsOf(path: string): readonly DiagnosticEntry[] {
    const metadata = this.metadata(path)
    // R1.7, R1.8: libraries and data are not linted, but a check reports the tools that they hide (R1.3).
    if (metadata && itemKind(metadata) !== 'tool') return this.#hiddenBy(path)
    const analysis = this.analysisOf(path)
    const { file } = this.directory
    if (!analysis || ignoredBy(file)(analysis.item_id)) return []
    const inline = new InlineSuppressions(this.directory)
    const [tool] = analysis.chain
    const tool_type = typeof tool?.tool_type === 'string' ? tool.tool_type : null
    const item = { chain_length: analysis.chain.length, space: tool?.space ?? 'project', tool_type }
    return analysis.diagnostics
      .filter((entry) => isOwnFinding(entry.code, entry.facts, item) && !inline.allows(entry))
      .flatMap((entry) => levelled(entry, file) ?? [])
  }

  #hiddenBy(path: string): readonly DiagnosticEntry[] {
    const item_id = this.itemOf(path)
    const { workspace, file } = this.directory
    if (item_id === undefined) return []
    return hiddenToolEntries(workspace, item_id, path).flatMap((entry) => levelled(entry, file) ?? [])
  }

  /** All findings of `check` in the project, each with its file. */
  allFindings(): readonly PlacedFinding[] {
    return this.#first.of(
      this.directory,
      (reads) => this.#isOnDisk(reads),
      () => {
        const { problems, items } = this.#wholeProject().check.run().report
        const places = new Map(items.map(({ item }) => [item.item_id, item.path]))
        return problems.flatMap(({ entry, items: ids }) => {
          const path = entry.at?.path ?? places.get(ids[0] ?? '')
          return path === undefined ? [] : [{ entry, path }]
        })
      },
    )
  }

  /** Whether each open file has the editor's content on the disk, too. Records the read of the file. */
  #isOnDisk(reads: Reads): boolean {
    return [...this.#open].every(([path, document]) => {
      const disk = this.directory.onDisk(path)
      if (disk === undefined) return false
      reads.look(disk)
      try {
        return readFileSync(disk, 'utf8') === document.getText()
      } catch {
        return false
      }
    })
  }

  /** The users of an item, a file or a variable, from a check of the whole project. */
  usersOf(target: UseTarget): readonly User[] {
    return this.#kept(this.#users, JSON.stringify(target), () => {
      const { check, index } = this.#wholeProject()
      return index.of(check.items(), target).users
    })
  }

  /**
   * The target at an offset whose uses only a check of the whole project finds: a variable of a template, or a tool
   * config. Undefined at other offsets.
   */
  useTargetAt(path: string, text: string, offset: number): UseTarget | undefined {
    const name = variableAt(text, offset)
    if (name !== undefined) return { kind: 'variable', name }
    return /^\/(?:project|user|system\/[^/]+)\/\.ai\/config\//.test(path) ? { kind: 'file', path } : undefined
  }

  /** The fixes for findings with the given codes, verified or not; only fixes that change nothing but files. */
  fixesOf(path: string, codes: ReadonlySet<unknown>): readonly Fix[] {
    const isWanted = ({ code, changes }: Pick<Fix, 'code' | 'changes'>): boolean =>
      codes.has(code) && changes.every(isOfFiles)
    return this.#kept(this.#fixes, JSON.stringify([path, ...codes]), () => {
      const item_id = this.itemOf(path)
      if (item_id === undefined) return []
      return explainFixes(this.directory.workspace, { item_id, parameters: '{}' }, { skip_schema: true }, isWanted)
    })
  }

  /** The text of a file during the last search through all files, or its current text; undefined without either. */
  searchedText(path: string): string | undefined {
    return this.#texts.get(path) ?? this.textOf(path)
  }

  #wholeProject(): { readonly check: ProjectCheck; readonly index: UseIndex } {
    if (this.#whole) return this.#whole
    const index = new UseIndex(this.directory.workspace)
    return (this.#whole = { check: new ProjectCheck(this.directory, { resolved: index.note }), index })
  }

  #kept<T>(kept: Map<string, Kept<T>>, path: string, find: () => T): T {
    const known = kept.get(path)
    if (known?.at === this.#changes) return known.value
    const value = find()
    kept.set(path, { value, at: this.#changes })
    return value
  }

  #known(path: string): Known {
    const { workspace } = this.directory
    const analysis = this.analysisOf(path)
    if (analysis?.env) this.#env.set(path, analysis.env)
    return {
      analysis,
      items: listItems(workspace),
      dialect: dialects[workspace.settings.dialect],
      formOf: (id) => workspace.formOf(id),
      env: this.#env.get(path) ?? {},
    }
  }

  *#allTexts(): Iterable<readonly [string, string]> {
    for (const { path, shadowed } of listItems(this.directory.workspace)) {
      for (const one of [path, ...shadowed.flatMap((found) => found.path ?? [])]) {
        const text = this.#texts.get(one) ?? this.#read(one)
        if (text !== undefined) yield [one, text]
      }
    }
  }

  // The workspace is bypassed, because it would check every file again after each key.
  #read(path: string): string | undefined {
    const bytes = this.#files?.read(path)?.bytes
    if (!bytes) return undefined
    const text = Buffer.from(bytes).toString('utf8').replace(/\r\n?/g, '\n')
    this.#texts.set(path, text)
    return text
  }
}

/** The name of the variable in the `${...}` at an offset; undefined outside a placeholder. */
function variableAt(text: string, offset: number): string | undefined {
  const start = text.lastIndexOf('${', offset)
  const name = start < 0 ? undefined : /^\$\{([A-Z_][A-Z0-9_]*)/.exec(text.slice(start, start + 200))?.[1]
  return name !== undefined && offset <= start + 2 + name.length ? name : undefined
}

/** Whether a change is a file change, which an editor can make; a change to the workspace's settings is not. */
function isOfFiles({ kind }: Change): boolean {
  return kind === 'edit' || kind === 'create' || kind === 'delete' || kind === 'move'
}
