import { FILTERED } from '../secret/keys.ts'
import { isNoPlainWord } from '../secret/secret-value.ts'

/** What devices are asked with: `snmp-server community pr1vat3 RO`. */
const COMMUNITY_SET = /(?<=snmp-server community (?:[0-9] )?["']?)[^\s"']{1,128}/gi
/** `(community: pr1vat3)`, where the text says that it is SNMP. */
const COMMUNITY =
  /(?<=community(?: string| name)?["']?(?: is)?[ \t]{0,2}[:= ][ \t]{0,2}["']?)[^\s"'(),;:=]{4,128}/gi
/** The stage of encoding, in front of a secret in settings of network devices: `password 7 070C285F4D06`. */
const ENCODED =
  /(?<=\b(?:(?:password|secret|key|key-string|pre-shared-key)(?: encrypted)? [05789]|authentication-key \d{1,5} md5) )[^\s"']{3,128}/g
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
  return scrubbed.replace(ENCODED, FILTERED).replace(KEY_CONTENT, FILTERED)
}
