/** Parts of a path behind which a link carries what lets its reader in: how each begins, and how it goes on. */
const PARTS = [
  { begin: 'invit', end: '(?:e|ation)s?' },
  { begin: 'magic', end: '(?:-?link)?' },
  { begin: 'verify', end: '(?:[-_][a-z]{1,12})?' },
  { begin: 'verification', end: '(?:s|[-_][a-z]{1,12})?' },
  { begin: 'confirm', end: '(?:ations?|[-_][a-z]{1,12})?' },
  { begin: 'activat', end: '(?:e|ions?)' },
  { begin: 'reset', end: '' },
  { begin: 'unlock', end: '' },
  { begin: 'join', end: '' },
]
/** With a word in front: `/accept-invite/`, `/account_activations/`. */
const PART = `(?:[a-z]{2,12}[-_])?(?:${PARTS.map(({ begin, end }) => begin + end).join('|')})`
/** What a text calls such a link. */
const NAMES =
  'reset invite invitation magic verification confirmation activation login log-in signin sign-in'.split(' ')

/** `/invite/8f3a…`, `/verify/email/8f3a…`, `/hooks/8f3a…`. */
export const LETTING_PATH = new RegExp(
  String.raw`(?<=\/(?:${PART}|hooks?)\/(?:[\w-]{1,12}\/)?)[\w~-]{10,256}(?![\w~-]|\.[a-z])`,
  'g',
)
/** `/invite?t=8f3a…`, `/verify?code=482913`: a match is the value of the parameter `name`. */
export const LETTING_QUERY = new RegExp(
  String.raw`(?<=\/(?:${PART})(?:\/[\w-]{1,24})?\/?\?(?:[\w.-]{1,24}=[^&\s]{0,64}&){0,3}(?<name>[a-z]{1,12})=)[\w~-]{4,256}(?![\w~-])`,
  'gi',
)
/** `password reset link: https://…/r/8f3a…`: a match is the last part of the path. */
export const NAMED_LINK = new RegExp(
  String.raw`(?<=\b(?:${NAMES.join('|')}) link(?: [a-z]{1,12}){0,4}:? {1,2}["'<(]?https?:\/\/[^\s?#"'<>]{1,200}\/)[\w~-]{20,256}(?![\w~-]|\.[a-z])`,
  'gi',
)
/** Lower-case texts, one of which is in each text that one of these patterns matches. */
export const LETTING_WORDS = [
  ...PARTS.flatMap(({ begin, end }) => (end === '' ? [`${begin}/`, `${begin}?`] : [begin])),
  ...['hook/', 'hooks/'],
  ...NAMES.map((name) => `${name} link`),
]
