import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { expect, test, vi } from 'vitest'
import { builtCommandLine } from '../testing/built-command.ts'
import { exampleFolder, freshFolder } from '../testing/directories.ts'

vi.setConfig({ testTimeout: 60_000, hookTimeout: 120_000 })

// Tests that need a terminal and a shell: questions to the user, and working directories that no other test uses.

const commandLine = builtCommandLine()

/** Start a program at a terminal, answer each question in turn, and print the whole output and the exit code. */
const atTerminal = `
import os, pty, sys
pid, terminal = pty.fork()
if pid == 0: os.execvp(sys.argv[2], sys.argv[2:])
said, answers = b'', list(sys.argv[1])
asked = 0
while True:
    try: part = os.read(terminal, 65536)
    except OSError: break
    if not part: break
    said += part
    if said.count(b'[y/N] ') + said.count(b'Press Ctrl+C') > asked:
        asked += 1
        answer = answers.pop(0)
        os.write(terminal, b'\\x03' if answer == '^' else answer.encode() + b'\\n')
print(said.decode(), 'ended with', os.waitstatus_to_exitcode(os.waitpid(pid, 0)[1]))
`

/** The output of a command at a terminal. Each character of `answers` is an answer; `^` is Ctrl+C. */
async function answered(answers: string, cwd: string, ...words: readonly string[]): Promise<string> {
  const child = spawn('/usr/bin/python3', ['-c', atTerminal, answers, ...commandLine.words(...words)], {
    cwd,
    env: { PATH: process.env['PATH'], HOME: cwd },
  })
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  return said
}

test('run at a terminal requests confirmation', async () => {
  const said = await answered('y', exampleFolder('hello-chain'), 'run', 'demo/greet', '--dir', 'project')
  expect(said).toContain('"greeting": "Hello, world!"')
  expect(said).toContain('ended with 0')
})

test('Ctrl+C at a confirmation ends the program, even in the middle of a graph', async () => {
  const say = `version: "1.0.0"
tool_type: tool
executor_id: rye/core/primitives/execute
config: {command: /bin/echo, args: ["said", "{text}"]}
`
  const flow = `tool_type: graph
version: "1.0.0"
executor_id: rye/core/runtimes/state-graph/runtime
permissions: ["rye.execute.tool.say"]
config:
  start: first
  nodes:
    first: {action: {item_id: tool:say, params: {text: one}}, assign: {out: "\${result.stdout}"}, next: second}
    second: {action: {item_id: tool:say, params: {text: "\${state.out}"}}, next: done}
    done: {type: return}
`
  const cwd = exampleFolder('hello-chain', { 'project/.ai/tools/say.yaml': say, 'project/.ai/tools/flow.yaml': flow })
  for (const [answers, questions] of [
    ['^', 1],
    ['y^', 2],
  ] as const) {
    const said = await answered(answers, cwd, 'run', 'flow', '--dir', 'project', '--no-lock')
    expect(said.split('[y/N] ')).toHaveLength(questions + 1)
    expect(said).toContain('ended with -2')
  }
})

test("a person at a terminal confirms a project's policy", async () => {
  const policy = 'mcp:\n  allow: [demo/greet]\n'
  const cwd = exampleFolder('hello-chain', { 'project/rye-chain.yaml': policy })
  const said = await answered('y', cwd, 'mcp', '--confirm-policy', '--root', 'project')
  expect(said).toContain('demo/greet')
  expect(said).toContain('ended with 0')
})

test.runIf(process.platform === 'linux')('a folder name that is not UTF-8 is reported', () => {
  const cwd = freshFolder()
  const script = String.raw`bad=$(printf 'bad\377'); mkdir -p "$bad/.ai"; "$@" --dir "$bad"; cd "$bad"; "$@"; mv "$PWD" ../other; true`
  const said = execFileSync('sh', ['-c', `(${script}) 2>&1`, 'sh', ...commandLine.words('list')], {
    cwd,
    encoding: 'utf8',
  })
  expect(said.match(/no such folder\. Its name seems to contain invalid UTF-8/g)).toHaveLength(2)
})

test.runIf(process.platform === 'linux').for([
  { words: ['list'], said: '--dir .: no such folder.\nSee: rye-chain list --help\n2\n' },
  { words: ['completion', 'tcsh'], said: 'Pass one shell: bash, zsh, fish.\nSee: rye-chain completion --help\n2\n' },
])('$words in a deleted working directory reports its usual error', ({ words, said }) => {
  const gone = join(freshFolder(), 'gone')
  const script = 'mkdir "$0"; cd "$0"; rmdir "$0"; "$@" 2>&1; echo $?'
  expect(execFileSync('sh', ['-c', script, gone, ...commandLine.words(...words)], { encoding: 'utf8' })).toBe(said)
})

test.for([
  ['ndjson', 'requests, one JSON document per line,'],
  ['lsp', 'messages of an editor (Language Server Protocol)'],
  ['mcp', 'messages of an agent (Model Context Protocol)'],
] as const)('%s at a terminal prints on stderr that it waits for input', async ([name, awaited]) => {
  const cwd = exampleFolder('hello-chain')
  const options = name === 'ndjson' ? ['--dir', 'project'] : []
  // Standard output is redirected to a file, so the terminal shows only standard error.
  const words = commandLine.words(name, ...options)
  const child = spawn(
    '/usr/bin/python3',
    ['-c', atTerminal, '^', 'sh', '-c', 'out=$1; shift; exec "$@" > "$out"', 'sh', join(cwd, 'out'), ...words],
    { cwd, env: { PATH: process.env['PATH'], HOME: cwd } },
  )
  const [said] = await Promise.all([text(child.stdout), once(child, 'close')])
  expect(said).toContain(`Waiting for ${awaited} on standard input. Press Ctrl+C to stop.`)
  expect(readFileSync(join(cwd, 'out'), 'utf8')).toBe('')
})

test.for(['ndjson', 'lsp', 'mcp'])('%s reports that its input is a folder', (name) => {
  const cwd = exampleFolder('hello-chain')
  const script = 'cd project; "$@" < . 2>&1; echo $?'
  const said = execFileSync('sh', ['-c', script, 'sh', ...commandLine.words(name)], { cwd, encoding: 'utf8' })
  expect(said).toBe(`Standard input is a folder. Pass a file or a pipe.\nSee: rye-chain ${name} --help\n2\n`)
})

test('a folder that cannot be created is reported with the reason', () => {
  const cwd = exampleFolder('hello-chain')
  const project = join(cwd, 'project')
  const words = commandLine.words('new', 'python', 'deep/er/tool', '--dir', project)
  const script = '"$@" 2>&1; true'
  const readOnly = ['--dev-bind', '/', '/', '--ro-bind', project, project]
  const said = execFileSync('/usr/bin/bwrap', [...readOnly, 'sh', '-c', script, 'sh', ...words], {
    cwd,
    encoding: 'utf8',
  })
  expect(said).toBe('project/.ai/tools/deep/er/tool.py was not written: the file system is read-only (EROFS).\n')
  expect(existsSync(join(project, '.ai/tools/deep'))).toBe(false)
})
