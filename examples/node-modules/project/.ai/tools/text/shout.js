// Says a text louder, with a package from node_modules.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rye/core/runtimes/node/node'
const __category__ = 'text'
const __tool_description__ = 'Prints a text in capital letters.'

const CONFIG_SCHEMA = {
  type: 'object',
  properties: { text: { type: 'string' }, marks: { type: 'integer', minimum: 0, default: 1 } },
  required: ['text'],
}

const { readFileSync } = require('node:fs')
const loud = require('loud')

const { text, marks } = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ said: loud(text, marks) }))
