/** What says that a name and a password follow: `login jo:…`, `credentials jo / …`. */
const SIGN_IN = [
  ...['log', 'logged', 'logging', 'sign', 'signed', 'signing'].flatMap((verb) =>
    ['', '-', ' '].map((joint) => `${verb}${joint}in`),
  ),
  ...['credential', 'credentials', 'creds', 'authenticate', 'authenticated', 'authenticates'],
  ...['basic auth', 'basic-auth'],
]

/** Source of a pattern for these words. */
export const SIGN_IN_WORD = `(?:${SIGN_IN.join('|')})`
/** Lower-case texts, one of which is in each text with such a word and a blank or a colon behind it. */
export const SIGN_IN_WORDS = SIGN_IN.flatMap((word) => [`${word} `, `${word}: `])
