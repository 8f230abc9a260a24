#!/usr/bin/env node
// @ts-check
/**
 * The command line for callers that start it by this path, such as a systemd unit; `rye-chain` itself is the imported
 * script.
 */
import './rye-chain.cjs'
