import { parseArgs } from 'node:util'
import { UsageError } from './command-context.ts'

const TEXT = { type: 'string' } as const

/** Every option of every command: a name means the same everywhere, so it can also come before the command. */
const OPTIONS = {
  name: TEXT,
  email: TEXT,
  platform: TEXT,
  dsn: TEXT,
  message: TEXT,
  level: TEXT,
  password: TEXT,
  role: TEXT,
  org: TEXT,
  'owner-email': TEXT,
  'owner-password': TEXT,
  label: TEXT,
  scope: { type: 'string', multiple: true },
  'expires-in-days': TEXT,
  allow: { type: 'string', multiple: true },
  'accept-clock': { type: 'boolean' },
  json: { type: 'boolean' },
  deep: { type: 'boolean' },
  demo: { type: 'boolean' },
  'dry-run': { type: 'boolean' },
  'no-inject': { type: 'boolean' },
  events: TEXT,
  'in-app': { type: 'string', multiple: true },
  'not-in-app': { type: 'string', multiple: true },
  fingerprint: { type: 'string', multiple: true },
  yes: { type: 'boolean' },
  project: TEXT,
  environment: TEXT,
  window: TEXT,
  q: TEXT,
  limit: TEXT,
  sort: TEXT,
  since: TEXT,
  cursor: TEXT,
  event: TEXT,
  'max-chars': TEXT,
  release: TEXT,
  'url-prefix': TEXT,
  mode: TEXT,
  until: TEXT,
  minutes: TEXT,
  data: TEXT,
  fields: TEXT,
  commit: TEXT,
  url: TEXT,
  note: TEXT,
  'verify-after': TEXT,
  next: { type: 'boolean' },
  to: TEXT,
  unclaimed: { type: 'boolean' },
  help: { type: 'boolean', short: 'h' },
  version: { type: 'boolean', short: 'V' },
} as const

type OptionName = keyof typeof OPTIONS

/** The service would take some of them for their defaults if they were anything else. */
const WHOLE_NUMBERS = [
  'events',
  'expires-in-days',
  'limit',
  'max-chars',
  'minutes',
  'verify-after',
] as const satisfies OptionName[]
type OptionValue<Option> = Option extends { multiple: true }
  ? string[]
  : Option extends { type: 'boolean' }
    ? boolean
    : string

/** Reads a command's options by their names. @throws UsageError for anything else on the line. */
export function readOptions<Name extends OptionName>(
  args: string[],
  names: readonly Name[],
): OptionValues<Name> {
  return readWords(args, names, []).options
}

type OptionValues<Name extends OptionName> = { [Key in Name]?: OptionValue<(typeof OPTIONS)[Key]> }

/** Reads a command's options, and the words it needs beside them, which `wanted` names for people.
 * @throws UsageError for a word that is missing, and for anything else on the line. */
export function readWords<Name extends OptionName>(
  args: string[],
  names: readonly Name[],
  wanted: readonly string[],
): { options: OptionValues<Name>; words: string[] } {
  const { values, positionals } = parsed(args, names)
  requireWholeNumbers(values)
  if (positionals.length !== wanted.length) throw new UsageError(wordsFault(positionals, wanted))
  return { options: values as OptionValues<Name>, words: positionals }
}

function parsed(args: string[], names: readonly OptionName[]) {
  const options = Object.fromEntries(names.map((name) => [name, OPTIONS[name]]))
  try {
    return parseArgs({ args, options, allowPositionals: true })
  } catch (error) {
    throw new UsageError(optionFault((error as Error).message, names))
  }
}

function requireWholeNumbers(values: Readonly<Record<string, unknown>>): void {
  const wrong = WHOLE_NUMBERS.find((name) => !/^\d{1,9}$/.test(String(values[name] ?? 0)))
  if (wrong !== undefined) throw new UsageError(`--${wrong} must be a whole number, such as --${wrong} 20.`)
}

function wordsFault(given: readonly string[], wanted: readonly string[]): string {
  if (wanted.length > 0) return `This command needs ${wanted.join(' and ')}, and nothing else.`
  return `This command takes no "${given[0]}", only options; errata --help lists them.`
}

/** What Node says of a wrong option, in our words. */
function optionFault(message: string, names: readonly OptionName[]): string {
  const [, unknown, option] = /^(Unknown )?option '(--?[^' ]+)/i.exec(message) ?? []
  if (option === undefined) return message
  const taken = names.length === 0 ? 'takes none' : `takes ${names.map((name) => `--${name}`).join(', ')}`
  if (unknown !== undefined) return `${option} is not an option of this command. It ${taken}.`
  if (message.includes('does not take an argument')) return `${option} takes no value.`
  return `${option} needs a value. If it begins with a dash, write ${option}=-x.`
}

/** For commands without options. @throws UsageError for anything on the line. */
export function requireNoArguments(args: string[]): void {
  readOptions(args, [])
}

export interface CommandLine {
  /** One of the commands; undefined if the line names none. */
  command: string | undefined
  args: string[]
  firstWord: string | undefined
  asksForHelp: boolean
  asksForVersion: boolean
}

export function readCommandLine(argv: string[], commands: readonly string[]): CommandLine {
  const { tokens } = parseArgs({ args: argv, options: OPTIONS, strict: false, tokens: true })
  const words = tokens.filter((token) => token.kind === 'positional')
  const texts = words.map(({ value }) => value)
  const command = [texts.slice(0, 2).join(' '), texts[0] ?? ''].find((name) => commands.includes(name))
  const has = (option: OptionName) => tokens.some((token) => token.kind === 'option' && token.name === option)
  const taken = new Set(words.slice(0, command?.split(' ').length ?? 0).map(({ index }) => index))
  return {
    command,
    args: argv.filter((_, index) => !taken.has(index)),
    firstWord: texts[0],
    asksForHelp: has('help'),
    asksForVersion: has('version'),
  }
}
