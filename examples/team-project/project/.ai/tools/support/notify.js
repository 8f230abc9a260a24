// Writes a notice about one ticket.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'support'
const __tool_description__ = 'Writes a notice about one ticket.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ notice: `ticket ${params.id}: ${params.text ?? 'changed'}` }))
