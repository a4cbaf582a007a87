/** Limits of the interface (specification section 8 and its additions), in the unit each name ends with. */
export const LIMITS = {
  maxBodyBytes: 2 * 1024 * 1024,
  ingestEventsPerHour: 5000,
  spikeEventsPerMinute: 100,
  trendIssues: 200,
  bulkIssues: 500,
  mergeIssues: 200,
  eventsPageDefault: 50,
  eventsPageMax: 200,
  issuesPageDefault: 100,
  issuesPageMax: 500,
  issuesTotalExact: 1000,
  titleChars: 250,
  passwordMinChars: 12,
  dedupeHours: 48,
} as const
