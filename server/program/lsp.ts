import type { Command } from '../cli/command.ts'
import { inputStream } from '../cli/io.ts'
import { directoryOptions, projectOptions } from '../cli/project-options.ts'

const { dir: _dir, ...options } = directoryOptions

/** The language server: what the page's editor knows, in any editor. */
export const lspCommand: Command = {
  name: 'lsp',
  about: 'A language server over standard input and output, for your editor.',
  more: 'Findings, completion, hover, definition, references, rename, fixes, outline and lenses in the files of .ai. The project of a file is the folder that holds the .ai it lies in. docs/editors.md has the settings of editors.',
  options: { ...options, stdio: { about: 'Taken, and changes nothing: there is no other way.' } },
  async run(given, io) {
    // The protocol's library takes longer to load than most commands to run.
    const { serveEditor } = await import('../lsp/server.ts')
    return serveEditor(projectOptions(given, io), inputStream(), io.err)
  },
}
