import { expect, test } from 'vitest'
import { embedSnippet } from './embed-snippet.ts'

test('the snippet has a frame with the link and a script that checks the origin of messages', () => {
  const snippet = embedSnippet('https://rye.example/play/', 'v1.1.AA', { edit: false, theme: 'system' })
  expect(snippet).toContain('<iframe src="https://rye.example/play/embed/#v1.1.AA" ')
  expect(snippet).toContain(`origin !== 'https://rye.example'`)
})

test('the options follow the link, escaped for HTML', () => {
  const snippet = embedSnippet('https://rye.example/', 'v1.1.AA&why=%2Fplan', { edit: true, theme: 'dark' })
  expect(snippet).toContain('#v1.1.AA&amp;why=%2Fplan&amp;edit&amp;theme=dark"')
})
