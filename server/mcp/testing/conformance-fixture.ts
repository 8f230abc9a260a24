import { createServer } from 'node:http'
import { once } from 'node:events'
import { getRequestListener } from '@hono/node-server'
import { createMcpHandler, McpServer, ResourceTemplate, type CallToolResult } from '@modelcontextprotocol/server'
import { toStandardJsonSchema } from '@valibot/to-json-schema'
import * as v from 'valibot'

const png = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='
const wav = 'UklGRiYAAABXQVZFZm10IBAAAAABAAEAQB8AAAB9AAACABAAZGF0YQIAAAA='
const text = (said: string) => ({ type: 'text' as const, text: said })
const image = { type: 'image' as const, data: png, mimeType: 'image/png' }
const embedded = (uri: string) => ({
  type: 'resource' as const,
  resource: { uri, mimeType: 'text/plain', text: 'This is an embedded resource content.' },
})

const answers: Readonly<Record<string, CallToolResult>> = {
  test_simple_text: { content: [text('This is a simple text response for testing.')] },
  test_image_content: { content: [image] },
  test_audio_content: { content: [{ type: 'audio', data: wav, mimeType: 'audio/wav' }] },
  test_embedded_resource: { content: [embedded('test://embedded-resource')] },
  test_multiple_content_types: {
    content: [text('Multiple content types test:'), image, embedded('test://mixed-content-resource')],
  },
  test_error_handling: { content: [text('This tool intentionally returns an error for testing')], isError: true },
}

/** Tools, resources and prompts with the names that the conformance package requires. */
function makeFixture(): McpServer {
  const server = new McpServer({ name: 'fixture', version: '1.0.0' })
  for (const [name, answer] of Object.entries(answers))
    server.registerTool(name, { description: 'Use when the suite asks for it.' }, () => answer)
  server.registerTool('test_tool_with_progress', { description: 'Reports its progress.' }, async ({ mcpReq }) => {
    const progressToken = mcpReq._meta?.progressToken
    for (const progress of progressToken === undefined ? [] : [0, 50, 100])
      await mcpReq.notify({
        method: 'notifications/progress',
        params: { progressToken: progressToken ?? 0, progress, total: 100 },
      })
    return { content: [text('done')] }
  })
  server.registerResource('text', 'test://static-text', { mimeType: 'text/plain' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'text/plain', text: 'This is the content of the static text resource.' }],
  }))
  server.registerResource('binary', 'test://static-binary', { mimeType: 'image/png' }, ({ href }) => ({
    contents: [{ uri: href, mimeType: 'image/png', blob: png }],
  }))
  const template = new ResourceTemplate('test://template/{id}/data', { list: undefined })
  server.registerResource('template', template, { mimeType: 'application/json' }, ({ href }, { id }) => ({
    contents: [
      { uri: href, mimeType: 'application/json', text: JSON.stringify({ id, data: `Data for ID: ${String(id)}` }) },
    ],
  }))
  const said = (...content: readonly (ReturnType<typeof text> | typeof image | ReturnType<typeof embedded>)[]) => ({
    messages: content.map((part) => ({ role: 'user' as const, content: part })),
  })
  const two = toStandardJsonSchema(v.object({ arg1: v.string(), arg2: v.string() }))
  const uri = toStandardJsonSchema(v.object({ resourceUri: v.string() }))
  server.registerPrompt('test_simple_prompt', { description: 'A simple one' }, () =>
    said(text('This is a simple prompt for testing.')),
  )
  server.registerPrompt(
    'test_prompt_with_arguments',
    { description: 'One with arguments', argsSchema: two },
    ({ arg1, arg2 }) => said(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`)),
  )
  server.registerPrompt(
    'test_prompt_with_embedded_resource',
    { description: 'One with a resource', argsSchema: uri },
    ({ resourceUri }) => said(embedded(resourceUri), text('Please process the embedded resource above.')),
  )
  server.registerPrompt('test_prompt_with_image', { description: 'One with an image' }, () =>
    said(image, text('Please analyze the image above.')),
  )
  return server
}

/** The fixture at its own address, with the handler of `/mcp`. */
export async function startFixture(): Promise<{ readonly url: string; close(): void }> {
  const handler = createMcpHandler(makeFixture)
  const server = createServer(getRequestListener((request) => handler.fetch(request)))
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  const port = typeof address === 'object' && address ? address.port : 0
  return {
    url: `http://127.0.0.1:${port}/mcp`,
    close() {
      server.close()
      server.closeAllConnections()
    },
  }
}
