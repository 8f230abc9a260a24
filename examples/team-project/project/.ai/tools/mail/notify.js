// Writes a notice about one message.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/nodejs'
const __category__ = 'mail'
const __tool_description__ = 'Writes a notice about one message.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ notice: `message ${params.id}: ${params.text ?? 'changed'}` }))
