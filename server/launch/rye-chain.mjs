#!/usr/bin/env node
// @ts-check
/** The command line for whoever starts it by this path, such as a unit of systemd; `rye-chain` itself is the script below. */
import './rye-chain.cjs'
