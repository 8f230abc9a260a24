import { bundleOfDialect } from '#core/workspace'

/** The command of a test's tool. */
interface ToolCommand {
  readonly command: string
  readonly args?: readonly string[]
  readonly timeout?: number
}

/** A page's plan request to a server with the real engine, for a draft with one tool. */
export function toolRequest(config: ToolCommand): Readonly<Record<string, unknown>> {
  return draftRequest(`config: ${JSON.stringify(config)}\n`, {})
}

/** A plan request for a draft whose analysis uses the whole work limit. */
export const worstRequest = draftRequest(
  'config: {command: a}\nconfig_schema: {properties: {a: {pattern: "^(a+)+$"}}}\n',
  { a: `${'a'.repeat(60)}!` },
)

/** A plan request for one YAML tool, `t`, with either its text after the executor or its whole text. */
export function draftRequest(
  tool: string,
  parameters: object,
  text = `version: 1.0.0\nexecutor_id: rye/core/primitives/execute\n${tool}`,
): Readonly<Record<string, unknown>> {
  const workspace = {
    format: 1,
    name: '',
    dialect: 'lillux',
    search: 'scoped',
    dev_mode: true,
    bundle: bundleOfDialect.lillux,
    item_id: 't',
    parameters: JSON.stringify(parameters),
    files: { '/project/.ai/tools/t.yaml': text },
  }
  return { protocol: 1, workspace, item_id: 't', parameters, dialect: 'lillux' }
}
