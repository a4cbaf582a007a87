/** Statements that may span organizations, by a part of each (white space folded), and why. */
const SPANNING: [part: string | RegExp, why: string][] = [
  // Who calls.
  ['"session"."id" as "sessionId"', 'a session says whose it is'],
  ['"agent_token"."id" as "tokenId"', 'so does a token'],
  ['"app_user"."password_hash" as', 'a login names no organization'],
  ['"dsn_key"."secret_hash" as', 'a DSN key says whose it is'],
  [
    /^select "session"\."id", "session"\."via_provider", "org"\."requires_two_factor", "two_factor"\."enabled_at" from "session" inner join "org"/,
    'which of the open streams still have a session',
  ],
  [/^select "agent_token"\."id" as "id" from "agent_token" inner join "membership"/, 'or a token'],
  ['from "password_link"', 'the secret of a link says whose it is'],
  ['where "password_link"."token_hash" =', 'the same'],
  // The service's own rounds.
  ['from "project" inner join "org"', 'rounds over every project, and the project that a path names'],
  ['from "project" where "deleted_at" is null', 'settings of all projects, for the pipeline'],
  ['select "id" from "project" where "deleted_at" is not null', 'projects whose rows are to be removed'],
  [/from "webhook" inner join "org" on .* where "webhook"\."id" >/, 'a round over every webhook'],
  [
    'from "issue" inner join "org" on "org"."id" = "issue"."org_id" where "issue"."snooze_until"',
    'ends snoozes',
  ],
  ['select "issue_fix"."id", "issue"."uid" as "issueUid"', 'finds the fixes that are due'],
  ['delete from "notice" where "created_at"', 'drops old notices'],
  ['WITH RECURSIVE waiting', 'webhooks take turns by organization'],
  ['"agent_token"."expiry_told_at" is null', 'finds the tokens that are about to expire'],
  ['update "project" set "retention_allowed"', 'an operator allows what retention holds back'],
  [
    'UPDATE issue_hour SET event_count = folded.total',
    'names it, but cannot be planned: it groups by a quotient that stands as two parameters',
  ],
  ['INSERT INTO issue_day (org_id, issue_id, day, event_count) SELECT org_id, issue_id, hour /', 'the same'],
  [
    'select "id" as "orgId", "uid" as "orgUid" from "org" where "id" in',
    'organizations with letters to write',
  ],
  // A batch has records of several organizations.
  ['from "issue" where "id" in', 'locks the issues of a batch'],
  ['from "project" where "id" in', 'reads the projects of a batch'],
  // `errata verify` reads all there is.
  ['select max("seq") as "seq" from "event"', 'compares the next key with every table'],
  [/^SELECT count\(\*\) AS count FROM "\w+" AS part WHERE/, 'looks for rows whose owner is missing'],
]

/** @param statement with white space folded */
export function maySpan(statement: string): boolean {
  return SPANNING.some(([part]) =>
    typeof part === 'string' ? statement.includes(part) : part.test(statement),
  )
}
