/** `node:stream/web`. Its exports are also globals. */
export * as webStreams from 'web-streams-polyfill'
