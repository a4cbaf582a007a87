/** An odd turn of phrase: what to look for, and what to write. A space in `find` also matches a line break. */
export interface WordRule {
  find: string
  write: string
  matchCase?: true
  /** A text that breaks the rule, and one close to it that does not. */
  bad: string
  good: string
}

/** A phrase that breaks a rule. */
export interface OddPhrase {
  line: number
  phrase: string
  write: string
}

const NOT_AFTER_THERE = '(?<!\\b(?:there|nor) )'

/** The worst habits of text that reads like a translation. The rest is a matter of judgement, and of review. */
export const WORD_RULES: WordRule[] = [
  {
    find: '\\b(?:whoever|whomever|whosoever)\\b',
    write: 'anyone who, the person who, or the noun: the client, the caller',
    bad: 'The lock belongs to whoever takes it.',
    good: 'The lock belongs to the first caller.',
  },
  { find: '\\bsomebody\\b', write: 'someone', bad: 'Ask somebody.', good: 'Ask someone.' },
  { find: '\\banew\\b', write: 'again', bad: 'It starts anew.', good: 'It starts again, a new window.' },
  { find: '\\bseldom [a-z]', write: 'rarely', bad: 'It seldom fails.', good: 'It rarely fails.' },
  {
    find: '\\bso (?:many|much|long) as\\b',
    write: 'as many as',
    bad: 'It trusts so many as there are.',
    good: 'It trusts as many as there are.',
  },
  {
    find: `${NOT_AFTER_THERE}\\b(?:is|are|was|were) no (?!longer\\b|more\\b|less\\b|\\w+er\\b)[a-z]`,
    write: 'is not a, are not',
    bad: '0.0.0.1 is no\n * address.',
    good: 'There is no address, it is no longer used, and nor is no answer.',
  },
  { find: '\\bfor ever\\b', write: 'forever', bad: 'It waits for ever.', good: 'It waits forever.' },
  {
    find: '\\b(?:the|an) own\\b',
    write: 'your, their, its',
    bad: 'Change the own password.',
    good: 'Change your own password; the owner can.',
  },
  {
    find: '\\bof (?:ours|yours|theirs)\\b',
    write: 'our, your, their',
    bad: 'A proxy of ours.',
    good: 'One of our proxies.',
  },
  {
    find: '\\bbe taken back\\b',
    write: "can't be undone",
    bad: 'This cannot be taken back.',
    good: "This can't be undone.",
  },
  {
    find: '\\bthe (?:latest|newest|oldest) first\\b',
    write: 'newest first, oldest first',
    bad: 'Comments, the latest first.',
    good: 'Comments, newest first; the first is pinned.',
  },
  {
    find: '\\bno such thing\\b',
    write: 'Not found.',
    bad: 'There is no such thing here.',
    good: 'There is no such event.',
  },
  {
    find: '\\bmay have \\d',
    write: 'can be up to',
    bad: 'Events may have 2 MB.',
    good: 'Events can be up to 2 MB.',
  },
  {
    find: '\\bas ever\\b',
    write: 'as before, as usual',
    bad: 'It works as ever.',
    good: 'It works as before.',
  },
  {
    find: '\\bno (?!longer)[^.\n]{1,60} any longer\\b',
    write: 'no longer: "addresses that no longer belong to an issue"',
    bad: 'addresses that no issue has any longer',
    good: 'addresses that no longer belong to an issue; it does not wait any longer',
  },
  {
    find: '\\bof no account\\b',
    write: "doesn't matter, doesn't apply",
    bad: 'Its age is of no account.',
    good: 'Its account has no age.',
  },
  {
    find: '\\b(?:null|empty|absent|undefined|true|false|none) where (?!the\\b|a\\b|its\\b)',
    write: 'if',
    bad: 'Null where there is none.',
    good: 'Null if there is none; empty where the text was.',
  },
  {
    find: '\\bstands? (?:behind|there|in (?!for\\b|the way\\b|line\\b)[a-z`]+)',
    write: 'is in, comes after, follows',
    bad: 'The key stands in every page.',
    good: 'A placeholder stands in for it, or stands in the way.',
  },
  {
    find: '\\b(?:is|are|was|were) let go\\b|\\blets? go of\\b',
    write: 'drop, release',
    bad: 'What was parsed is let go.',
    good: 'Drop the parsed event.',
  },
  {
    find: '\\bneed not\\b',
    write: "doesn't have to",
    bad: 'It need not wait.',
    good: "It doesn't have to wait.",
  },
  { find: '\\bcomes? along\\b', write: 'is included', bad: 'Node comes along.', good: 'Node is included.' },
  { find: '\\bin one another\\b', write: 'nested', bad: 'Lists in one another.', good: 'Nested lists.' },
  {
    find: "(?<=^|[.!?:] |\\*\\* |/ |\\* |['`])Of (?:a|an|the|these|those|such|two|so|its|their|which) [^.\n]*,",
    matchCase: true,
    write: 'the possessive: "A merged issue\'s row shows…"',
    bad: 'Of an issue with others merged into it, the row shows the sum.',
    good: 'Of course, the row shows the sum.',
  },
]

/** Where a line is wrapped: in prose, in a comment, in a list. */
const SPACE = '(?:[^\\S\\n]+|[^\\S\\n]*\\r?\\n[^\\S\\n]*(?:(?:\\*|//|>|#)[^\\S\\n]+)?)'

const compiled = WORD_RULES.map((rule) => ({
  ...rule,
  pattern: new RegExp(
    rule.find.replaceAll(/(?<!\\)(?<!\[\^\.) (?![^[]*\])/g, SPACE),
    rule.matchCase ? 'gm' : 'gim',
  ),
}))

/** The odd phrases of a text, in the order of the rules. */
export function oddPhrases(text: string): OddPhrase[] {
  return compiled.flatMap(({ pattern, write }) =>
    [...text.matchAll(pattern)].map((match) => ({
      line: text.slice(0, match.index).split('\n').length,
      phrase: match[0].replaceAll(/\s+/g, ' '),
      write,
    })),
  )
}
