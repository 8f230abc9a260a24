// Compares each document with the warehouse.

const __version__ = '1.0.0'
const __tool_type__ = 'javascript'
const __executor_id__ = 'rt/node'
const __category__ = 'search'
const __tool_description__ = 'Compares each document with the warehouse.'

const { readFileSync } = require('node:fs')

const params = JSON.parse(readFileSync(0, 'utf8'))
const region = process.env.REGION ?? 'unknown'
console.log(JSON.stringify({ region, area: 'search', missing: [] }))
