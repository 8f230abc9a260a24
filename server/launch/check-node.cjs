// @ts-check
// This file uses old syntax, because an old Node must be able to print the message.
const version = process.versions.node
const major = parseInt(version, 10)
const minor = parseInt(version.slice(version.indexOf('.') + 1), 10)
if (major < 20 || (major === 20 && minor < 19)) {
  console.error(
    'Node ' +
      version +
      ' is too old. Rye Chain Playground requires Node 20.19 or later. Install it from https://nodejs.org.',
  )
  process.exit(1)
}
