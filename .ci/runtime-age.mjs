// Fails when the pinned Node is so old that security releases must have come out since (docs/decisions/0004).
import { readFileSync } from 'node:fs'

const MAX_AGE_DAYS = 180
const MS_PER_DAY = 86_400_000

const { version, published } = JSON.parse(readFileSync(new URL('runtime.json', import.meta.url), 'utf8'))
const ageDays = Math.floor((Date.now() - Date.parse(published)) / MS_PER_DAY)
if (!(ageDays <= MAX_AGE_DAYS)) {
  process.stderr.write(
    `The pinned Node ${version} was published ${ageDays} days ago; the limit is ${MAX_AGE_DAYS}. ` +
      'Pin a newer release as docs/decisions/0004 describes.\n',
  )
  process.exitCode = 1
}
