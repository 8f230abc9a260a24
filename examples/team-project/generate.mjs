// Writes the files of this example: `node examples/team-project/generate.mjs`. example.yaml lists its ten faults.
import { mkdirSync, rmSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const areas = {
  orders: 'order',
  billing: 'invoice',
  stock: 'article',
  mail: 'message',
  search: 'document',
  reports: 'report',
  deploy: 'release',
  data: 'record',
  support: 'ticket',
  users: 'account',
}

const python = (
  area,
  verb,
  { about, schema, body, version = '1.0.0', executor = 'rt/python', config },
) => `"""${about}"""

__version__ = "${version}"
__tool_type__ = "python"
__executor_id__ = "${executor}"
__category__ = "${area}"
__tool_description__ = "${about}"
${config ? `\nCONFIG_RESOLVE = {"path": "${config}"}\n` : ''}
CONFIG_SCHEMA = {"type": "object", "properties": {${schema}}}

import json
import sys
from pathlib import Path

params = json.load(sys.stdin)
store = Path(sys.argv[-1]) / "store" / "${area}.json"
rows = json.loads(store.read_text()) if store.exists() else []
${body}
`

const node = (area, { about, body, executor = 'rt/node' }) => `// ${about}

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = '${executor}'
const __category__ = '${area}'
const __tool_description__ = '${about}'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
${body}
`

const shell = (area, { about, script, executor = 'rt/shell' }) => `version: "1.0.0"
tool_type: script
executor_id: ${executor}
category: ${area}
tool_description: ${about}
config:
  script: |
    set -eu
    ${script}
`

const runtime = ({
  about,
  command,
  more = '',
  category = 'rt',
  executor = 'rye/core/primitives/execute',
}) => `version: "1.0.0"
tool_type: runtime
executor_id: ${executor}
category: ${category}
tool_description: ${about}
${more}config:
${command}`

const text = '"text": {"type": "string"}'
const id = '"id": {"type": "integer", "minimum": 1}'

/** The twelve tools of an area: six in Python, three for Node and three shell scripts. */
function toolsOf(area, noun) {
  const at = (verb) => `project/.ai/tools/${area}/${verb}`
  return {
    [at('list.py')]: python(area, 'list', {
      about: `Lists every ${noun}.`,
      schema: text,
      body: 'print(json.dumps({"rows": rows}))',
    }),
    [at('get.py')]: python(area, 'get', {
      about: `Returns one ${noun}.`,
      schema: id,
      body: 'found = [row for row in rows if row.get("id") == params.get("id")]\nprint(json.dumps({"row": found[0] if found else None}))',
    }),
    [at('create.py')]: python(area, 'create', {
      about: `Adds one ${noun}.`,
      schema: text,
      body: 'row = {"id": len(rows) + 1, "text": params.get("text", "")}\nprint(json.dumps({"row": row}))',
    }),
    [at('update.py')]: python(area, 'update', {
      about: `Changes one ${noun}.`,
      schema: `${id}, ${text}`,
      // Fault 2: the runtime rt/python accepts versions up to 2.9.9.
      ...(area === 'billing' ? { version: '3.0.0' } : {}),
      body: 'changed = [dict(row, **params) for row in rows if row.get("id") == params.get("id")]\nprint(json.dumps({"changed": len(changed)}))',
    }),
    [at('check.py')]: python(area, 'check', {
      about: `Checks every ${noun} against the limits of the team.`,
      schema: text,
      // Fault 4: the file is search.yaml.
      config: area === 'search' ? 'serach.yaml' : `${area}.yaml`,
      body: 'limit = params.get("resolved_config", {}).get("limit", 100)\nprint(json.dumps({"ok": len(rows) <= limit, "limit": limit}))',
    }),
    [at('summary.py')]: python(area, 'summary', {
      about: `Counts every ${noun} for the monthly report.`,
      schema: text,
      executor: 'rt/report',
      config: `${area}.yaml`,
      body: 'print(json.dumps({"area": "' + area + '", "count": len(rows)}))',
    }),
    [at('notify.js')]: node(area, {
      about: `Writes a notice about one ${noun}.`,
      // Fault 1: the runtime is rt/node.
      ...(area === 'mail' ? { executor: 'rt/nodejs' } : {}),
      body: `console.log(JSON.stringify({ notice: \`${noun} \${params.id}: \${params.text ?? 'changed'}\` }))`,
    }),
    [at('sync.js')]: node(area, {
      about: `Compares each ${noun} with the warehouse.`,
      body: `const region = process.env.REGION ?? 'unknown'\nconsole.log(JSON.stringify({ region, area: '${area}', missing: [] }))`,
    }),
    [at('export.js')]: node(area, {
      about: `Writes each ${noun} as CSV.`,
      // Fault 6: only this user has the runtime rt/duck.
      ...(area === 'data' ? { executor: 'rt/duck' } : {}),
      body: `console.log(JSON.stringify({ csv: ['id,text', ...(params.rows ?? []).map(({ id, text }) => \`\${id},\${text}\`)].join('\\n') }))`,
    }),
    [at('import.yaml')]:
      // Fault 9: the quote is not closed.
      area === 'support'
        ? shell(area, { about: '"Reads tickets from CSV.', script: `wc -l < "store/${area}.csv"` })
        : shell(area, { about: `Counts the lines of the ${noun} import.`, script: `wc -l < "store/${area}.csv"` }),
    [at('archive.yaml')]: shell(area, {
      about: `Packs each ${noun} of last year.`,
      // Fault 3: rt/legacy and rt/legacy-shell name each other.
      ...(area === 'users' ? { executor: 'rt/legacy' } : {}),
      script: `tar -cf "archive/${area}-\${REGION}.tar" "store/${area}.json"`,
    }),
    [at('clean.yaml')]: shell(area, {
      about: `Deletes old ${noun} files.`,
      script: `find "store/${area}" -mtime +90 -delete`,
    }),
  }
}

const limits = {
  orders: 500,
  billing: 200,
  stock: 2000,
  mail: 1000,
  search: 5000,
  reports: 60,
  data: 10000,
  support: 150,
  users: 800,
}

const runtimes = {
  'project/.ai/tools/rt/python.yaml': runtime({
    about: 'Runs a Python tool of the team.',
    more: 'child_constraints: {min_version: "1.0.0", max_version: "2.9.9"}\nenv_config:\n  env: {SHOP_REGION: "${REGION:-none}", PYTHONUNBUFFERED: "1"}\n',
    command:
      '  command: python3\n  args: ["{tool_path}", "{project_path}"]\n  input_data: "{params_json}"\n  timeout: 30\n',
  }),
  'project/.ai/tools/rt/report.yaml': runtime({
    about: 'Runs a Python tool of the team with the time limit of reports.',
    executor: 'rt/python',
    command: '  timeout: 120\n',
  }),
  'project/.ai/tools/rt/node.yaml': runtime({
    about: 'Runs a Node tool of the team.',
    more: 'child_constraints: {max_version: "1.9.9"}\n',
    command: '  command: node\n  args: ["{tool_path}"]\n  input_data: "{params_json}"\n  timeout: 30\n',
  }),
  'project/.ai/tools/rt/shell.yaml': runtime({
    about: 'Runs the script of a YAML tool.',
    command: '  command: sh\n  args: ["-c", "{script}"]\n  script: "true"\n  timeout: 60\n',
  }),
  'project/.ai/tools/rt/legacy.yaml': runtime({
    about: 'Runs old scripts.',
    executor: 'rt/legacy-shell',
    command: '  timeout: 10\n',
  }),
  'project/.ai/tools/rt/legacy-shell.yaml': runtime({
    about: 'Starts old scripts.',
    executor: 'rt/legacy',
    command: '  command: sh\n',
  }),
}

const graph = (about, nodes) => `version: "1.0.0"
tool_type: graph
executor_id: rye/core/runtimes/state-graph/runtime
category: flows
tool_description: ${about}
permissions: ["rye.execute.tool.*"]
config:
  start: ${nodes[0][0]}
  nodes:
${nodes.map(([name, called], at) => `    ${name}: { action: { item_id: "tool:${called}" }, next: ${nodes[at + 1]?.[0] ?? 'done'} }\n`).join('')}    done: { type: return }
`

const expectation = (item, goals) => `item: ${item}\ngoals:\n${goals.map((goal) => `  - ${goal}\n`).join('')}`

const others = {
  'project/.ai/tools/lib/money.py':
    '"""Amounts in cents."""\n\n\ndef euros(cents: int) -> str:\n    return f"{cents // 100}.{cents % 100:02d}"\n',
  'project/.ai/tools/lib/dates.py':
    '"""Dates of a month."""\n\n\ndef month_of(date: str) -> str:\n    return date[:7]\n',
  // Fault 5: reports/summary.py has the same ID.
  'project/.ai/tools/reports/summary.js': node('reports', {
    about: 'Counts every report.',
    body: 'console.log(JSON.stringify({ count: 0 }))',
  }),
  'project/.ai/tools/flows/nightly.yaml': graph('Cleans up every night.', [
    ['orders', 'orders/clean'],
    // Fault 8: the tool is stock/clean.
    ['stock', 'stock/cleanup'],
    ['mail', 'mail/clean'],
  ]),
  'project/.ai/tools/flows/close-month.yaml': graph('Closes a month.', [
    ['orders', 'orders/summary'],
    ['billing', 'billing/summary'],
  ]),
  'project/.ai/expect/orders.yaml': expectation('orders/list', [
    '{at: /status, is: ready}',
    '{at: /plan/command, is: python3}',
  ]),
  // Fault 10: the time limit is 30 seconds.
  'project/.ai/expect/billing.yaml': expectation('billing/list', [
    '{at: /status, is: ready}',
    '{at: /plan/timeout, is: 20}',
  ]),
  'project/.ai/expect/stock.yaml': expectation('stock/sync', [
    '{at: /status, is: ready}',
    '{at: /plan/command, is: node}',
  ]),
  'project/.env': 'REGION=eu-north\nSTORE=store\n',
  'project/README.md':
    '# Shop tools\n\nEach folder of `.ai/tools` is an area of the shop. Each area has the same twelve tools.\n',
  'user/.ai/tools/rt/duck.yaml': runtime({
    about: 'Runs an export with the local database.',
    command: '  command: duckdb\n  args: ["{tool_path}"]\n  timeout: 30\n',
  }),
  // The project has a runtime with this ID, so this one is not used.
  'user/.ai/tools/rt/python.yaml': runtime({
    about: 'Runs Python with a debugger.',
    command: '  command: python3\n  args: ["-m", "pdb", "{tool_path}"]\n',
  }),
  'user/.ai/tools/me/notes.yaml': shell('me', {
    about: 'Prints my notes.',
    script: 'cat notes.txt',
    executor: 'rye/core/runtimes/bash/bash',
  }),
  // The project's value overrides this limit, but not the new key.
  'user/.ai/config/orders.yaml': 'limit: 9\nquiet: true\n',
  // Fault 7: only this user has the limits of the area deploy.
  'user/.ai/config/deploy.yaml': 'limit: 40\n',
}

const configs = Object.fromEntries(
  Object.entries(limits).map(([area, limit]) => [
    `project/.ai/config/${area}.yaml`,
    `limit: ${limit}\nowner: team-${area}\n`,
  ]),
)

/** Every file of the example, by its path in this folder. */
export const files = {
  ...Object.assign({}, ...Object.entries(areas).map(([area, noun]) => toolsOf(area, noun))),
  ...runtimes,
  ...configs,
  ...others,
}

const here = fileURLToPath(import.meta.url)
if (process.argv[1] === here) {
  const folder = dirname(here)
  for (const space of ['project', 'user']) rmSync(join(folder, space), { recursive: true, force: true })
  for (const [path, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, path)), { recursive: true })
    writeFileSync(join(folder, path), content)
  }
}
