import { FILTERED, keyVerdict } from './secret/keys.ts'
import { noteKey } from './work.ts'

/** The options of commands that take passwords, in command lines and in lists of arguments. */
export interface CommandRule {
  names: RegExp
  /** Options whose value is a password. */
  secret: RegExp
  /** Options whose value is `user:password`. */
  pair: RegExp | null
}

const NOTHING = /^(?!)/
const RULES: readonly CommandRule[] = [
  { names: /^(?:mysql\w*|mariadb\w*|mycli|sshpass|mongo\w*|mssql-cli)$/, secret: /^-p/, pair: null },
  {
    names: /^(?:curl|http|https|wget|ab|siege|xh)$/,
    secret: /^-(?:b|-cookie|-oauth2-bearer)$/,
    pair: /^-(?:u|U|a|-user|-proxy-user|-auth)/,
  },
  { names: /^(?:redis-cli|redis-benchmark|valkey-cli)$/, secret: /^-a/, pair: null },
  {
    names: /^(?:docker|podman|helm|oc|az|heroku|npm|svn|sqlcmd|bcp|rabbitmqctl)$/,
    secret: /^-[pP]$/,
    pair: null,
  },
  { names: /^(?:ldap\w+|sqlplus|isql|7z\w?|zip|unzip|rar|unrar)$/, secret: /^-[wpP]/, pair: null },
  { names: /^(?:smbclient|rpcclient|net|mount)$/, secret: NOTHING, pair: /^-U/ },
]
const COMMAND =
  /(?<![\w.@-])(?:[\w./-]{0,64}\/)?([a-z][a-z\d]{1,11}(?:-cli|-benchmark)?)(?:\.exe)?(?= |["'],)/g
const LONG_OPTION = /^--?[\w-]{2,60}$/
const ANY_OPTION = /[ "']-[A-Za-z-]/
const MAX_TOKENS = 40
const MAX_PATH_CHARS = 100
const TOKEN = /[ \t]+(?:"([^"\n]*)"?|'([^'\n]*)'?|([^\s|;&]+))/y
const LIST_TOKEN = /["']?\s{0,4},\s{0,4}[bu]?["']([^"'\n]{0,512})/y
const PORT = /^-[pP]\d{2,5}$/

/** Replaces passwords in command lines: `mysql -phunter2`, `curl -u jo:hunter2`, `redis-cli -a hunter2`. */
export function scrubCommandLines(text: string): string {
  if (!text.includes('-') || !ANY_OPTION.test(text)) return text
  let result = ''
  let copied = 0
  COMMAND.lastIndex = 0
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text)) {
    const rule = ruleFor(match[1]!)
    if (rule === undefined) continue
    const line = { text, at: COMMAND.lastIndex }
    for (const { start, end } of secretsOfLine(line, rule)) {
      result += text.slice(copied, start) + FILTERED
      copied = end
    }
    COMMAND.lastIndex = Math.max(COMMAND.lastIndex, line.at)
  }
  return copied === 0 ? text : result + text.slice(copied)
}

/** What is known of the command that a list of arguments begins with; undefined when it takes no passwords. */
export function commandRule(path: string): CommandRule | undefined {
  return path.length > MAX_PATH_CHARS
    ? undefined
    : ruleFor(path.slice(path.lastIndexOf('/') + 1).replace(/\.exe$/, ''))
}

/** Where the secret in an argument begins, given the argument before it; -1 when it holds none. */
export function secretArgument(rule: CommandRule, before: string, argument: string): number {
  return argument.length < 2 ? -1 : valueStart(rule, before, argument)
}

/** True when the argument behind this one is a secret, for any command: `--password`, `-Ptoken`. */
export function isSecretOption(option: string): boolean {
  return option.startsWith('--') && LONG_OPTION.test(option) && keyVerdict(option) === 'secret'
}

function ruleFor(name: string): CommandRule | undefined {
  return RULES.find(({ names }) => names.test(name))
}

function secretsOfLine(
  line: { text: string; at: number },
  rule: CommandRule,
): { start: number; end: number }[] {
  const secrets: { start: number; end: number }[] = []
  let before = ''
  const token = line.text[line.at] === ' ' ? TOKEN : LIST_TOKEN
  for (let count = 0; count < MAX_TOKENS; count++) {
    noteKey()
    token.lastIndex = line.at
    const match = token.exec(line.text)
    if (match === null) break
    const word = match[1] ?? match[2] ?? match[3] ?? ''
    const start = match.index + match[0].length - word.length - (isClosed(match) ? 1 : 0)
    const inside = word === '' || word.includes(FILTERED) ? -1 : valueStart(rule, before, word)
    if (inside >= 0) secrets.push(unquoted(line.text, start + inside, start + word.length))
    before = word
    line.at = token.lastIndex
  }
  return secrets
}

/** True where a match ends with the quote behind its word. */
function isClosed({ 0: all, 1: first, 2: second }: RegExpExecArray): boolean {
  return (first !== undefined && /^[ \t]+".*"$/.test(all)) || (second !== undefined && all.endsWith("'"))
}

/** `-p'hunter2'` keeps its quotes. */
function unquoted(text: string, start: number, end: number): { start: number; end: number } {
  const quote = text[start]
  const isQuoted = (quote === '"' || quote === "'") && end - start > 1
  return isQuoted ? { start: start + 1, end: text[end - 1] === quote ? end - 1 : end } : { start, end }
}

/** Where in an argument the secret begins: behind its option, or in the argument behind the option. */
function valueStart({ secret, pair }: CommandRule, before: string, word: string): number {
  const isOption = word.startsWith('-')
  if (!isOption) {
    if (isAlone(secret, before)) return 0
    return pair !== null && isAlone(pair, before) ? passwordStart(word, 0) : -1
  }
  if (PORT.test(word)) return -1
  if (word.startsWith('--')) {
    const equals = word.indexOf('=')
    return equals > 0 && pair !== null && isAlone(pair, word.slice(0, equals))
      ? passwordStart(word, equals + 1)
      : -1
  }
  const attached = secret.exec(word)?.[0].length ?? 0
  if (attached > 0 && attached < word.length && attached === 2) return attached
  const option = pair?.exec(word)?.[0].length ?? 0
  return option > 0 && option < word.length ? passwordStart(word, option) : -1
}

function isAlone(option: RegExp, word: string): boolean {
  return option.exec(word)?.[0] === word
}

/** In `user:password` and `user%password`. */
function passwordStart(word: string, from: number): number {
  const colon = word.slice(from).search(/[:%]/)
  const start = from + colon + 1
  return colon < 0 || start >= word.length ? -1 : start
}
