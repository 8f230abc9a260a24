import { existsSync } from 'node:fs'
import type { Readable } from 'node:stream'
import { TextDocument } from 'vscode-languageserver-textdocument'
import {
  createConnection,
  MarkupKind,
  MessageType,
  ResponseError,
  ShowMessageNotification,
  StreamMessageWriter,
  TextDocuments,
  ErrorCodes,
  LSPErrorCodes,
  type Connection,
  type InitializeParams,
  type InitializeResult,
  type Location,
  type Message,
  type MessageWriter,
  type Position,
} from 'vscode-languageserver/node'
import { visible } from '#core/text'
import { join } from '../disk-paths.ts'
import { productVersion } from '../engine/product.ts'
import type { ProjectOptions } from '../project/options.ts'
import { abilitiesFor } from './abilities.ts'
import {
  actionsOf,
  completionOf,
  isOwn,
  lensesOf,
  missingHover,
  referencesOf,
  openCommand,
  projectFolderOf,
  symbolsOf,
  tokensOf,
} from './answers.ts'
import { markCommand, removeMark } from './byte-order-mark.ts'
import { renameEdit, renameFileYourself, type Powers } from './edits.ts'
import { Folders } from './folders.ts'
import { FrameReader, NoMessage } from './frames.ts'
import { lifetime } from './lifetime.ts'
import { Marks } from './marks.ts'
import { foldsOf, highlightsOf, itemsNamed, linksOf } from './navigation.ts'
import { diskOf, isLocation } from './places.ts'
import type { OpenProject } from './project.ts'
import { Projects, type Asked } from './projects.ts'

/**
 * Serve the language server protocol on an input and standard output until the editor ends it; returns the exit code.
 * The options apply to every project that it opens.
 */
export function serveEditor(options: ProjectOptions, input: Readable, err: (text: string) => void): Promise<number> {
  const reader = new FrameReader(input)
  const writer = new StreamMessageWriter(process.stdout)
  const connection = createConnection(reader, writer, { messageStrategy: lifetime(writer) })
  return new Promise((ended) => {
    const server = new EditorServer(connection, options)
    const end = (code: number): void => void server.close().then(() => ended(code))
    input.once('end', () => end(0))
    reader.onError((error) => {
      if (error instanceof SyntaxError)
        return refuseBody(writer, null, ErrorCodes.ParseError, 'The message is not valid JSON.')
      if (error instanceof NoMessage) return refuseBody(writer, error.id, ErrorCodes.InvalidRequest, error.message)
      err(`Reading the editor's input failed: ${visible(error.message)}.\n`)
      input.destroy()
      end(1)
    })
    connection.listen()
  })
}

function refuseBody(writer: MessageWriter, id: number | string | null, code: number, message: string): void {
  void writer.write({ jsonrpc: '2.0', id, error: { code, message } } as Message)
}

class EditorServer {
  readonly #connection: Connection
  readonly #documents = new TextDocuments(TextDocument)
  readonly #projects: Projects
  readonly #marks: Marks
  #folders = new Folders({})
  #changesFolders = false
  #showsPlaces = false
  #powers: Powers = { documentChanges: false, operations: [] }

  constructor(connection: Connection, options: ProjectOptions) {
    this.#connection = connection
    this.#projects = new Projects(options, {
      changed: () => this.#marks.soon(),
      opened: (project) => this.#opened(project),
      refused: (because) => this.#say(MessageType.Error, because),
    })
    this.#marks = new Marks(connection, this.#projects, (uri) => this.#documents.get(uri)?.version)
    this.#listen()
    this.#documents.listen(connection)
  }

  close(): Promise<void> {
    this.#marks.close()
    return this.#projects.close()
  }

  #listen(): void {
    const connection = this.#connection
    connection.onInitialize((params) => this.#initialize(params))
    connection.onInitialized(() => this.#begin())
    connection.onShutdown(() => this.close())
    connection.onDidChangeWatchedFiles(({ changes }) =>
      changes.forEach(({ uri }) => this.#projects.changedOnDisk(diskOf(uri))),
    )
    connection.onExecuteCommand(({ command, arguments: [place] = [] }) => {
      if (!isLocation(place)) return null
      if (command === openCommand) return this.#show(place)
      return command === markCommand
        ? this.#about(place.uri, (asked) =>
            removeMark(asked, this.#projects, (why) => this.#say(MessageType.Warning, why)),
          )
        : null
    })
    this.#documents.onDidChangeContent(({ document }) => this.#typed(document.uri, document))
    this.#documents.onDidClose(({ document }) => {
      this.#typed(document.uri, undefined)
      this.#closeUnused()
    })
    this.#answerAbout()
  }

  /** Register the handlers for requests about a file, and about a position in a file. */
  #answerAbout(): void {
    const connection = this.#connection
    connection.onHover(({ textDocument, position }) =>
      this.#at(textDocument.uri, position, ({ project, places, path, text }, offset) => {
        const hover = project.knowledge.hover(path, text, offset)
        if (!hover) return missingHover(project, places, path, offset)
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
        referencesOf(project, path, text, offset).flatMap(
          (place) => places.location(place, project.searchedText(place.path)) ?? [],
        ),
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
        if (rename.kind !== 'names' && !this.#powers.operations.includes('rename'))
          this.#say(MessageType.Warning, renameFileYourself(rename, project))
        return renameEdit(rename, newName, places, this.#powers) ?? null
      }),
    )
    connection.onCodeAction(({ textDocument, context }) =>
      this.#about(textDocument.uri, (asked) => {
        const marked = context.diagnostics.filter(isOwn)
        const codes = new Set(marked.map(({ code }) => code))
        return codes.size === 0
          ? []
          : [...actionsOf(asked.project.fixesOf(asked.path, codes), marked, asked, this.#powers)]
      }),
    )
    connection.onDocumentHighlight(({ textDocument, position }) => this.#at(textDocument.uri, position, highlightsOf))
    connection.onDocumentLinks(({ textDocument }) => this.#about(textDocument.uri, linksOf))
    connection.onFoldingRanges(({ textDocument }) =>
      this.#about(textDocument.uri, ({ project, places, path, text }) =>
        foldsOf(symbolsOf(project, places, path, text)),
      ),
    )
    connection.onWorkspaceSymbol(({ query }) => itemsNamed(query, this.#projects.all()))
    connection.onCodeLens(({ textDocument }) =>
      this.#about(textDocument.uri, ({ project, places, path, text }) => [...lensesOf(project, places, path, text)]),
    )
    connection.onDocumentSymbol(({ textDocument }) =>
      this.#about(textDocument.uri, ({ project, places, path, text }) => symbolsOf(project, places, path, text)),
    )
    connection.languages.diagnostics.on(({ textDocument, previousResultId }) =>
      this.#marks.document(textDocument.uri, previousResultId),
    )
    connection.languages.diagnostics.onWorkspace((params) => ({ items: [...this.#marks.workspace(params)] }))
    connection.languages.semanticTokens.on(({ textDocument }) => ({
      data:
        this.#about(textDocument.uri, ({ project, places, path, text }) => tokensOf(project, places, path, text)) ?? [],
    }))
  }

  #initialize(params: InitializeParams): InitializeResult {
    const { workspace, window, textDocument } = params.capabilities
    this.#folders = new Folders(params)
    this.#changesFolders = workspace?.workspaceFolders === true
    // Without refresh requests, an editor would pull again only after an edit, so it gets its diagnostics pushed.
    this.#marks.pulls = textDocument?.diagnostic !== undefined && workspace?.diagnostics?.refreshSupport === true
    this.#showsPlaces = window?.showDocument?.support === true
    this.#powers = {
      documentChanges: workspace?.workspaceEdit?.documentChanges === true,
      operations: workspace?.workspaceEdit?.resourceOperations ?? [],
    }
    return {
      serverInfo: { name: 'rye-chain', version: productVersion },
      capabilities: abilitiesFor(this.#marks.pulls),
    }
  }

  #begin(): void {
    if (this.#changesFolders)
      this.#connection.workspace.onDidChangeWorkspaceFolders((event) => {
        this.#folders.change(event)
        this.#openFolders()
        this.#closeUnused()
        this.#marks.soon()
      })
    this.#openFolders()
  }

  /** Open the projects of an editor that pulls all diagnostics, so that it gets them even before it opens a file. */
  #openFolders(): void {
    if (!this.#marks.pulls) return
    for (const folder of this.#folders.onDisk()) if (existsSync(join(folder, '.ai'))) this.#projects.open(folder)
  }

  /** Close projects that have no open files and are outside the editor's folders. */
  #closeUnused(): void {
    const open = new Set(this.#documents.keys().map(projectFolderOf))
    this.#projects.keep((folder) => open.has(folder) || this.#folders.contains(folder))
  }

  /**
   * Set the text of a file in its own project, and in other projects that contain the file, such as in their user
   * space.
   */
  #typed(uri: string, document: TextDocument | undefined): void {
    const folder = projectFolderOf(uri)
    if (folder === undefined) return
    this.#projects.open(folder)
    for (const { project } of this.#projects.all()) put(project, uri, document)
    this.#marks.soon()
  }

  /** Set the content of the editor's open files in a project that was opened or reopened. */
  #opened(project: OpenProject): void {
    for (const document of this.#documents.all()) put(project, document.uri, document)
  }

  #about<T>(uri: string, answer: (asked: Asked) => T): T | null {
    const folder = projectFolderOf(uri)
    const disk = diskOf(uri)
    const opened = folder === undefined ? undefined : this.#projects.open(folder)
    const path = disk === undefined ? undefined : opened?.project.directory.inside(disk)
    const text = path === undefined ? undefined : opened?.project.textOf(path)
    if (!opened || path === undefined || text === undefined) return null
    return answer({ project: opened.project, places: opened.places, path, text })
  }

  #at<T>(uri: string, position: Position, answer: (asked: Asked, offset: number) => T): T | null {
    return this.#about(uri, (asked) => answer(asked, asked.places.offset(asked.path, position)))
  }

  /** Show the target of a lens: open the file if the editor can, otherwise print the path. */
  async #show(place: Location): Promise<null> {
    if (this.#showsPlaces)
      await this.#connection.window.showDocument({ uri: place.uri, selection: place.range, takeFocus: true })
    else this.#say(MessageType.Info, diskOf(place.uri) ?? place.uri)
    return null
  }

  /** Send a message to the user as a notification, which needs no response. */
  #say(type: MessageType, message: string): void {
    void this.#connection.sendNotification(ShowMessageNotification.type, { type, message })
  }
}

/**
 * Set the text of a file in a project that contains the file. Files outside `.ai`, such as `.env`, are read from disk.
 */
function put(project: OpenProject, uri: string, document: TextDocument | undefined): void {
  const disk = projectFolderOf(uri) === undefined ? undefined : diskOf(uri)
  const path = disk === undefined ? undefined : project.directory.inside(disk)
  if (path !== undefined) project.set(path, document)
}
