// Counts every report.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'reports'
const __tool_description__ = 'Counts every report.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
console.log(JSON.stringify({ count: 0 }))
