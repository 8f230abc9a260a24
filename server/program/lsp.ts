import type { Command } from '../cli/command.ts'
import { inputStream } from '../cli/io.ts'
import { directoryOptions, projectOptions } from '../cli/project-options.ts'

const { dir: _dir, ...options } = directoryOptions

/** The language server: the features of the page's editor in other editors. */
export const lspCommand: Command = {
  name: 'lsp',
  about: 'A language server over standard input and output, for your editor.',
  more: 'Findings, completion, hover, definition, references, rename, fixes, outline and lenses in the files of .ai. The project of a file is the folder that contains its .ai. docs/editors.md shows how to set up editors.',
  options: {
    ...options,
    stdio: { about: 'Accepted without effect: standard input and output are the only transport.' },
  },
  async run(given, io) {
    // Loading the protocol library takes longer than most commands run.
    const { serveEditor } = await import('../lsp/server.ts')
    return serveEditor(
      projectOptions(given, io),
      inputStream('messages of an editor (Language Server Protocol)'),
      io.err,
    )
  },
}
