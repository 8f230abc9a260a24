import { spawnSync } from 'node:child_process'
import { mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio'
import { expect, test } from 'vitest'
import { Editor } from '../lsp/testing/editor.ts'
import { envOf, makeClient, reported } from '../mcp/testing/agent.ts'
import { builtCommandLine } from '../testing/built-command.ts'
import { freshFolder } from '../testing/directories.ts'

// macOS finds a file by any Unicode form of its name, and stores the name as written, often in decomposed form.

const view = pathToFileURL(join(import.meta.dirname, '../testing/macos-disk.mjs')).href
const commandLine = builtCommandLine('--import', view)
const composed = ['d\u00e9mo', 'caf\u00e9', 'runtim\u00e9'] as const
const decomposed = ['de\u0301mo', 'cafe\u0301', 'runtime\u0301'] as const

/**
 * A project whose tool and runtime have names in one form on the disk, and are mentioned in another: by default in the
 * composed form.
 */
function projectWith(
  [folder, tool, runtime]: readonly [string, string, string],
  cwd = freshFolder(),
  mentions: readonly [string, string, string] = composed,
): string {
  rmSync(join(cwd, 'project'), { recursive: true, force: true })
  const tools = join(cwd, 'project/.ai/tools', folder)
  mkdirSync(tools, { recursive: true })
  writeFileSync(
    join(tools, `${tool}.py`),
    `__version__ = "1.0.0"\n__tool_type__ = "python"\n__executor_id__ = "${mentions[0]}/${mentions[2]}"\n__category__ = "${mentions[0]}"\n__tool_description__ = "A caf\u00e9"\n`,
  )
  writeFileSync(
    join(tools, `${runtime}.yaml`),
    `version: "1.0.0"\ntool_type: runtime\nexecutor_id: rye/core/primitives/execute\ncategory: ${composed[0]}\nconfig: {command: /bin/echo, args: ["{tool_path}"]}\n`,
  )
  return cwd
}

/** The exit code and the output of a command on a disk like that of macOS. */
function onMacOs(cwd: string, ...argv: readonly string[]): string {
  const [node = '', ...words] = commandLine.words(...argv)
  const env = { PATH: process.env['PATH'], HOME: cwd }
  const { status, stdout, stderr } = spawnSync(node, words, { cwd, env, encoding: 'utf8' })
  return `${status}\n${stdout}\n${stderr}`.replaceAll(cwd, '').replace(/\b[0-9a-f]{16}\b/g, 'KEY')
}

const opened = ['--dir', 'project'] as const
const item = `${composed[0]}/${composed[1]}`

test.for<readonly [name: string, ...commands: readonly (readonly string[])[]]>([
  ['list', ['list', '--json', ...opened]],
  ['check', ['check', '--json', '--hints', ...opened]],
  ['analyze', ['analyze', '--json', '--item', item, ...opened]],
  ['uses', ['uses', item, ...opened]],
  ['sign and check strictly', ['keys', 'new'], ['sign', '--all', ...opened], ['check', '--strict', ...opened]],
  ['lock', ['lock', 'create', item, ...opened], ['lock', 'show', ...opened]],
  ['share', ['share', item, ...opened]],
])('%s prints the same for composed and decomposed names', ([, ...commands]) => {
  const cwd = projectWith(composed)
  const expected = commands.map((command) => onMacOs(cwd, ...command))
  rmSync(join(cwd, '.ai'), { recursive: true, force: true })
  projectWith(decomposed, cwd)
  expect(commands.map((command) => onMacOs(cwd, ...command))).toEqual(expected)
})

const mentioned = `${decomposed[0]}/${decomposed[1]}`

test.for<readonly [command: readonly string[], output: RegExp]>([
  [['analyze', mentioned, ...opened], /^0\n[^]*d\u00e9mo\/caf\u00e9[^]*d\u00e9mo\/runtim\u00e9/],
  [['check', ...opened, '--item', mentioned], /1 item, 0 with errors, 0 warnings/],
  [['check', ...opened, `project/.ai/tools/${mentioned}.py`], /1 item/],
  [['uses', `${decomposed[0]}/${decomposed[2]}`, ...opened], /^0\n[^]*d\u00e9mo\/caf\u00e9/],
  [['impact', '--delete', `${decomposed[0]}/${decomposed[2]}`, ...opened], /d\u00e9mo\/caf\u00e9/],
  [['lock', 'create', mentioned, ...opened], /^0\n[^]*caf\u00e9/],
])('decomposed IDs, as arguments and in files, match composed names: %o', ([command, output]) => {
  const cwd = projectWith(composed, freshFolder(), decomposed)
  expect(onMacOs(cwd, ...command)).toMatch(output)
})

test('a project does not differ from a copy whose names have the other form', () => {
  const [cwd, other] = [projectWith(composed), projectWith(decomposed)]
  renameSync(join(other, 'project'), join(cwd, 'other'))
  expect(onMacOs(cwd, 'diff', 'project', 'other')).toMatch(/^0\n/)
})

test('the language server and MCP find a decomposed name by a composed mention, and the reverse', async () => {
  for (const [names, mentions] of [
    [composed, decomposed],
    [decomposed, composed],
  ] as const) {
    const cwd = projectWith(names, freshFolder(), mentions)
    const project = join(cwd, 'project')
    const uriOf = (...names: readonly string[]): string => pathToFileURL(join(project, '.ai/tools', ...names)).href
    const editor = new Editor(commandLine, project)
    await editor.begin(pathToFileURL(project).href)
    const opened = uriOf(names[0], `${names[1]}.py`)
    await editor.open(opened, 'python', readFileSync(new URL(opened), 'utf8'))
    expect(await editor.at('textDocument/definition', opened, 2, 25)).toMatchObject({
      uri: uriOf(composed[0], `${composed[2]}.yaml`),
    })
    await editor.end()
    const [command = '', ...args] = commandLine.words('mcp')
    const agent = makeClient('auto')
    await agent.connect(new StdioClientTransport({ command, args, cwd: project, env: envOf(cwd) }))
    const { text } = await reported(agent, 'resolve', { item_id: `${mentions[0]}/${mentions[1]}` })
    expect(text).toContain('This item: ready.')
    await agent.close()
  }
})
