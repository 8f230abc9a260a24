// Writes a notice about one report.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'reports'
const __tool_description__ = 'Writes a notice about one report.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ notice: `report ${params.id}: ${params.text ?? 'changed'}` }))
