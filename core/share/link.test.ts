import { expect, test } from 'vitest'
import { isLink, parseLink } from './link.ts'

const packed = 'v1.hello-chain-1.AbC-dEf_0123456789AbC-'
const address = 'https://rye.example.org/play/'
const link = `${address}#${packed}`

test.for([
  link,
  `#${packed}`,
  packed,
  `${link}&why=%2Fplan%2Fargs%2F0`,
  `${link}&amp;why=%2Fplan`,
  `${link}&amp;amp;step=2`,
  `${link}&#38;step=2`,
  `${address}?utm_source=mail&fbclid=x#${packed}`,
  `${link}&utm_source=mail&utm_medium=x`,
  `${link}?utm_source=mail`,
  `${link}&fbclid=IwAR0`,
  `${address}#utm_source=mail&${packed}`,
  `${address}#token=abc_-1&${packed}`,
  `${link}:~:text=hello,world`,
  `${link}&step=2:~:text=a&text=b`,
  `  ${link}\n`,
  `<${link}>`,
  `<URL:${link}>`,
  `(${link}).`,
  `"${link}"`,
  `'${link}',`,
  `“${link}”`,
  `«${link}»`,
  `\`${link}\``,
  `**${link}**`,
  `[a draft](${link})`,
  ...[...'.,;:!?)]}>…'].map((mark) => link + mark),
  `${link.slice(0, 60)}\r\n${link.slice(60)}`,
  `${link.slice(0, 60)}\n  ${link.slice(60)}`,
  `${link.slice(0, 60)}=\r\n${link.slice(60)}`,
  `> ${link.slice(0, 60)}\n> ${link.slice(60)}`,
  `${link.slice(0, 60)}\u200B${link.slice(60)}`,
  `\uFEFF${link}`,
  `${address}%23${packed}`,
  `${address}#${packed.replaceAll('.', '%2E')}`,
  `${address}#${packed.replaceAll('.', '%2e')}%26why%3D%252Fplan`,
  `${address}#${packed.replaceAll('-', '%252D')}`,
  encodeURIComponent(link),
])('a link to the same draft is recognized in %s', (text) => {
  expect([parseLink(text).packed, isLink(text)]).toEqual([packed, true])
})

test.for([
  { text: `${link}&why=%2Fplan%2Fargs%2F0&step=4.`, options: { why: '/plan/args/0', step: '4' } },
  { text: `${link}&amp;problem=a+b`, options: { problem: 'a b' } },
  { text: `${link}&why=%`, options: { why: '%' } },
])('the parameters of a permalink are read: $text', ({ text, options }) => {
  expect(Object.fromEntries(parseLink(text).options)).toEqual(options)
})

test.for([
  `${address}s/abcd1234`,
  `${address}s/abcd1234/`,
  `${address}s/abcd1234?utm_source=mail`,
  `<${address}s/abcd1234>.`,
  `${address}s/abcd1234#:~:text=hello`,
  `${address}s/abcd1234#why=%2Fplan`,
  `${address}#s.abcd1234&utm_source=mail`,
  `${address}#s.abcd1234,`,
  '/s/abcd1234',
])('a short link is recognized: %s', (text) => {
  expect(parseLink(text)).toMatchObject({ packed: undefined, short: 'abcd1234' })
})

test.for(['v1.0.0', 'HEAD~1', '@{upstream}', 'main', 'v1.2', 'feature/v1.x', '', '#', '.', 'release.v1.a.b'])(
  'text that is not recognized as a link: %s',
  (text) => {
    expect(isLink(text)).toBe(false)
  },
)

test('long punctuation is not a link', () => {
  for (const mark of ['(', '.', '&', '&amp;', '%25', '>\n', '?', '/s/aaaa'])
    expect(isLink(mark.repeat(400_000))).toBe(false)
})
