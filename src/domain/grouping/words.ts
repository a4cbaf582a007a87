import type { LeftOutRule } from './v1/account.ts'

/** `project_rule`: what version 1 calls the client's fingerprint came from a rule of the project. */
type ReasonName = LeftOutRule | 'project_rule'

const RULES: Record<ReasonName, string> = {
  runtime_code: 'The engine or system made this call itself; it is not code of your application.',
  no_name: 'It has no function, module or file name that stays the same between events.',
  address_only: 'A single frame with a URL and no function says nothing about the error.',
  library: 'It is library code, and frames of your application are present.',
  repeated: 'It repeats calls before it; the depth of a recursion does not matter.',
  outside_recursion: 'The stack overflowed; only the calls that recurse count.',
  too_many_frames: 'Only the innermost 100 frames count.',
  cut_stack: 'Node.js kept 10 calls only; which of the outermost are among them differs between events.',
  too_many_exceptions: 'Only the last 50 exceptions count.',
  other_group_member: 'It repeats another member of its exception group, or only wraps the members.',
  synthetic: 'The SDK invented this type to carry a stack trace.',
  sdk_stack:
    'The SDK recorded this stack trace when it reported the value, and none of its frames is of your application.',
  runtime_stack:
    'Only the runtime is on this stack: it called back with an error, which its message identifies.',
  waiting_stack:
    'The thread hung in code of the system, which differs between its versions, so only the innermost call counts.',
  frames_decide:
    "The stack trace identifies the error, so of the exception's message only an error code counts, if it has one.",
  varying_parts: 'Only the first two lines count, with ids, numbers, dates and other values as placeholders.',
  better_source: 'More specific data was used instead.',
  client_fingerprint: 'The SDK sent its own fingerprint, which replaces the default grouping.',
  project_rule: 'A fingerprint rule of this project replaces the default grouping.',
  client_checksum: 'The SDK sent a checksum, which replaces the default grouping.',
}

const METHODS: ReadonlyMap<string, string> = new Map(
  Object.entries({
    checksum: 'by the checksum that the SDK sent',
    fingerprint: 'by the fingerprint that the SDK sent',
    exception: 'by exception',
    thread: 'by the stack trace of its thread',
    stacktrace: 'by stack trace',
    template: 'by the template that failed',
    csp: 'by the violated directive and its source',
    message: 'by message',
    certificate: 'by the kind of report and its host',
    fallback: 'by name',
  }),
)

export function ruleInWords(rule: ReasonName): string {
  return RULES[rule]
}

/** How an event was grouped, to be put behind "Grouped": an exception with frames that count is told by its stack trace. */
export function methodInWords({
  method,
  components,
  rule,
}: {
  method: string
  components: readonly string[]
  rule?: unknown
}): string {
  if (method === 'fingerprint' && rule !== undefined) return 'by a fingerprint rule of this project'
  const byStack = method === 'exception' && components.some((part) => part.startsWith('frame: '))
  return METHODS.get(byStack ? 'stacktrace' : method) ?? `by ${method}`
}

export function partsInWords(kinds: readonly string[]): string {
  const counts = new Map<string, number>()
  for (const kind of kinds) counts.set(kind, (counts.get(kind) ?? 0) + 1)
  const said = [...counts].map(([kind, count]) => `${count} ${count === 1 ? kind : `${kind}s`}`)
  const last = said.pop()
  if (last === undefined) return 'nothing'
  return said.length === 0 ? last : `${said.join(', ')} and ${last}`
}
