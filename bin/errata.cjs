#!/usr/bin/env node
// `npx errata`, or `errata` after `npm install --global`. npm starts this file with the Node it finds, which may be too
// old for the rest: then the Node that was installed as a dependency runs it. Written for any Node from 12 on.
'use strict'
const { spawn } = require('node:child_process')
const { existsSync } = require('node:fs')
const { join } = require('node:path')

const OLDEST = 24
/** As in `npm start` (docs/decisions/0005). */
const SERVE_FLAGS = [
  '--max-semi-space-size=8',
  '--max-old-space-size=1024',
  '--v8-pool-size=2',
  '--expose-gc',
]
const SIGNALS = ['SIGTERM', 'SIGINT', 'SIGHUP', 'SIGQUIT', 'SIGUSR2']
const USED_WRONGLY = 2

/** The checkout runs its sources; an installed package has them as JavaScript. */
function program() {
  const sources = join(__dirname, '../src/main.ts')
  return existsSync(sources) ? sources : join(__dirname, '../dist/main.js')
}

function runtime() {
  if (Number(process.versions.node.split('.')[0]) >= OLDEST) return process.execPath
  const platform = process.platform === 'win32' ? 'win' : process.platform
  const file = platform === 'win' ? 'bin/node.exe' : 'bin/node'
  try {
    return require.resolve(`node-${platform}-${process.arch}/${file}`)
  } catch {
    process.stderr.write(
      `errata needs Node ${OLDEST} or newer; this is Node ${process.versions.node}. Install it, or install errata ` +
        'again without --omit=optional.\n',
    )
    return process.exit(USED_WRONGLY)
  }
}

const args = process.argv.slice(2)
const flags = args.includes('serve') ? SERVE_FLAGS : []
const child = spawn(runtime(), [...flags, program(), ...args], { stdio: 'inherit' })
for (const signal of SIGNALS) process.on(signal, () => child.kill(signal))
child.on('error', (error) => {
  process.stderr.write(`errata: Node could not be started: ${error.message}\n`)
  process.exitCode = 1
})
child.on('exit', (code, signal) => {
  if (signal === null) return process.exit(code)
  for (const name of SIGNALS) process.removeAllListeners(name)
  process.kill(process.pid, signal)
})
