/** A regular expression that the checker cannot prove linear, and why it may stay. */
export interface RegexBound {
  file: string
  /** Of the constant that holds it. */
  name: string
  /** The longest text it is tried on, in characters, and what sees to that. */
  bound: string
  why: string
}

/** Read by `npm run check:regex`. Rewrite a pattern rather than list it. */
export const REGEX_BOUNDS: readonly RegexBound[] = [
  {
    file: 'src/domain/grouping/v1/text/message-template.ts',
    name: 'ANY',
    bound: '8,192, parameteriseMessage',
    why: 'Every quantifier but the last of an address is bounded, and that one ends where the match does.',
  },
  {
    file: 'src/domain/grouping/v1/text/failure-code.ts',
    name: 'STATUS',
    bound: '600, MAX_CHARS',
    why: 'Every quantifier is bounded, by 40 characters at most.',
  },
  {
    file: 'src/domain/grouping/v1/text/machine-words.ts',
    name: 'MAY_BE_SENT',
    bound: '8,192, parameteriseMessage',
    why: 'One of a list of words.',
  },
  {
    file: 'src/domain/grouping/v1/text/machine-words.ts',
    name: 'SENT_FILES',
    bound: '8,192, parameteriseMessage',
    why: 'Every quantifier is bounded, and it begins at most once in a word.',
  },
  {
    file: 'src/domain/log/line.ts',
    name: 'HEAD',
    bound: '500, MAX_HEAD_CHARS',
    why: 'Begins at the start only, and every quantifier is bounded.',
  },
  {
    file: 'src/domain/scrub/form/device-keys.ts',
    name: 'DEVICE_SECRET',
    bound: '128, of a value',
    why: 'What comes before a value is a word, a stage and up to five digits.',
  },
  {
    file: 'src/domain/scrub/secret/keys.ts',
    name: 'LOOK_ALIKES',
    bound: '256, isSensitiveKey',
    why: 'One class of characters.',
  },
  {
    file: 'src/domain/scrub/form/identity.ts',
    name: 'DOCUMENT',
    bound: '12,288, EVENT_BOUNDS.stringChars',
    why: 'It begins with one of the labels, and every quantifier is bounded.',
  },
  {
    file: 'src/domain/scrub/form/login.ts',
    name: 'NAME_AND_PASSWORD',
    bound: '12,288, EVENT_BOUNDS.stringChars',
    why: 'It begins with one of the words, and every quantifier is bounded.',
  },
  {
    file: 'src/domain/scrub/form/letting-links.ts',
    name: 'LETTING_PATH',
    bound: '256, of a part',
    why: 'What comes before a part is one of the words and up to twelve characters.',
  },
  {
    file: 'src/domain/scrub/form/letting-links.ts',
    name: 'LETTING_QUERY',
    bound: '256, of a value',
    why: 'What comes before a value is a word and up to three parameters, all bounded.',
  },
  {
    file: 'src/domain/scrub/form/letting-links.ts',
    name: 'NAMED_LINK',
    bound: '256, of a part',
    why: 'What comes before a part is words and an address, all bounded.',
  },
  {
    file: 'src/domain/scrub/secret/typed-code.ts',
    name: 'CODE_TO_TYPE',
    bound: '8, of digits',
    why: 'What comes before and behind them are words.',
  },
  {
    file: 'src/domain/scrub/parameters.ts',
    name: 'URL_PARAMETER',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'A name has 64 characters, begins behind one of two and holds neither; the value ends with the match.',
  },
  {
    file: 'src/domain/scrub/patterns.ts',
    name: 'JSON_WEB_TOKEN',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'Begins at the edge of a word only; each part is a word that ends before the next part can begin.',
  },
  {
    file: 'src/domain/scrub/patterns.ts',
    name: 'HTTP_CREDENTIAL',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'Begins behind a scheme and blanks only; the one open quantifier ends with the match.',
  },
  {
    file: 'src/domain/scrub/statement/commands.ts',
    name: 'TOKEN',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'Its choices begin with different characters, and nothing behind them can fail.',
  },
  {
    file: 'src/domain/scrub/secret/keys.ts',
    name: 'WORD_EDGE',
    bound: '256, MAX_KEY_CHARS',
    why: 'The one open quantifier ends with the match.',
  },
  {
    file: 'src/domain/scrub/secret/key-pattern.ts',
    name: 'ANY_SENSITIVE_WORD',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'Words, and bounded quantifiers around them.',
  },
  {
    file: 'src/domain/scrub/secret/key-pattern.ts',
    name: 'FOREIGN_KEY',
    bound: '256, keyAround',
    why: 'Words, at the end.',
  },
  {
    file: 'src/domain/scrub/secret/key-pattern.ts',
    name: 'FOREIGN_WORD',
    bound: '256, keyAround',
    why: 'Words, at the end, with at most six letters behind.',
  },
  {
    file: 'src/domain/scrub/secret/vendor-tokens.ts',
    name: 'oneOfChars',
    bound: '1, charClass',
    why: 'One class of characters.',
  },
  {
    file: 'src/domain/scrub/secret/secret-key-words.ts',
    name: 'FOREIGN_PARTS',
    bound: '256, MAX_KEY_CHARS',
    why: 'Words.',
  },
  {
    file: 'src/domain/scrub/secret/secret-key-words.ts',
    name: 'FOREIGN_LIKELY_PARTS',
    bound: '256, MAX_KEY_CHARS',
    why: 'Words.',
  },
  {
    file: 'src/domain/scrub/secret/status-words.ts',
    name: 'STATUS',
    bound: '12,288, EVENT_BOUNDS.stringChars and the lookahead',
    why: 'Words, anchored at both ends.',
  },
  {
    file: 'src/actions/accounts/token/secret.ts',
    name: 'SECRET',
    bound: '16 KiB, the limit of all headers',
    why: 'Anchored at both ends, and of fixed length.',
  },
  {
    file: 'src/ingest/release-file/multipart.ts',
    name: 'PARAMETER',
    bound: '8,192 bytes, MAX_PART_HEADER_BYTES',
    why: 'Begins at a semicolon, which only the quoted value can hold, and that one ends at the next quote.',
  },
]
