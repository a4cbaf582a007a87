/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

export type LeftOutRule =
  | 'runtime_code'
  | 'no_name'
  | 'address_only'
  | 'library'
  | 'repeated'
  | 'outside_recursion'
  | 'too_many_frames'
  | 'cut_stack'
  | 'too_many_exceptions'
  | 'other_group_member'
  | 'synthetic'
  | 'sdk_stack'
  | 'runtime_stack'
  | 'waiting_stack'
  | 'frames_decide'
  | 'varying_parts'
  | 'better_source'
  | 'client_fingerprint'
  | 'client_checksum'

export type AccountKind =
  | 'frame'
  | 'exception'
  | 'type'
  | 'value'
  | 'message'
  | 'thread'
  | 'stack trace'
  | 'template'
  | 'default grouping'

export type FrameLevel = 'app' | 'system'

/** The role of one part of an event in each key: the rule that left it out, or null if it counted. */
export interface Verdict {
  kind: AccountKind
  text: string
  app: LeftOutRule | null
  system: LeftOutRule | null
}

/** Filled while a fingerprint is computed, by the code that computes it. Absent if nobody asks. */
export type Account = Verdict[]

export function leaveOut(
  account: Account | undefined,
  { kind, text }: Pick<Verdict, 'kind' | 'text'>,
  rule: LeftOutRule,
): void {
  account?.push({ kind, text, app: rule, system: rule })
}
