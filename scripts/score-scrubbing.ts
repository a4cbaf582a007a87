/**
 * `npm run score:scrubbing -- FOLDER`: how many secrets of a corpus are gone after scrubbing, and how much of what
 * surrounds them is still there. Reads the files named below, as far as they are there.
 */
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { scrubRules } from '../src/contract/project/intake.ts'
import { isJsonObject, type Json } from '../src/domain/json/json.ts'
import { projectScrubber } from '../src/domain/scrub/project-scrubber.ts'
import { scrubEventText } from '../src/domain/scrub/scrub.ts'
import { scrubText } from '../src/domain/scrub/text.ts'

/** What must be gone, what must be left, and what became of all of it. */
interface Judged {
  name: string
  secrets: string[]
  kept: string[]
  output: string[]
}

interface EventCase {
  name: string
  config: {
    scrub_data: boolean
    scrub_defaults: boolean
    sensitive_fields: string[]
    exclude_fields: string[]
  }
  input: Json
  expected: Json
}
interface RuleCase {
  rule: string
  input: string
  secret_removed: string | null
  kept_prefix: string | null
  kept_suffix: string | null
}
interface PairCase {
  key: string
  value: Json
  expected: Json
}

const MASK = '[Filtered]'
/** Kinds of secrets that are filtered everywhere; addresses and ids are what a project may add. */
const EVERYWHERE = ['@creditcard', '@pemkey', '@urlauth', '@usssn', '@password']
/** Not filtered as such: what someone's address is. */
const ADDRESS = /^(?:\d{1,3}\.){3}\d{1,3}$/
const KEPT_SHARE = 0.95

const folder = process.argv[2]
if (folder === undefined) {
  console.error('Usage: npm run score:scrubbing -- FOLDER')
  process.exit(2)
}

const judged = [
  ...read<{ cases: EventCase[] }>('default_scrubbing_cases.json', ({ cases }) => cases.flatMap(judgeEvent)),
  ...read<{ rules: RuleCase[] }>('builtin_rule_cases.json', ({ rules }) => rules.flatMap(judgeRule)),
  ...read<{ pairs: PairCase[] }>('key_value_pairs_legacy.json', ({ pairs }) => pairs.map(judgePair)),
]
report(judged)

function read<File>(name: string, judge: (file: File) => Judged[]): Judged[] {
  const path = join(folder!, name)
  if (!existsSync(path)) return []
  return judge(JSON.parse(readFileSync(path, 'utf8')) as File)
}

function judgeEvent({ name, config, input, expected }: EventCase): Judged[] {
  if (!config.scrub_data || !config.scrub_defaults) return []
  const { sensitive_fields, exclude_fields } = config
  const rules = scrubRules.safeParse({ fields: sensitive_fields, exceptions: exclude_fields })
  if (!rules.success) return []
  const scrubber = projectScrubber(rules.data)
  const event = scrubEventText(JSON.stringify(input), scrubber.isExempt)
  const output = leaves(event ? scrubber.scrubEvent(event) : null)
  return [{ name, ...difference(leaves(input), leaves(expected)), output }]
}

function judgeRule({ rule, input, secret_removed, kept_prefix, kept_suffix }: RuleCase): Judged[] {
  // A hash shares some letters with its text by chance; they don't count as kept.
  if (!EVERYWHERE.some((known) => rule.startsWith(known)) || rule.endsWith(':hash')) return []
  const secrets = secret_removed === null ? [] : [secret_removed]
  const kept = secret_removed === null ? [input] : [kept_prefix, kept_suffix].filter((text) => text !== null)
  return [{ name: `${rule}: ${input.slice(0, 40)}`, secrets, kept, output: [scrubText(input)] }]
}

function judgePair({ key, value, expected }: PairCase): Judged {
  const event = scrubEventText(JSON.stringify({ extra: { [key]: value } }))
  const name = `${key}: ${String(value).slice(0, 40)}`
  return { name, ...difference(leaves(value), leaves(expected)), output: leaves(event ?? null) }
}

/** What is in one list and not in the other is secret, but for what a mask in the other leaves of it. */
function difference(input: string[], expected: string[]): Pick<Judged, 'secrets' | 'kept'> {
  const masked = expected.filter((text) => text.includes(MASK)).map((text) => text.split(MASK))
  const secrets: string[] = []
  const kept: string[] = []
  for (const text of input) {
    if (ADDRESS.test(text)) continue
    if (expected.includes(text)) kept.push(text)
    else if (!text.includes('&') && !text.startsWith('{')) {
      const [prefix = '', suffix = ''] =
        masked.find(
          ([start = '', end = '', more]) =>
            more === undefined &&
            start + end !== '' &&
            text.length > start.length + end.length &&
            text.startsWith(start) &&
            text.endsWith(end),
        ) ?? []
      secrets.push(text.slice(prefix.length, text.length - suffix.length))
      kept.push(...[prefix, suffix].filter((part) => part !== ''))
    }
  }
  // The same text may be a value of a harmless field elsewhere, or be next to the secret.
  return { secrets: secrets.filter((secret) => !kept.some((text) => text.includes(secret))), kept }
}

function leaves(value: Json): string[] {
  if (Array.isArray(value)) return value.flatMap(leaves)
  if (isJsonObject(value)) return Object.values(value).flatMap((member) => leaves(member as Json))
  return value === null ? [] : [String(value)]
}

function report(all: readonly Judged[]): void {
  let [secrets, gone, surroundings, left] = [0, 0, 0, 0]
  for (const { name, secrets: secret, kept, output } of all) {
    const still = secret.filter((text) => output.some((line) => line.includes(text.trim())))
    const lost = kept.filter((text) => !output.some((line) => line.includes(text.trim())))
    for (const text of still) console.log(`still there, ${name}: ${JSON.stringify(text)}`)
    for (const text of lost) console.log(`lost, ${name}: ${JSON.stringify(text)}`)
    secrets += secret.length
    gone += secret.length - still.length
    surroundings += kept.length
    left += kept.length - lost.length
  }
  const share = surroundings === 0 ? 1 : left / surroundings
  console.log(`secrets absent: ${gone} of ${secrets}`)
  console.log(`surroundings kept: ${left} of ${surroundings} (${(100 * share).toFixed(1)} %)`)
  if (secrets + surroundings === 0) console.error(`There are no cases in ${folder}.`)
  if (gone < secrets || share < KEPT_SHARE || secrets + surroundings === 0) process.exitCode = 1
}
