export const BUILT_IN_FILTERS = ['browser_extensions', 'crawlers', 'health_checks'] as const
const FILTER_REASONS = [...BUILT_IN_FILTERS, 'releases', 'messages'] as const
export type FilterReason = (typeof FILTER_REASONS)[number]

export const SDK_DROP_REASONS = [
  'queue_overflow',
  'cache_overflow',
  'buffer_overflow',
  'ratelimit_backoff',
  'network_error',
  'sample_rate',
  'before_send',
  'event_processor',
  'ignored',
  'send_error',
  'internal_sdk_error',
  'insufficient_data',
  'backpressure',
  'other',
] as const
export type SdkDropReason = (typeof SDK_DROP_REASONS)[number]

export const INTAKE_LIMITS = { patterns: 20, patternChars: 100, sampleChars: 20_000 } as const

export const FINGERPRINT_RULE_LIMITS = {
  textChars: 10_000,
  lineChars: 1000,
  rules: 50,
  /** Of all rules together: each is tried on every event, those of frames on every frame. */
  matchers: 200,
  parts: 20,
  /** Looked at of a value. */
  valueChars: 1000,
  /** Looked at: the innermost of each stack, and of all stacks together. */
  framesPerStack: 50,
  frames: 100,
  previewEvents: 500,
} as const
