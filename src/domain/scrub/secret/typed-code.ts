/** What a code is typed for: `Use 482913 to sign in`, `Enter code 482913 for verification`. */
const PURPOSES = [
  ...'sign log verif confirm complet finish authentic access reset activat continu'
    .split(' ')
    .map((verb) => `to ${verb}`),
  ...['for verif', 'for confirm', 'for authentic'],
]
/** In front of `code`, in any spelling: `sms_code`. */
const CODE_NAMES = [
  'recovery',
  'backup',
  'scratch',
  'verification',
  'login',
  'security',
  'sms',
  'mfa',
  'tfa',
  '2fa',
  'authenticator',
]

export const CODE_TO_TYPE = new RegExp(
  String.raw`(?<=\b(?:use|enter|entered|type)(?: (?:the )?(?:code|pin|otp))? )\d{5,8}(?= (?:${PURPOSES.join('|')})[a-z]{0,8})`,
  'gi',
)
/** `entered PIN 4821`, `PIN is 4821`; pins of a board have fewer digits. */
export const PIN_GIVEN =
  /(?<=\b(?:(?:entered|typed|sent|used|tried|with|using|wrong|incorrect|invalid|bad|old|new|current|correct|my|your|his|her|their) pin(?: code| number)?|pin(?: code| number)? (?:is|was|entered|given|used)):? )\d{4,8}(?![\w.-])/gi
/** Lower-case texts, one of which is in each text that `CODE_TO_TYPE` or `PIN_GIVEN` changes. */
export const TYPED_CODE_WORDS = [
  ...PURPOSES.map((purpose) => ` ${purpose}`),
  ...[
    ' pin ',
    ' pin: ',
    'pin code',
    'pin number',
    'pin is',
    'pin was',
    'pin entered',
    'pin given',
    'pin used',
  ],
]

/** Source of a pattern for the names of such codes. */
export const CODE_NAME = `(?:${CODE_NAMES.join('|')}|two[- ]factor|one[- ]time(?: pass| login)?)[-_ ]?codes?`
/** Lower-case texts, one of which is in each text with such a name. */
export const CODE_NAME_WORDS = [
  ...CODE_NAMES.flatMap((name) => ['', ' ', '-', '_'].map((sign) => `${name}${sign}code`)),
  ...['two-factor', 'two factor', 'one-time', 'one time'],
]
