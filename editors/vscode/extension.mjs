import { workspace } from 'vscode'
import { LanguageClient } from 'vscode-languageclient/node'

/** @type {LanguageClient | undefined} */
let client

/** VS Code calls this when a folder with `.ai/tools` is opened. */
export async function activate() {
  const [command = 'npx', ...args] = workspace
    .getConfiguration('rye-chain')
    .get('command', ['npx', 'rye-chain-playground', 'lsp'])
  const documentSelector = ['python', 'yaml', 'javascript', 'typescript', 'shellscript', 'json'].map((language) => ({
    scheme: 'file',
    language,
    pattern: '**/.ai/**',
  }))
  client = new LanguageClient('rye-chain', 'Rye Chain', { command, args }, { documentSelector })
  await client.start()
}

export function deactivate() {
  return client?.stop()
}
