// rye:signed:2026-11-21T00:00:00Z:d61a0cfdcc649e1796829d34cd0e90222ab82ab51f7b9da5526848eab812d839:B_KweRxWm_3CGq6185GNcNEZAb8s3tPTmeQXuQPQds6MRZMgvbnCnn8dz35TtlETfGjr1yVxlmZVmQfsucfKAQ:1838a4d856ee4842
export const __version__ = '1.0.0'
export const __tool_type__ = 'javascript'
export const __executor_id__ = 'rye/core/runtimes/node/node'
export const __category__ = 'rye/text'
export const __tool_description__ = 'Turns a title into a short name for file names and links.'

export const CONFIG_SCHEMA = {
  type: 'object',
  properties: {
    text: { type: 'string', description: 'The title' },
    separator: { type: 'string', enum: ['-', '_'], default: '-' },
  },
  required: ['text'],
}

import { readFileSync } from 'node:fs'

const { text, separator = '-' } = JSON.parse(readFileSync(0, 'utf8'))
const words = text.normalize('NFKD').toLowerCase().match(/[a-z0-9]+/g) ?? []
console.log(JSON.stringify({ slug: words.join(separator) }))
