import { CodeActionKind, TextDocumentSyncKind, type ServerCapabilities } from 'vscode-languageserver/node'
import { openCommand, source, tokenTypes } from './answers.ts'

/** The capabilities that the server reports to an editor. */
export const abilities: ServerCapabilities = {
  positionEncoding: 'utf-16',
  workspace: { workspaceFolders: { supported: true, changeNotifications: true } },
  textDocumentSync: { openClose: true, change: TextDocumentSyncKind.Incremental },
  hoverProvider: true,
  completionProvider: { triggerCharacters: ['/', '"', "'", '{', '$', '_', ' ', ':'] },
  definitionProvider: true,
  referencesProvider: true,
  renameProvider: { prepareProvider: true },
  codeActionProvider: { codeActionKinds: [CodeActionKind.QuickFix] },
  codeLensProvider: {},
  diagnosticProvider: { identifier: source, interFileDependencies: true, workspaceDiagnostics: true },
  documentSymbolProvider: true,
  semanticTokensProvider: { full: true, legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] } },
  executeCommandProvider: { commands: [openCommand] },
}
