/** `node:stream/web`, which are globals too. */
export * as webStreams from 'web-streams-polyfill'
