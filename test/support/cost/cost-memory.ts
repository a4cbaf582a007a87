/** A process of its own, started with `--expose-gc`: by how many bytes the attack named in its argument makes it grow at its peak. */
import { readFileSync, writeFileSync } from 'node:fs'
import { COST_ATTACKS } from './cost-attacks.ts'
import { wrapped } from './cost-inputs.ts'
import { takeThrough } from './cost-measure.ts'

const attack = COST_ATTACKS.find(({ name }) => name === process.argv[2])!
const collect = (globalThis as { gc?: () => void }).gc!

/** Of this process alone: `maxRSS` begins with what the process had that started it, and the inputs took more while made. */
function restart(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  writeFileSync('/proc/self/clear_refs', '5')
  return peak()
}

function peak(): number {
  if (process.platform !== 'linux') return process.resourceUsage().maxRSS * 1024
  const status = readFileSync('/proc/self/status', 'utf8')
  return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1]) * 1024
}

for (let round = 0; round < 20; round++)
  takeThrough(wrapped('store', '', `{"message":"a","extra":{"a":[${round}]}}`))
collect()
const before = restart()
takeThrough(attack)
process.send?.(peak() - before)
