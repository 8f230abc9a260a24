// rye:signed:2026-11-21T00:00:00Z:f704ee60d00a3ddcdf72b8b17efdd6e6c3313c6650f1fc93b6335777b67647c0:F6dALOiRNZO6d5cUDyjk-_q-NfxgRBqU71y3uk0cbH94iDVgoZtnDHwEhE_sFl0dB0PynLvTIUdpPmCLVJ3wBQ:1838a4d856ee4842
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
const words = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase().match(/[a-z0-9]+/g) ?? []
console.log(JSON.stringify({ slug: words.join(separator) }))
