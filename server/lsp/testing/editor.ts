import { afterEach, expect } from 'vitest'
import {
  createMessageConnection,
  StreamMessageReader,
  StreamMessageWriter,
  type MessageConnection,
} from 'vscode-jsonrpc/node'
import { builtCommandLine } from '../../testing/built-command.ts'

interface Marked {
  readonly uri: string
  readonly version?: number
  readonly diagnostics: readonly {
    readonly code: string
    readonly message: string
    readonly range: { readonly start: { readonly line: number }; readonly end: { readonly line: number } }
    readonly codeDescription: { readonly href: string }
    readonly source: string
  }[]
}

const everyEdit = { documentChanges: true, resourceOperations: ['create', 'rename', 'delete'] }

/** An editor: a protocol client from an independent library, and a language server in a separate process. */
export class Editor {
  readonly #client: MessageConnection
  readonly #typed = new Map<string, number>()
  #notify: (() => void) | undefined
  readonly marked = new Map<string, Marked['diagnostics']>()
  /** The document version that the latest diagnostics of each file belong to. */
  readonly versions = new Map<string, number | undefined>()
  readonly #exited: Promise<number | null>
  readonly shown: unknown[] = []
  /** The number of diagnostic refresh requests from the server. */
  refreshes = 0
  hasEnded = false
  readonly said: string[] = []

  constructor(commandLine: ReturnType<typeof builtCommandLine>, folder: string, ...options: readonly string[]) {
    const child = commandLine.start(folder, 'lsp', '--stdio', ...options)
    const exited = new Promise<number | null>((resolve) => child.once('exit', resolve))
    this.#client = createMessageConnection(new StreamMessageReader(child.stdout), new StreamMessageWriter(child.stdin))
    this.#client.onNotification('textDocument/publishDiagnostics', ({ uri, version, diagnostics }: Marked) => {
      this.marked.set(uri, diagnostics)
      this.versions.set(uri, version)
      this.#notify?.()
    })
    this.#client.onNotification('window/showMessage', ({ message }: { message: string }) => {
      this.said.push(message)
    })
    this.#client.onRequest('client/registerCapability', () => null)
    this.#client.onRequest('window/showDocument', (params) => (this.shown.push(params), { success: true }))
    this.#client.onRequest('workspace/diagnostic/refresh', () => {
      this.refreshes++
      this.#notify?.()
      return null
    })
    this.#client.listen()
    this.#exited = exited
  }

  async end(): Promise<void> {
    await this.#client.sendRequest('shutdown')
    expect(await this.exit()).toBe(0)
  }

  /** Send only `exit`, and return the exit code. `end` sends `shutdown` first. */
  async exit(): Promise<number | null> {
    this.hasEnded = true
    await this.#client.sendNotification('exit')
    const code = await this.#exited
    this.#client.dispose()
    return code
  }

  /** Initialize the server. With a folder, the editor pulls diagnostics. */
  async begin(
    folder?: string,
    workspaceEdit: object = everyEdit,
    watching = { dynamicRegistration: true },
  ): Promise<unknown> {
    const asking = { textDocument: { diagnostic: {} } }
    const answer = await this.#client.sendRequest('initialize', {
      processId: process.pid,
      rootUri: null,
      ...(folder === undefined ? {} : { workspaceFolders: [{ uri: folder, name: 'project' }] }),
      capabilities: {
        ...(folder === undefined ? {} : asking),
        workspace: {
          diagnostics: { refreshSupport: true },
          didChangeWatchedFiles: watching,
          workspaceFolders: true,
          workspaceEdit,
        },
        window: { showDocument: { support: true } },
      },
    })
    await this.#client.sendNotification('initialized', {})
    return answer
  }

  async open(uri: string, languageId: string, text: string): Promise<void> {
    this.#typed.set(uri, 1)
    await this.#client.sendNotification('textDocument/didOpen', { textDocument: { uri, languageId, version: 1, text } })
  }

  async type(uri: string, text: string): Promise<void> {
    const version = (this.#typed.get(uri) ?? 1) + 1
    this.#typed.set(uri, version)
    await this.#client.sendNotification('textDocument/didChange', {
      textDocument: { uri, version },
      contentChanges: [{ text }],
    })
  }

  async notify(method: string, params: object): Promise<void> {
    await this.#client.sendNotification(method, params)
  }

  async close(uri: string): Promise<void> {
    await this.#client.sendNotification('textDocument/didClose', { textDocument: { uri } })
  }

  async changed(uri: string): Promise<void> {
    await this.#client.sendNotification('workspace/didChangeWatchedFiles', { changes: [{ uri, type: 2 }] })
  }

  async changedFolders(added: readonly string[], removed: readonly string[]): Promise<void> {
    const named = (uris: readonly string[]) => uris.map((uri) => ({ uri, name: 'project' }))
    await this.#client.sendNotification('workspace/didChangeWorkspaceFolders', {
      event: { added: named(added), removed: named(removed) },
    })
  }

  ask<T>(method: string, params: object): Promise<T> {
    return this.#client.sendRequest(method, params)
  }

  at<T>(method: string, uri: string, line: number, character: number, more: object = {}): Promise<T> {
    return this.ask(method, { textDocument: { uri }, position: { line, character }, ...more })
  }

  /** Wait for this number of refresh requests. */
  async untilRefreshed(times: number): Promise<void> {
    while (this.refreshes < times) await new Promise<void>((resolve) => (this.#notify = resolve))
  }

  /** Wait until the diagnostics of a file have the expected codes. */
  async until(uri: string, isSo: (codes: readonly string[]) => boolean): Promise<Marked['diagnostics']> {
    for (;;) {
      const now = this.marked.get(uri)
      if (now && isSo(now.map(({ code }) => code))) return now
      await new Promise<void>((resolve) => (this.#notify = resolve))
    }
  }
}

/** Opens editors in a folder for the tests of a file, and closes the remaining editors after each test. */
export function testedEditors(): (folder: string, ...options: readonly string[]) => Editor {
  const commandLine = builtCommandLine()
  const open: Editor[] = []
  afterEach(async () => {
    for (const editor of open.splice(0)) if (!editor.hasEnded) await editor.end()
  })
  return (folder, ...options) => {
    const editor = new Editor(commandLine, folder, ...options)
    open.push(editor)
    return editor
  }
}
