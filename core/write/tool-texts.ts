import type { JsonValue } from '../read/value/encode.ts'
import type { Dialect } from '../rules/dialect.ts'
import { literal, yamlLines } from './literals.ts'
import { schemaOf, type NewParameter } from './new-parameters.ts'

/** The facts that every template of a new tool contains. */
export interface About {
  readonly name: string
  readonly category: string
  readonly executor: string
  /** Undefined for files that are never called directly. */
  readonly parameters: readonly NewParameter[] | undefined
  /** The extension of a tool that contains only metadata. */
  readonly extension: '.py' | '.yaml'
  /** The way in which the tool receives its parameters. */
  readonly passing: Dialect['parameters']
}

const description = (name: string): string => `Describe what ${name} does in one sentence.`

/** The metadata in reading order (R2.2). */
function head({ name, category, executor }: About, tool_type: string): readonly (readonly [string, string])[] {
  return [
    ['version', '1.0.0'],
    ['tool_type', tool_type],
    ['executor_id', executor],
    ['category', category],
    ['tool_description', description(name)],
  ]
}

const dunders = (about: About, tool_type: string): readonly string[] =>
  head(about, tool_type).map(([name, value]) => `__${name}__ = ${JSON.stringify(value)}`)

export function pythonText(about: About): string {
  const { name, parameters = [], passing } = about
  const read =
    passing === 'stdin'
      ? ['    print(json.dumps(run(json.load(sys.stdin))))']
      : [
          '    parser = argparse.ArgumentParser()',
          '    parser.add_argument("--params", required=True)',
          '    parser.add_argument("--project-path", required=True)',
          '    print(json.dumps(run(json.loads(parser.parse_args().params))))',
        ]
  return lines([
    `"""${description(name)}"""`,
    '',
    ...dunders(about, 'python'),
    '',
    `CONFIG_SCHEMA = ${literal(schemaOf(parameters), 'python')}`,
    '',
    ...(passing === 'stdin' ? ['import json', 'import sys'] : ['import argparse', 'import json']),
    '',
    '',
    'def run(params):',
    '    return {"received": params}',
    '',
    '',
    'if __name__ == "__main__":',
    ...read,
  ])
}

/** The source of a module that is the tool itself, with metadata in constants (R2.4). */
export function scriptText(about: About, language: 'javascript' | 'typescript'): string {
  const typed = language === 'typescript'
  const metadata = head(about, 'javascript').map(
    ([name, value]) => `export const __${name}__ = ${JSON.stringify(value)}`,
  )
  return lines([
    "import { readFileSync } from 'node:fs'",
    '',
    ...metadata,
    '',
    `export const CONFIG_SCHEMA = ${literal(schemaOf(about.parameters ?? []), 'javascript')}`,
    '',
    ...(typed ? [`type Params = ${typeText(about.parameters ?? [])}`, ''] : []),
    typed ? 'function run(params: Params): unknown {' : 'function run(params) {',
    '  return { received: params }',
    '}',
    '',
    "console.log(JSON.stringify(run(JSON.parse(readFileSync(0, 'utf8')))))",
  ])
}

const typeNames: Readonly<Record<NewParameter['type'], string>> = {
  string: 'string',
  integer: 'number',
  number: 'number',
  boolean: 'boolean',
  array: 'unknown[]',
  object: 'Record<string, unknown>',
}

function typeText(parameters: readonly NewParameter[]): string {
  if (parameters.length === 0) return 'Record<string, never>'
  return `{ ${parameters.map(({ name, type }) => `${name}: ${typeNames[type]}`).join('; ')} }`
}

/** The source of a script without metadata. The tool file that names the script contains the metadata. */
export function bareScriptText(): string {
  return lines([
    'function run(params) {',
    '  return { received: params }',
    '}',
    '',
    "const params = process.argv[process.argv.indexOf('--params') + 1]",
    'console.log(JSON.stringify(run(JSON.parse(params))))',
  ])
}

/**
 * R2.8: the source of a shell script with metadata in comments. Parameters are passed as `name=value` arguments (R9.6).
 */
export function shellText(about: About): string {
  const names = (about.parameters ?? []).map(({ name }) => name)
  const values = [
    `CONFIG_SCHEMA = ${literal(schemaOf(about.parameters ?? []), 'python')}`,
    `CONFIG = ${literal({ args: ['{tool_path}', ...names.map((name) => `${name}={${name}}`)] }, 'python')}`,
  ]
  return lines([
    '#!/bin/bash',
    ...dunders(about, 'bash').map((line) => `# ${line}`),
    ...values.flatMap((value) => value.split('\n').map((line) => `# ${line}`)),
    '',
    'set -eu',
    ...names.map((name, index) => `${name}=\${${index + 1}#*=}`),
    '',
    `printf '%s\\n' "received${names.map((name) => ` ${name}=$${name}`).join('')}"`,
  ])
}

/** The source of a tool that contains only metadata, as YAML or as Python constants. */
export function dataText(about: About, tool_type: string, rest: Readonly<Record<string, JsonValue>>): string {
  const parts = Object.entries({ ...(about.parameters && { config_schema: schemaOf(about.parameters) }), ...rest })
  if (about.extension === '.py')
    return lines([
      `"""${description(about.name)}"""`,
      '',
      ...dunders(about, tool_type),
      ...parts.flatMap(([name, value]) => ['', `${name.toUpperCase()} = ${literal(value, 'python')}`]),
    ])
  return lines([
    ...head(about, tool_type).map(
      ([name, value]) => `${name}: ${name === 'executor_id' ? value : JSON.stringify(value)}`,
    ),
    ...parts.flatMap(([name, value]) => ['', ...yamlLines({ [name]: value })]),
  ])
}

function lines(all: readonly string[]): string {
  return `${all.join('\n')}\n`
}
