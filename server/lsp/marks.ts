import { createHash } from 'node:crypto'
import type {
  Connection,
  Diagnostic,
  DocumentDiagnosticReport,
  WorkspaceDiagnosticParams,
  WorkspaceDocumentDiagnosticReport,
} from 'vscode-languageserver/node'
import { diagnosticOf } from './answers.ts'
import type { Opened, Projects } from './projects.ts'

/** Milliseconds from the last change until diagnostics are computed, so earlier requests are processed first. */
const quiet = 30

/** Findings by file URI. */
type Found = ReadonlyMap<string, readonly Diagnostic[]>

/**
 * The diagnostics of an editor. An editor that pulls diagnostics receives a refresh request after a change, and can
 * also pull those of whole projects. Other editors receive the diagnostics of their open files.
 */
export class Marks {
  readonly #connection: Connection
  readonly #projects: Projects
  readonly #versionOf: (uri: string) => number | undefined
  #marked: Found = new Map()
  #timer: NodeJS.Timeout | undefined
  /** Whether the editor pulls diagnostics, also after a refresh request. */
  pulls = false

  constructor(connection: Connection, projects: Projects, versionOf: (uri: string) => number | undefined) {
    this.#connection = connection
    this.#projects = projects
    this.#versionOf = versionOf
  }

  /** Called after a change that can affect findings. */
  soon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#refresh(), quiet)
  }

  close(): void {
    clearTimeout(this.#timer)
  }

  /** The findings of one file, for an editor that pulls them; only their ID if it equals `known`. */
  document(uri: string, known: string | undefined): DocumentDiagnosticReport {
    const items = this.#ofOpenFiles().get(uri) ?? []
    const resultId = resultIdOf(items)
    return resultId === known ? { kind: 'unchanged', resultId } : { kind: 'full', resultId, items: [...items] }
  }

  /** The findings for every file in the projects; an unchanged file has only its result ID. */
  workspace({ previousResultIds }: WorkspaceDiagnosticParams): readonly WorkspaceDocumentDiagnosticReport[] {
    const known = new Map(previousResultIds.map(({ uri, value }) => [uri, value]))
    const found = new Map<string, readonly Diagnostic[]>([...known.keys()].map((uri) => [uri, []]))
    for (const opened of this.#projects.all()) for (const [uri, items] of ofProject(opened)) found.set(uri, items)
    return [...found].map(([uri, items]) => {
      const resultId = resultIdOf(items)
      const about = { uri, version: null, resultId }
      return known.get(uri) === resultId
        ? { kind: 'unchanged', ...about }
        : { kind: 'full', ...about, items: [...items] }
    })
  }

  #refresh(): void {
    if (!this.pulls) this.#mark()
    else
      // A closed editor does not respond.
      this.#connection.languages.diagnostics.refresh().catch(() => undefined)
  }

  /** Publish the diagnostics of the open files, and of files in their chains. */
  #mark(): void {
    const found = this.#ofOpenFiles()
    for (const uri of this.#marked.keys()) if (!found.has(uri)) this.#publish(uri, [])
    for (const [uri, diagnostics] of found) this.#publish(uri, diagnostics)
    this.#marked = found
  }

  #ofOpenFiles(): Found {
    const found = new Map<string, readonly Diagnostic[]>()
    for (const opened of this.#projects.all())
      for (const [uri, diagnostics] of ofOpenFiles(opened)) found.set(uri, withNew(found.get(uri) ?? [], diagnostics))
    return found
  }

  #publish(uri: string, diagnostics: readonly Diagnostic[]): void {
    // The version lets an editor with newer text drop the diagnostics.
    const version = this.#versionOf(uri)
    void this.#connection.sendDiagnostics({
      uri,
      ...(version !== undefined && { version }),
      diagnostics: [...diagnostics],
    })
  }
}

/**
 * The known findings plus the new ones, without duplicates: a user space runtime is in the chains of several
 * projects.
 */
function withNew(known: readonly Diagnostic[], more: readonly Diagnostic[]): readonly Diagnostic[] {
  const seen = new Set(known.map((one) => JSON.stringify(one)))
  return [...known, ...more.filter((one) => !seen.has(JSON.stringify(one)))]
}

/** The findings about the items of the open files, by file. An open file without findings has an empty list. */
function ofOpenFiles({ project, places }: Opened): Found {
  const found = new Map<string, Diagnostic[]>()
  const reported = new Set<string>()
  for (const [path, { uri }] of project.opened()) {
    if (!path.startsWith('/project/')) continue
    found.set(uri, found.get(uri) ?? [])
    for (const entry of project.findingsOf(path)) {
      const at = entry.at?.path ?? path
      const target = places.uriOf(at)
      const key = `${target} ${entry.code} ${entry.at?.start} ${entry.message}`
      if (target === undefined || reported.has(key)) continue
      reported.add(key)
      found.set(target, [...(found.get(target) ?? []), diagnosticOf(entry, at, places)])
    }
  }
  return found
}

/** All findings of `check` in a project. */
function ofProject({ project, places }: Opened): Found {
  const found = new Map<string, Diagnostic[]>()
  for (const { entry, path } of project.allFindings()) {
    const uri = places.uriOf(path)
    if (uri === undefined) continue
    found.set(uri, [...(found.get(uri) ?? []), diagnosticOf(entry, path, places)])
  }
  return found
}

/** An ID for a list of findings; equal lists have equal IDs. */
function resultIdOf(items: readonly Diagnostic[]): string {
  return createHash('sha256').update(JSON.stringify(items)).digest('base64url').slice(0, 16)
}
