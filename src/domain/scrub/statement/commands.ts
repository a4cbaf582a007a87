import type { Json } from '../../json/json.ts'
import { LONG_SECRET, PORT, scrubOptions, VARIABLE } from '../form/options.ts'
import { Filtering } from '../secret/filtering.ts'
import { FILTERED, keyVerdict } from '../secret/keys.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { isStatusWord } from '../secret/status-words.ts'
import { noteKey } from '../work.ts'

export interface CommandRule {
  names: RegExp
  secret?: RegExp
  pair?: RegExp
  /** The argument behind this one is a file, or `file:password`. */
  file?: RegExp
  /** The option alone asks for the password: behind `-p` is the name of a database, or what someone took for its value. */
  asks?: true
  bare?: (words: readonly string[]) => boolean
  /** What `bare` means was made by a service, so that a word is prose: `vault login failed`. */
  isMade?: true
  /** True when the argument behind these is `user/password`. */
  login?: (words: readonly string[]) => boolean
  /** True when what this option assigns behind these, `--option=name=value`, is a secret. */
  literal?: (option: string, words: readonly string[]) => boolean
}

const RULES: readonly CommandRule[] = [
  { names: /^mysqladmin$/, secret: /^-p/, asks: true, bare: (words) => words.at(-1) === 'password' },
  { names: /^(?:mysql\w*|mariadb\w*|mycli)$/, secret: /^-p/, asks: true },
  { names: /^(?:sshpass|mongo\w*|mssql-cli)$/, secret: /^-p/ },
  {
    names: /^(?:curl|http|https|wget|ab|siege|xh|lftp|ncftp\w{0,4})$/,
    secret: /^-(?:b|-cookie|-oauth2-bearer)$/,
    pair: /^-(?:u|U|a|-user|-proxy-user|-auth)/,
    file: /^-(?:E|-cert)$/,
  },
  { names: /^(?:redis-cli|redis-benchmark|valkey-cli)$/, secret: /^-(?:a|-pass$)/ },
  { names: /^(?:docker|podman)$/, bare: (words) => words.includes('login') && words.at(-1) === '-p' },
  {
    names: /^(?:helm|az|heroku|svn|twine|mongosh|beeline|altool|notarytool|supabase)$/,
    secret: /^-[pP]$/,
    bare: (words) => words.at(-1) === '--value' && words.includes('keyvault'),
  },
  { names: /^(?:kubectl|oc|k3s|microk8s)$/, secret: /^-p$/, literal: isLiteralOfSecret },
  { names: /^etcdctl$/, pair: /^--user$/, bare: isSettingOfSecret },
  {
    names:
      /^(?:cqlsh|influx|psexec\d{0,2}|rdesktop|xfreerdp\d?|rabbitmqadmin|nxc|useradd|usermod|tdsql|ipmitool|keytool|jarsigner)$/,
    secret: /^(?:-[pP]|\/p:)/,
  },
  { names: /^(?:sqlcmd|bcp|osql|bsqldb|isql|freebcp)$/, secret: /^-P/ },
  { names: /^ldappasswd$/, secret: /^-[asw]$/ },
  { names: /^ldap\w+$/, secret: /^-w/ },
  { names: /^(?:7z\w?|rar|unrar)$/, secret: /^-p/ },
  { names: /^(?:zip|unzip|mosquitto_\w{2,3})$/, secret: /^-P/ },
  { names: /^ssh-keygen$/, secret: /^-[NP]$/ },
  { names: /^openssl$/, secret: /^-(?:[kK]|pass(?:in|out)?)$/ },
  { names: /^snmp\w{1,9}$/, secret: /^-[cAX]/ },
  { names: /^schtasks$/, secret: /^\/rp$/i },
  { names: /^(?:smbclient|rpcclient|winexe|mount)$/, pair: /^-U/ },
  { names: /^net$/, pair: /^-U/, bare: isNetPassword },
  { names: /^(?:sqlplus|rman|sqlldr|expdp|impdp)$/, login: isFirst },
  {
    names: /^(?:vault|cargo|snyk|nuget|dotnet|ngrok)$/,
    secret: /^-(?:k|ApiKey)$/i,
    isMade: true,
    bare: (words) => SIGNS_IN.test(words.join(' ')),
  },
  { names: /^htpasswd$/, bare: isHtpasswd },
  {
    names: /^rabbitmqctl$/,
    bare: (words) => words.length === 2 && /^(?:add_user|change_password|authenticate_user)$/.test(words[0]!),
  },
  { names: /^(?:npm|pnpm|yarn|git|gcloud|pip|rclone|consul|pulumi)$/, bare: isSettingOfSecret },
  { names: /^aws$/, bare: (words) => isSettingOfSecret(words) || isSecureParameter(words) },
  { names: /^composer$/, bare: (words) => words.length === 3 && words[1]!.startsWith('http-basic.') },
  { names: /^security$/, secret: /^-w$/, bare: isKeychainPassword },
  { names: /^signtool$/, secret: /^\/p$/i },
  {
    names: /^convertto-securestring$/,
    bare: (words) => words.length === 0 || /^-String$/i.test(words.at(-1)!),
  },
]
const COMMAND =
  /(?<![\w.@-])(?:[\w./-]{0,64}\/)?([a-z][a-z\d]{1,14}(?:-cli|-benchmark|-keygen|_pub|_sub|_rr)?|7z[a-z]?|ConvertTo-SecureString)(?:\.exe)?(?= |["'],)/gi
const ANY_OPTION = /[ "'](?:-[A-Za-z-]|\/[A-Za-z]{1,20}(?:[ :]|$))/
/** Commands that take a password bare, and what feeds one. No look-behind: most texts are tested. */
const BARE_COMMAND =
  /(?:aws|vault|cargo|snyk|nuget|ngrok|rabbitmqctl|sqlplus|(?:im|ex)pdp|sqlldr|rman|npm|pnpm|yarn|git|gcloud|pip|rclone|consul|etcdctl|mysqladmin|pulumi|composer) |\||<<</
/** Words behind which a command has what a service made. */
const SIGNS_IN = /^(?:login|auth|setapikey|(?:config )?(?:add-)?authtoken|operator unseal)$/i
const MAX_TOKENS = 40
const MAX_BEFORE_BARE = 8
const MAX_PATH_CHARS = 100
const TOKEN = /(?:[ \t]|\\\r?\n){1,64}(?:"([^"\n]*)"?|'([^'\n]*)'?|([^\s|;&]+))/y
const LIST_TOKEN = /["']?\s{0,4},\s{0,4}[bu]?["']([^"'\n]{0,512})/y
/** Where OpenSSL reads a password. */
const ELSEWHERE = /^(?:env|file|fd):\S|^stdin$/
function isFirst(words: readonly string[]): boolean {
  return words.every((word) => word.startsWith('-'))
}

/** `net use X: \\\\server\\share PASSWORD /user:NAME`, in any order, and `net user NAME PASSWORD`. */
function isNetPassword(words: readonly string[]): boolean {
  const before = words.at(-1) ?? ''
  if (words[0] === 'use') return before.startsWith('\\\\') || /^\/user:/i.test(before)
  return words[0] === 'user' && words.length === 2
}

/** `htpasswd -b FILE NAME PASSWORD`, without FILE where `-n` prints. */
function isHtpasswd(words: readonly string[]): boolean {
  const options = words.filter((word) => word.startsWith('-')).join('')
  const names = words.filter((word) => !word.startsWith('-'))
  return options.includes('b') && names.length === (options.includes('n') ? 1 : 2)
}

/** `security unlock-keychain -p PASSWORD`. */
function isKeychainPassword(words: readonly string[]): boolean {
  return /^(?:(?:unlock|create)-keychain -p|import .* -P|set-key-partition-list .*-k)$/.test(words.join(' '))
}

/** `aws configure set aws_secret_access_key VALUE`. */
function isSettingOfSecret(words: readonly string[]): boolean {
  const isSetting = words.some((word) => word === 'set' || word === 'config' || word === 'put')
  return isSetting && keyVerdict(words.at(-1)!) === 'secret'
}

/** `aws ssm put-parameter --type SecureString --value VALUE`. */
function isSecureParameter(words: readonly string[]): boolean {
  return words.at(-1) === '--value' && words.includes('SecureString')
}

/** `kubectl create secret generic db --from-literal=user=VALUE`: all that is put into a secret. */
function isLiteralOfSecret(option: string, words: readonly string[]): boolean {
  return option === '--from-literal' && words.includes('secret')
}

/** False if `scrubCommandLines` surely changes nothing. */
export function mayHoldCommand(text: string): boolean {
  return ANY_OPTION.test(text) || BARE_COMMAND.test(text)
}

/** Replaces passwords in command lines: `mysql -phunter2`, `curl -u jo:hunter2`, `redis-cli -a hunter2`. */
export function scrubCommandLines(text: string): string {
  if (!mayHoldCommand(text)) return text
  const filtering = new Filtering(text)
  COMMAND.lastIndex = 0
  for (let match = COMMAND.exec(text); match !== null; match = COMMAND.exec(text)) {
    const rule = ruleFor(match[1]!)
    if (rule === undefined) continue
    const line = { text, at: COMMAND.lastIndex }
    for (const { start, end } of secretsOfLine(line, rule)) {
      filtering.replace(start, end)
    }
    COMMAND.lastIndex = Math.max(COMMAND.lastIndex, line.at)
  }
  return scrubOptions(filtering.text)
}

/** The rule for the command at the start of a list of arguments; undefined if it takes no passwords. */
export function commandRule(path: string): CommandRule | undefined {
  return path.length > MAX_PATH_CHARS
    ? undefined
    : ruleFor(path.slice(path.lastIndexOf('/') + 1).replace(/\.exe$/i, ''))
}

/** -1 if there is none. The list begins with the command. Looks at a few arguments, however long the list. */
export function secretArgument(rule: CommandRule, list: readonly Json[], index: number): number {
  const argument = list[index]
  if (typeof argument !== 'string' || argument.length < 2) return -1
  const before = list.slice(Math.max(1, index - MAX_BEFORE_BARE - 1), index)
  return valueStart(
    rule,
    before.map((word) => (typeof word === 'string' ? word : '')),
    argument,
  )
}

function ruleFor(written: string): CommandRule | undefined {
  const name = written.toLowerCase()
  return RULES.find(({ names }) => names.test(name))
}

function secretsOfLine(
  line: { text: string; at: number },
  rule: CommandRule,
): { start: number; end: number }[] {
  const secrets: { start: number; end: number }[] = []
  const before: string[] = []
  const token = line.text[line.at] === ' ' ? TOKEN : LIST_TOKEN
  for (let count = 0; count < MAX_TOKENS; count++) {
    noteKey()
    token.lastIndex = line.at
    const match = token.exec(line.text)
    if (match === null) break
    const word = match[1] ?? match[2] ?? match[3] ?? ''
    const start = match.index + match[0].length - word.length - (isClosed(match) ? 1 : 0)
    const inside = word === '' || word.includes(FILTERED) ? -1 : valueStart(rule, before, word)
    if (inside >= 0 && !VARIABLE.test(word.slice(inside)))
      secrets.push(unquoted(line.text, start + inside, start + endOfSecret(rule, word)))
    before.push(word)
    line.at = token.lastIndex
  }
  return secrets
}

/** Behind the password of `user/password@host`. */
function endOfSecret(rule: CommandRule, word: string): number {
  const host = rule.login === undefined ? -1 : word.lastIndexOf('@')
  return host > 0 ? host : word.length
}

/** True if a match ends with the quote behind its word. */
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
function valueStart(rule: CommandRule, words: readonly string[], word: string): number {
  if (PORT.test(word) || ELSEWHERE.test(word)) return -1
  if (isSlashOption(word)) return attachedStart(rule, word)
  if (!word.startsWith('-')) return argumentStart(rule, words, word)
  if (!word.startsWith('--')) return attachedStart(rule, word)
  const equals = word.indexOf('=')
  const option = word.slice(0, Math.max(0, equals))
  if (rule.literal?.(option, words)) return assignedStart(word, equals + 1)
  return equals > 0 && isAlone(rule.pair, option) ? passwordStart(word, equals + 1) : -1
}

function argumentStart(rule: CommandRule, words: readonly string[], word: string): number {
  const before = words.at(-1) ?? ''
  if (LONG_SECRET.test(before)) return 0
  if (isAlone(rule.secret, before)) return rule.asks && !isNoPlainWord(word) ? -1 : 0
  if (isAlone(rule.pair, before)) return passwordStart(word, 0)
  if (isAlone(rule.file, before)) return word.indexOf(':', 2) + 1 || -1
  if (rule.literal?.(before, words)) return assignedStart(word, 0)
  if (words.length > MAX_BEFORE_BARE) return -1
  if (rule.login?.(words)) return passwordStart(word, 0)
  return rule.bare?.(words) && !(rule.isMade ? !isNoPlainWord(word) : isStatusWord(word)) ? 0 : -1
}

/** `-phunter2`, `-ujo:hunter2`, `/p:hunter2`. */
function attachedStart({ secret, pair }: CommandRule, word: string): number {
  if (LONG_SECRET.test(word)) return -1
  const attached = secret?.exec(word)?.[0].length ?? 0
  const isShort = attached === 2 || word[attached - 1] === ':'
  if (isShort && attached < word.length) return attached
  const option = pair?.exec(word)?.[0].length ?? 0
  return option > 0 && option < word.length ? passwordStart(word, option) : -1
}

/** `/p:hunter2` and `/rp`, and no path. */
function isSlashOption(word: string): boolean {
  return /^\/[A-Za-z]{1,20}(?::|$)/.test(word)
}

function isAlone(option: RegExp | undefined, word: string): boolean {
  return option?.exec(word)?.[0] === word
}

/** Behind the name in `name=value`. */
function assignedStart(word: string, from: number): number {
  const equals = word.indexOf('=', from)
  return equals < 0 || equals + 1 >= word.length ? -1 : equals + 1
}

/** In `user:password`, `user%password`, `user/password` and `user,password`; not in addresses. */
function passwordStart(word: string, from: number): number {
  const at = word.slice(from).search(/[:%/,]/)
  const start = from + at + 1
  return at < 0 || start >= word.length || word.startsWith('//', start) ? -1 : start
}
