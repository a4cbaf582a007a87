export const BUILT_IN_FILTERS = ['browser_extensions', 'crawlers', 'health_checks'] as const
export const FILTER_REASONS = [...BUILT_IN_FILTERS, 'releases', 'messages'] as const
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
