/** `node:stream/web`, whose exports are also globals. */
export * as webStreams from 'web-streams-polyfill'
