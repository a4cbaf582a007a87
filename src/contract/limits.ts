export const LIMITS = {
  trendIssues: 200,
  bulkIssues: 500,
  snoozeDaysMax: 366,
  mergeIssues: 200,
  familyIssues: 10_000,
  mergedIssuesShown: 500,
  issuesTotalExact: 1000,
  /** People of an issue; its number of users goes no further. */
  countedUsers: 1_000_000,
  issueUsersShown: 50,
  /** Issues with a value; a completion counts no further. */
  completionCount: 500,
  /** Often enough that no proxy on the way takes the stream for idle. */
  streamBeatMs: 15_000,
  auditExportEntries: 100_000,
  alertsUnreadExact: 1000,
  tokenDaysMax: 3650,
  ruleQueryChars: 500,
  ruleQueryTerms: 10,
  ruleThreshold: 1_000_000,
  ruleUsers: 1000,
  /** A percentage of fewer events says nothing. */
  ruleMinEvents: 10,
  commentChars: 10_000,
  activityShown: 500,
  /** Members notified of one comment, however many it names. */
  commentMentions: 20,
  webhookUrlChars: 2048,
  /** Entries of a list of choices: a choice may be given twice. */
  choicesGiven: 20,
  titleChars: 250,
  passwordMinChars: 12,
  /** Of people, projects, rules, keys and tokens. */
  nameChars: 100,
  releaseChars: 250,
  /** The newest ones, among which a part of a version is looked for. */
  releasesSearched: 5000,
  retentionDaysMax: 3650,
  hourlyCapMax: 1_000_000_000,
  clientEventsPerMinuteMax: 60_000,
} as const

/** How far the preview of an alert rule looks back. */
export const RULE_PREVIEW_LIMITS = { days: 7, issues: 50, events: 20_000, firings: 50 } as const

/** How many of a thing there may be. */
export const QUOTAS = {
  /** Lists of these are answered whole: what one organization has must not cost the others. */
  projectsPerOrg: 2000,
  membersPerOrg: 2000,
  tokensPerOrg: 1000,
  sessionsPerUser: 100,
  recoveryCodes: 10,
  rulesPerOrg: 5000,
  ownViews: 50,
  sharedViewsPerOrg: 100,
  webhooksPerOrg: 2000,
  keysPerProject: 100,
  /** Newest revoked or expired ones that stay in a list of keys or tokens. */
  revokedShown: 100,
  rulesPerProject: 50,
  commentsPerOrg: 100_000,
  mutedProjects: 500,
  webhooksPerProject: 20,
} as const

/** What is accepted, unless a setting, project or key says otherwise. */
export const INGEST_LIMITS = {
  maxBodyBytes: 2 * 1024 * 1024,
  /** Most that `maxBodyBytes` can be set to. */
  largestBodyBytes: 64 * 1024 * 1024,
  /** Of stock SDKs, attachments included; `maxBodyBytes` then limits its event alone. */
  maxEnvelopeBytes: 100 * 1024 * 1024,
  maxInflatedEnvelopeBytes: 200 * 1024 * 1024,
  ingestEventsPerHour: 5000,
  spikeEventsPerMinute: 100,
  newIssuesPerHour: 1000,
  dialogFormBytes: 128 * 1024,
  dialogFormsPerMinute: 10,
  dedupeHours: 48,
} as const

/** Of bundles of source maps, for the command that sends them as well. */
export const UPLOAD_LIMITS = {
  chunkBytes: 1024 * 1024,
  /** A script or a source map; a larger one is not read, either. */
  fileBytes: 32 * 1024 * 1024,
  /** A mapping file of R8 or ProGuard, or a bundle of sources. */
  debugFileBytes: 64 * 1024 * 1024,
  nameChars: 512,
  versionChars: 1024,
  distChars: 64,
} as const

/** Entries of one answer of a list. */
export const LIST_LIMITS = {
  eventsDefault: 50,
  eventsMax: 200,
  issuesDefault: 100,
  issuesMax: 500,
  alertsDefault: 50,
  alertsMax: 200,
  feedbackDefault: 50,
  feedbackMax: 200,
  commentsDefault: 50,
  commentsMax: 200,
  deliveriesDefault: 20,
  deliveriesMax: 100,
  releasesDefault: 25,
  releasesMax: 100,
} as const

/** How much a query `q` may ask, in the list and elsewhere. */
export const SEARCH_LIMITS = {
  chars: 2000,
  emailTerms: 3,
  emailWildcards: 4,
  facetTerms: 10,
  facetValues: 20,
  releasesNamed: 200,
  textTerms: 20,
  terms: 50,
  groupDepth: 4,
  issues: 50_000,
} as const

/** For the queue, claims, watched fixes and fix contexts. */
export const AGENT_LIMITS = {
  queuePageDefault: 20,
  queuePageMax: 100,
  queueLeftShown: 500,
  claimMinutesDefault: 30,
  claimMinutesMax: 240,
  fixWatchHoursDefault: 24,
  fixWatchHoursMax: 720,
  fixNoteChars: 2000,
  fixesCounted: 10_000,
  contextCharsDefault: 18_000,
  contextCharsMin: 4000,
  contextCharsMax: 100_000,
  contextFeedbackCounted: 100,
} as const

export const ATTEMPT_LIMITS = {
  attemptMinutes: 15,
  /** Of one address and email. */
  loginFailures: 10,
  /** Emails that one address may fail with: who tries many is stopped, an office behind it is not. */
  emailsPerAddress: 100,
  /** Of one email, from all addresses that one customer of a provider can have. */
  failuresPerNetwork: 100,
  /** Emails that they may fail with. */
  emailsPerNetwork: 1000,
  /** Of one account, whatever the addresses: guessing would find one of three codes in a million. */
  wrongCodes: 10,
  /** Links cannot be guessed; this stops those who try. */
  wrongLinks: 30,
  /** Each asks the provider of single sign-on. */
  wrongProviderAnswers: 30,
  resetEmails: 20,
  /** At most 500 mails of all organizations wait for the mail server. */
  linksPerOrg: 100,
  linksPerEmail: 5,
} as const

/** Streams that are open at once. */
export const STREAM_LIMITS = { ofUser: 50, ofOrg: 500, inAll: 1000 } as const

/** Bounds on the work of one event. Each is applied before the work and is far above what SDKs send;
 * docs/operations.md describes the effects. */
export const INPUT_LIMITS = {
  jsonLevels: 50_000,
  messageChars: 8192,
  messagePlaces: 500,
  messageParameterChars: 1024,
  valueChars: 8192,
  /** The last ones count: the one that was caught, and its causes. */
  exceptions: 50,
  /** Of all exception values of an event, what is looked through for numbers, ids and dates. */
  exceptionTemplateChars: 8192,
  previewTemplateChars: 2048,
  fingerprintParts: 50,
  fingerprintPartChars: 1000,
  fingerprintVariables: 100,
  fingerprintTemplateChars: 2048,
} as const
