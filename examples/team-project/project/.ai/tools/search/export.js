// Writes each document as CSV.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'search'
const __tool_description__ = 'Writes each document as CSV.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ csv: ['id,text', ...(params.rows ?? []).map(({ id, text }) => `${id},${text}`)].join('\n') }))
