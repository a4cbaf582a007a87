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
  'otp',
]

export const CODE_TO_TYPE = new RegExp(
  String.raw`(?<=\b(?:use|enter|entered|type)(?: (?:the )?(?:code|pin|otp))? )\d{5,8}(?= (?:${PURPOSES.join('|')})[a-z]{0,8})`,
  'gi',
)
/** `entered PIN 4821`, `OTP is 482913`; pins of a board have fewer digits. */
export const PIN_GIVEN =
  /(?<=\b(?:(?:entered|typed|sent|used|tried|with|using|wrong|incorrect|invalid|bad|old|new|current|correct|my|your|his|her|their) (?:pin|otp)(?: code| number)?|(?:pin|otp)(?: code| number)? (?:is|was|entered|given|used)):? )\d{4,8}(?![\w-]|\.\d)/gi
/** `PIN 4821 rejected`; in India a PIN is a place. */
export const PIN_JUDGED =
  /(?<=\bpin(?: code| number)? )\d{4,8}(?= (?:(?:is|was) )?(?:rejected|wrong|incorrect|invalid|accepted|denied|refused)\b)/gi
/** `Your Acme code: 593 021`; only a name may come before `code`, so that `your postal code` stays. */
export const YOUR_CODE =
  /(?<=\b[Yy]our (?:[A-Z][\w.&-]{0,20} ){0,3}code(?: is)?:? )(?:[A-Z]-)?(?:\d{3}[ -]\d{3}|\d{4,8})(?![\w-]|\.\d| (?:lines?|char|bytes?|bits?|times?)\b)/g
/** The same in other languages. */
export const YOUR_CODE_ABROAD =
  /(?<=(?<!\p{L})(?:(?:votre|ton|dein|ihr|je|uw|tw[oó]j|il tuo|o seu) (?:code|codice|código|kod)|(?:tu|su|seu) código|ваш код|твой код|kodunuz)(?: est| ist| lautet| es| é| è| is| to)?:? )(?:\d{3}[ -]\d{3}|\d{4,8})(?![\w-]|\.\d)/giu
/** `Use 482913 as your login code`. */
export const CODE_AS = /(?<=\b[Uu]se )\d{4,8}(?= as your )/g
/** Lower-case texts, one of which is in each text that these change; for `YOUR_CODE_ABROAD` see below. */
export const TYPED_CODE_WORDS = [
  ...PURPOSES.map((purpose) => ` ${purpose}`),
  ...[' pin: ', 'pin code', 'pin number', 'pin is', 'pin was', 'pin entered', 'pin given', 'pin used'],
  ...[' code: ', ' code is ', ' as your '],
]
/** The same, where no letter may come before it. */
export const TYPED_CODE_WHOLE_WORDS = ['pin ', 'otp ']

/** Those of `YOUR_CODE_ABROAD` that English can type. */
export const CODE_WORDS_ABROAD = [
  ...['votre code', 'ton code', 'dein code', 'ihr code', 'je code', 'uw code', 'twoj kod', 'tuo codice'],
  'kodunuz',
]

/** Source of a pattern for the names of such codes. */
export const CODE_NAME = `(?:${CODE_NAMES.join('|')}|two[- ]factor|one[- ]time(?: pass| login)?)[-_ ]?codes?`
/** Lower-case texts, one of which is in each text with such a name. */
export const CODE_NAME_WORDS = [
  ...CODE_NAMES.flatMap((name) => ['', ' ', '-', '_'].map((sign) => `${name}${sign}code`)),
  ...['two-factor', 'two factor', 'one-time', 'one time'],
]
