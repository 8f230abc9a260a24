// Writes a notice about one release.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'deploy'
const __tool_description__ = 'Writes a notice about one release.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ notice: `release ${params.id}: ${params.text ?? 'changed'}` }))
