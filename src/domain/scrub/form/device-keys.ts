/** What stands before a secret in settings of network devices, with the stage of its encoding: `password 7 070C285F`. */
const KEYS = ['password', 'secret', 'key', 'key-string', 'pre-shared-key']
/** 0: none, so that the secret may be a word. */
const STAGES = '05789'
const ENCRYPTED = ' encrypted'
const MD5 = ' md5 '

/** A match is the value; `key` is the word before it, `stage` its stage, which a key of NTP lacks. */
export const DEVICE_SECRET = new RegExp(
  `(?<=\\b(?:(?<key>${KEYS.join('|')})(?:${ENCRYPTED})? (?<stage>[${STAGES}])|authentication-key \\d{1,5}${MD5.trimEnd()}) )[^\\s"']{3,128}`,
  'g',
)

/** Lower-case texts, one of which is in each text that has a device's secret. */
export const DEVICE_WORDS = [
  MD5,
  ...KEYS.flatMap((key) => [...STAGES].map((stage) => `${key} ${stage}`).concat(`${key}${ENCRYPTED}`)),
]
