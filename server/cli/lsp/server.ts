import { watch, type FSWatcher } from 'chokidar'
import { existsSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { TextDocument } from 'vscode-languageserver-textdocument'
import {
  CodeActionKind,
  createConnection,
  DidChangeWatchedFilesNotification,
  MarkupKind,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  StreamMessageReader,
  StreamMessageWriter,
  TextDocuments,
  TextDocumentSyncKind,
  LSPErrorCodes,
  type Connection,
  type Diagnostic,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type Position,
} from 'vscode-languageserver/node'
import { productVersion } from '../../engine/product.ts'
import type { Given } from '../command.ts'
import { UsageError, type Io } from '../io.ts'
import { projectFileName } from '../project-file.ts'
import {
  actionsOf,
  completionOf,
  diagnosticOf,
  lensesOf,
  openCommand,
  projectFolderOf,
  renameEdit,
  symbolsOf,
  tokensOf,
  tokenTypes,
} from './answers.ts'
import { diskOf, Places } from './places.ts'
import { OpenProject } from './project.ts'

/** Milliseconds without a further key before files are marked: what is asked meanwhile is answered first. */
const quiet = 30

/** A file that is asked about, in its project. */
interface Asked {
  readonly project: OpenProject
  readonly places: Places
  readonly path: string
  readonly text: string
}

interface Opened {
  readonly project: OpenProject
  readonly places: Places
  readonly watcher: FSWatcher | undefined
  /** Files that are marked now, so that what is over can be taken away. */
  marked: ReadonlySet<string>
}

/** Speak the language server protocol over standard input and output until the editor ends it. */
export function serveEditor(given: Given, io: Io): Promise<number> {
  const connection = createConnection(new StreamMessageReader(process.stdin), new StreamMessageWriter(process.stdout))
  return new Promise((ended) => {
    const server = new EditorServer(connection, given, io)
    process.stdin.once('end', () => void server.close().then(() => ended(0)))
    connection.listen()
  })
}

class EditorServer {
  readonly #connection: Connection
  readonly #given: Given
  readonly #io: Io
  readonly #documents = new TextDocuments(TextDocument)
  readonly #projects = new Map<string, Opened>()
  readonly #wrong = new Set<string>()
  #clientWatches = false
  #showsPlaces = false
  #movesFiles = false
  #timer: NodeJS.Timeout | undefined

  constructor(connection: Connection, given: Given, io: Io) {
    this.#connection = connection
    this.#given = given
    this.#io = io
    this.#listen()
    this.#documents.listen(connection)
  }

  async close(): Promise<void> {
    clearTimeout(this.#timer)
    await Promise.all([...this.#projects.values()].map(({ watcher }) => watcher?.close()))
  }

  #listen(): void {
    const connection = this.#connection
    connection.onInitialize((params) => this.#initialize(params))
    connection.onInitialized(() => this.#watchByClient())
    connection.onShutdown(() => this.close())
    connection.onDidChangeWatchedFiles(({ changes }) => changes.forEach(({ uri }) => this.#changedOnDisk(diskOf(uri))))
    connection.onExecuteCommand(({ command, arguments: [place] = [] }) => command === openCommand && this.#show(place))
    this.#documents.onDidChangeContent(({ document }) => this.#typed(document.uri, document.getText()))
    this.#documents.onDidClose(({ document }) => this.#typed(document.uri, undefined))
    this.#answerAbout()
  }

  /** What is asked about a file, and about a place in it. */
  #answerAbout(): void {
    const connection = this.#connection
    connection.onHover(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) => {
        const hover = project.knowledge.hover(path, text, offset)
        if (!hover) return null
        const contents = { kind: MarkupKind.Markdown, value: hover.markdown }
        return { contents, range: places.range(path, hover.start, hover.end) }
      }),
    )
    connection.onCompletion(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) =>
        completionOf(project.knowledge.suggest(path, text, offset), path, text, places),
      ),
    )
    connection.onDefinition(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) => {
        const place = project.knowledge.definition(path, text, offset)
        return (place && places.location(place)) ?? null
      }),
    )
    connection.onReferences(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) =>
        project.knowledge.references(path, text, offset).flatMap((place) => places.location(place) ?? []),
      ),
    )
    connection.onPrepareRename(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) => {
        const place = project.knowledge.renamable(path, text, offset)
        if (typeof place === 'string') throw new ResponseError(LSPErrorCodes.RequestFailed, place)
        return places.range(path, place.start, place.end)
      }),
    )
    connection.onRenameRequest(({ textDocument, position, newName }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) => {
        const rename = project.knowledge.rename(path, text, offset, newName)
        if (rename.kind === 'impossible') throw new ResponseError(LSPErrorCodes.RequestFailed, rename.because)
        if (rename.kind === 'item' && !this.#movesFiles)
          throw new ResponseError(LSPErrorCodes.RequestFailed, 'This editor cannot rename the file of an item.')
        return renameEdit(rename, newName, places)
      }),
    )
    connection.onCodeAction(({ textDocument, context }) =>
      this.#about(textDocument.uri, ({ project, places, path }) =>
        context.diagnostics.length === 0 ? [] : [...actionsOf(project.fixesOf(path), context.diagnostics, places)],
      ),
    )
    connection.onCodeLens(({ textDocument }) =>
      this.#about(textDocument.uri, ({ project, places, path, text }) => [...lensesOf(project, places, path, text)]),
    )
    connection.onDocumentSymbol(({ textDocument }) =>
      this.#about(textDocument.uri, ({ project, places, path, text }) => symbolsOf(project, places, path, text)),
    )
    connection.languages.semanticTokens.on(({ textDocument }) => ({
      data:
        this.#about(textDocument.uri, ({ project, places, path, text }) => tokensOf(project, places, path, text)) ?? [],
    }))
  }

  #initialize({ capabilities: { workspace, window } }: InitializeParams): InitializeResult {
    this.#clientWatches = workspace?.didChangeWatchedFiles?.dynamicRegistration === true
    this.#showsPlaces = window?.showDocument?.support === true
    this.#movesFiles = workspace?.workspaceEdit?.resourceOperations?.includes('rename') === true
    return {
      serverInfo: { name: 'rye-chain', version: productVersion },
      capabilities: {
        positionEncoding: 'utf-16',
        textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
        hoverProvider: true,
        completionProvider: { triggerCharacters: ['/', '"', "'", '{', '$', '_', ' ', ':'] },
        definitionProvider: true,
        referencesProvider: true,
        renameProvider: { prepareProvider: true },
        codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
        codeLensProvider: {},
        documentSymbolProvider: true,
        semanticTokensProvider: { full: true, legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] } },
        executeCommandProvider: { commands: [openCommand] },
      },
    }
  }

  /** An editor knows best what changes on the disk; one that does not offer to tell is not relied upon. */
  #watchByClient(): void {
    if (!this.#clientWatches) return
    const watchers = ['**/.ai/**', '**/.env', `**/${projectFileName}`].map((globPattern) => ({ globPattern }))
    void this.#connection.client.register(DidChangeWatchedFilesNotification.type, { watchers })
  }

  #typed(uri: string, text: string | undefined): void {
    const folder = projectFolderOf(uri)
    const disk = diskOf(uri)
    const opened = folder === undefined ? undefined : this.#open(folder)
    const path = disk === undefined ? undefined : opened?.project.directory.inside(disk)
    if (!opened || path === undefined) return
    opened.project.set(path, text?.replace(/\r\n?/g, '\n'))
    this.#markSoon()
  }

  #changedOnDisk(disk: string | undefined): void {
    if (disk !== undefined && basename(disk) === projectFileName) return this.#openAnew(dirname(disk))
    for (const { project } of this.#projects.values())
      project.changed(disk === undefined ? undefined : project.directory.inside(disk))
    this.#markSoon()
  }

  /** Undefined where the folder is not there, as for a file that was never saved. */
  #open(folder: string): Opened | undefined {
    const known = this.#projects.get(folder)
    if (known || !existsSync(folder)) return known
    const project = this.#projectOf(folder)
    if (!project) return undefined
    const watcher = this.#clientWatches
      ? undefined
      : watch([join(folder, '.ai'), join(folder, projectFileName)], { ignoreInitial: true })
    watcher?.on('all', (_, path) => this.#changedOnDisk(path))
    const opened = { project, places: new Places(project), watcher, marked: new Set<string>() }
    this.#projects.set(folder, opened)
    return opened
  }

  /** Undefined where its rye-chain.yaml is wrong: that is told once, and tried again when it has changed. */
  #projectOf(folder: string): OpenProject | undefined {
    if (this.#wrong.has(folder)) return undefined
    try {
      return new OpenProject(folder, this.#given, this.#io)
    } catch (error) {
      if (!(error instanceof UsageError)) throw error
      this.#wrong.add(folder)
      this.#say(MessageType.Error, error.message)
      return undefined
    }
  }

  /** The settings of a project changed: open it anew, with the texts that the editor has open. */
  #openAnew(folder: string): void {
    void this.#projects.get(folder)?.watcher?.close()
    this.#projects.delete(folder)
    this.#wrong.delete(folder)
    for (const document of this.#documents.all())
      if (projectFolderOf(document.uri) === folder) this.#typed(document.uri, document.getText())
  }

  #about<T>(uri: string, answer: (asked: Asked) => T): T | null {
    const folder = projectFolderOf(uri)
    const disk = diskOf(uri)
    const opened = folder === undefined ? undefined : this.#open(folder)
    const path = disk === undefined ? undefined : opened?.project.directory.inside(disk)
    const text = path === undefined ? undefined : opened?.project.textOf(path)
    if (!opened || path === undefined || text === undefined) return null
    return answer({ project: opened.project, places: opened.places, path, text })
  }

  #at<T>(uri: string, position: Position, answer: (asked: Asked, offset: number) => T): T | null {
    return this.#about(uri, (asked) => answer(asked, asked.places.offset(asked.path, position)))
  }

  #markSoon(): void {
    clearTimeout(this.#timer)
    this.#timer = setTimeout(() => this.#mark(), quiet)
  }

  /** Mark the files that are open, and those of their chains that they say something about. */
  #mark(): void {
    for (const opened of this.#projects.values()) {
      const found = this.#findings(opened)
      for (const uri of opened.marked) if (!found.has(uri)) void this.#publish(uri, [])
      for (const [uri, diagnostics] of found) void this.#publish(uri, diagnostics)
      opened.marked = new Set(found.keys())
    }
  }

  #findings({ project, places }: Opened): ReadonlyMap<string, readonly Diagnostic[]> {
    const found = new Map<string, Diagnostic[]>()
    const told = new Set<string>()
    for (const { uri } of this.#documents.all()) {
      const path = project.directory.inside(diskOf(uri) ?? '')
      if (path === undefined) continue
      found.set(uri, found.get(uri) ?? [])
      for (const entry of project.findingsOf(path)) {
        const at = entry.at?.path ?? path
        const target = at === path ? uri : places.uriOf(at)
        const key = `${target} ${entry.code} ${entry.at?.start} ${entry.message}`
        if (target === undefined || told.has(key)) continue
        told.add(key)
        found.set(target, [...(found.get(target) ?? []), diagnosticOf(entry, at, places)])
      }
    }
    return found
  }

  #publish(uri: string, diagnostics: readonly Diagnostic[]): Promise<void> {
    return this.#connection.sendDiagnostics({ uri, diagnostics: [...diagnostics] })
  }

  /** Show the place of a lens, as an editor can: go there, or say where it is. */
  async #show(place: unknown): Promise<null> {
    if (!isLocation(place)) return null
    if (this.#showsPlaces)
      await this.#connection.window.showDocument({ uri: place.uri, selection: place.range, takeFocus: true })
    else this.#say(MessageType.Info, diskOf(place.uri) ?? place.uri)
    return null
  }

  /** As a notification, which wants no answer. */
  #say(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message })
  }
}

function isLocation(value: unknown): value is Location {
  return (
    typeof value === 'object' && value !== null && 'uri' in value && typeof value.uri === 'string' && 'range' in value
  )
}
