// `npm run check`: every `check:*` of package.json, two at a time, in their order there. What each of them wrote comes
// whole, when it has ended.
import { spawn } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { resolve } from 'node:path'

const AT_ONCE = 2

const root = resolve(import.meta.dirname, '..')
const { scripts } = JSON.parse(readFileSync(resolve(root, 'package.json'), 'utf8'))
const waiting = Object.keys(scripts).filter((name) => name.startsWith('check:'))
const failed = []

/** @returns {Promise<{ code: number | null, output: string }>} */
function run(name) {
  return new Promise((done) => {
    const child = spawn('npm', ['run', '--silent', name], { cwd: root, stdio: ['ignore', 'pipe', 'pipe'] })
    let output = ''
    const keep = (text) => {
      output += text
    }
    child.stdout.setEncoding('utf8').on('data', keep)
    child.stderr.setEncoding('utf8').on('data', keep)
    child.once('error', (error) => done({ code: null, output: String(error) }))
    child.once('close', (code) => done({ code, output }))
  })
}

async function work() {
  for (let name = waiting.shift(); name; name = waiting.shift()) {
    const began = Date.now()
    const { code, output } = await run(name)
    if (code !== 0) failed.push(name)
    const seconds = ((Date.now() - began) / 1000).toFixed(1)
    console.log(`${code === 0 ? 'ok    ' : 'FAILED'} ${name} (${seconds} s)`)
    if (output) console.log(output)
  }
}

await Promise.all(Array.from({ length: AT_ONCE }, work))
if (failed.length > 0) {
  console.error(`Failed: ${failed.map((name) => `npm run ${name}`).join(', ')}`)
  process.exitCode = 1
}
