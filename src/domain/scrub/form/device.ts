import { FILTERED } from '../secret/keys.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'
import { DEVICE_SECRET } from './device-keys.ts'

/** What devices are asked with: `snmp-server community pr1vat3 RO`. */
const COMMUNITY_SET = /(?<=snmp-server community (?:[0-9] )?["']?)[^\s"']{1,128}/gi
/** `(community: pr1vat3)`, where the text says that it is SNMP. */
const COMMUNITY =
  /(?<=community(?: string| name)?["']?(?: is)?[ \t]{0,2}[:= ][ \t]{0,2}["']?)[^\s"'(),;:=]{4,128}/gi
/** As Windows shows the password of a network. */
const KEY_CONTENT = /(?<=Key Content[ \t]{1,20}: )\S{1,128}/g

/** Replaces secrets in settings and answers of network devices. */
export function scrubDeviceSettings(text: string): string {
  const isOfSnmp = /snmp/i.test(text)
  const scrubbed = isOfSnmp
    ? text
        .replace(COMMUNITY_SET, FILTERED)
        .replace(COMMUNITY, (word) => (isNoPlainWord(word) ? FILTERED : word))
    : text
  return scrubbed.replace(DEVICE_SECRET, encodedSecret).replace(KEY_CONTENT, FILTERED)
}

/** `password 5 times`, `array key 0 in` and `key 7 (of 9)` are prose: only a value without encoding may be a word. */
function encodedSecret(value: string, ...found: unknown[]): string {
  const { key, stage } = found.at(-1) as { key?: string; stage?: string }
  if (key === 'key') return /^[\w$]/.test(value) && isNoPlainWord(value) ? FILTERED : value
  const mayBeWord = stage === undefined || stage === '0'
  return mayBeWord || isNoPlainWord(value) ? FILTERED : value
}
