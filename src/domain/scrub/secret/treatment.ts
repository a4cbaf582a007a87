import { EVENT_BOUNDS, isUnstorable } from '../../event/bounds.ts'
import { BOUND_LISTS } from '../sql/bound.ts'
import { isHarmlessText, scrubText } from '../text.ts'
import { keyVerdict } from './keys.ts'

export type Treatment =
  | 'plain'
  | 'sensitive'
  | 'likely'
  | 'pin'
  | 'name'
  | 'span-id'
  | 'symbol'
  | 'source'
  | 'named-value'
  | 'said-value'
  | 'prefixed-value'
  | 'newest-last'
  | 'bound-values'
  | 'data'
  | 'one-time-code'
  | 'query'
  | 'exempt'
  | 'repair'

const MAX_CACHED_TREATMENTS = 8192

const STRUCTURAL_KEYS: [string, Treatment][] = [
  ['context_line', 'source'],
  ['pre_context', 'source'],
  ['post_context', 'source'],
  ['release', 'name'],
  ['dist', 'name'],
  ['server_name', 'name'],
  ['environment', 'name'],
  ['abs_path', 'name'],
  ['filename', 'name'],
  ['module', 'name'],
  ['transaction', 'name'],
  ['logger', 'name'],
  ['function', 'symbol'],
  ['raw_function', 'symbol'],
  ['span_id', 'span-id'],
  ['parent_span_id', 'span-id'],
  ['value', 'named-value'],
  ['Value', 'named-value'],
  ['val', 'named-value'],
  ['v', 'named-value'],
  ['content', 'named-value'],
  ['contents', 'named-value'],
  ['input', 'said-value'],
  ['received', 'said-value'],
  ['actual', 'said-value'],
  ['rejectedValue', 'said-value'],
  ['rejected_value', 'said-value'],
  ['from', 'said-value'],
  ['to', 'said-value'],
  ['old', 'said-value'],
  ['new', 'said-value'],
  ['before', 'said-value'],
  ['after', 'said-value'],
  ['oldValue', 'said-value'],
  ['newValue', 'said-value'],
  ['old_value', 'said-value'],
  ['new_value', 'said-value'],
  ...BOUND_LISTS.map((name): [string, Treatment] => [name, 'bound-values']),
  ['data', 'data'],
  ['code', 'one-time-code'],
  ['QUERY_STRING', 'query'],
  ['http.query', 'query'],
  ['url.query', 'query'],
  ['http.fragment', 'query'],
  ['url.fragment', 'query'],
  ['frames', 'newest-last'],
  ['values', 'newest-last'],
  ['breadcrumbs', 'newest-last'],
  ['__proto__', 'repair'],
]
const FREE = new Set<Treatment>([
  'plain',
  'said-value',
  'prefixed-value',
  'bound-values',
  'data',
  'one-time-code',
  'query',
  'sensitive',
  'likely',
  'pin',
])
/** `ParameterValue`, `option_value`. */
const PREFIXED_VALUE = /^(?:[A-Za-z]{1,24}_value|[A-Za-z]{1,24}Value)$/
const TREATMENTS = { secret: 'sensitive', likely: 'likely', pin: 'pin', plain: 'plain' } as const
const treatments = new Map<string, Treatment>(STRUCTURAL_KEYS)

/** A form that was taken for one key, or a table of people by card number. */
function holdsSecret(key: string): boolean {
  return !isHarmlessText(key) && scrubText(key) !== key
}

/** @param isExempt keys that a project keeps; parts of every event are treated as before. */
export function treatmentIn(key: string, isExempt: ((key: string) => boolean) | undefined): Treatment {
  const treatment = treatmentOf(key)
  const isFree = isExempt !== undefined && FREE.has(treatment)
  return isFree && isExempt(key) ? 'exempt' : treatment
}

function treatmentOf(key: string): Treatment {
  const known = treatments.get(key)
  if (known !== undefined) return known
  if (key.length > EVENT_BOUNDS.keyChars || isUnstorable(key) || holdsSecret(key)) return 'repair'
  const verdict = TREATMENTS[keyVerdict(key)]
  const treatment = verdict === 'plain' && PREFIXED_VALUE.test(key) ? 'prefixed-value' : verdict
  if (treatments.size >= MAX_CACHED_TREATMENTS) {
    treatments.clear()
    for (const [name, fixed] of STRUCTURAL_KEYS) treatments.set(name, fixed)
  }
  treatments.set(key, treatment)
  return treatment
}
