/** Limits of the interface, in the unit each name ends with. */
export const LIMITS = {
  maxBodyBytes: 2 * 1024 * 1024,
  /** Most that `maxBodyBytes` can be set to. */
  largestBodyBytes: 64 * 1024 * 1024,
  /** Of stock SDKs, attachments included; `maxBodyBytes` then limits its event alone. */
  maxEnvelopeBytes: 100 * 1024 * 1024,
  maxInflatedEnvelopeBytes: 200 * 1024 * 1024,
  ingestEventsPerHour: 5000,
  spikeEventsPerMinute: 100,
  newIssuesPerHour: 1000,
  trendIssues: 200,
  bulkIssues: 500,
  snoozeDaysMax: 366,
  mergeIssues: 200,
  familyIssues: 10_000,
  mergedIssuesShown: 500,
  eventsPageDefault: 50,
  eventsPageMax: 200,
  issuesPageDefault: 100,
  issuesPageMax: 500,
  issuesTotalExact: 1000,
  /** People of an issue; its number of users goes no further. */
  countedUsers: 1_000_000,
  searchEmailTerms: 3,
  searchEmailWildcards: 4,
  searchFacetTerms: 10,
  searchTextTerms: 20,
  searchedIssues: 50_000,
  alertsPageDefault: 50,
  alertsPageMax: 200,
  alertsUnreadExact: 1000,
  rulesPerProject: 50,
  ruleQueryChars: 500,
  ruleQueryTerms: 10,
  ruleThreshold: 1_000_000,
  ruleUsers: 1000,
  /** A percentage of fewer events says nothing. */
  ruleMinEvents: 10,
  rulePreviewDays: 7,
  rulePreviewIssues: 50,
  rulePreviewEvents: 20_000,
  rulePreviewFirings: 50,
  /** Several times what is kept of the fields. */
  dialogFormBytes: 128 * 1024,
  feedbackPageDefault: 50,
  feedbackPageMax: 200,
  commentsPageDefault: 50,
  commentsPageMax: 200,
  commentChars: 10_000,
  /** Members notified of one comment, however many it names. */
  commentMentions: 20,
  mutedProjects: 500,
  webhooksPerProject: 20,
  webhookUrlChars: 2048,
  deliveriesPageDefault: 20,
  deliveriesPageMax: 100,
  queuePageDefault: 20,
  queuePageMax: 100,
  queueLeftShown: 500,
  claimMinutesDefault: 30,
  claimMinutesMax: 240,
  fixWatchHoursDefault: 24,
  fixWatchHoursMax: 720,
  fixNoteChars: 2000,
  /** The latest fixes of a time window. */
  fixesCounted: 10_000,
  contextCharsDefault: 18_000,
  contextCharsMin: 4000,
  contextCharsMax: 100_000,
  contextFeedbackCounted: 100,
  titleChars: 250,
  passwordMinChars: 12,
  dedupeHours: 48,
} as const

/**
 * What one event can make the service do, whatever its size. Each bound is applied before the work, and lies far above
 * what SDKs send; docs/operations.md says what becomes of the rest.
 */
export const INPUT_LIMITS = {
  /** Lists and objects within one another in the JSON of a body. */
  jsonLevels: 50_000,
  /** A message, as written and with its parameters filled in. */
  messageChars: 8192,
  messagePlaces: 500,
  messageParameterChars: 1024,
  /** A value that is not text, where it stands for one. */
  valueChars: 8192,
  /** The last ones count: the one that was caught, and its causes. */
  exceptions: 50,
  /** Of all exception values of an event, what is looked through for numbers, ids and dates. */
  exceptionTemplateChars: 8192,
  /** The same for the preview of an event, which is made before the answer. */
  previewTemplateChars: 2048,
  fingerprintParts: 50,
  /** A part, as sent and with its variables filled in, and the value of a variable. */
  fingerprintPartChars: 1000,
  fingerprintVariables: 100,
  /** Of parts that repeat what the event says, as `previewTemplateChars`. */
  fingerprintTemplateChars: 2048,
} as const
