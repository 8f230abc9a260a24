import { CodeActionKind, TextDocumentSyncKind, type ServerCapabilities } from 'vscode-languageserver/node'
import { openCommand, source, tokenTypes } from './answers.ts'
import { markCommand } from './byte-order-mark.ts'

/** The capabilities that the server reports to an editor. */
const abilities: ServerCapabilities = {
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
  documentSymbolProvider: true,
  documentHighlightProvider: true,
  foldingRangeProvider: true,
  documentLinkProvider: {},
  workspaceSymbolProvider: true,
  semanticTokensProvider: { full: true, legend: { tokenTypes: [...tokenTypes], tokenModifiers: [] } },
  executeCommandProvider: { commands: [openCommand, markCommand] },
}

/** The capabilities to report to an editor. Pull diagnostics are reported only to an editor that uses them. */
export function abilitiesFor(pulls: boolean): ServerCapabilities {
  const diagnosticProvider = { identifier: source, interFileDependencies: true, workspaceDiagnostics: true }
  return pulls ? { ...abilities, diagnosticProvider } : abilities
}
