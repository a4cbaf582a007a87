import type { FrameSymbolication } from '#contract/event/event.ts'
import type { Level } from '#contract/vocabulary.ts'
import type { JsonObject } from '../json/json.ts'

/** The affected user, as the event says. All null: the event names nobody. */
export interface EventUser {
  id: string | null
  email: string | null
  username: string | null
  ip: string | null
}

export interface NormalisedEvent {
  /** Epoch milliseconds, UTC, corrected for client clocks. */
  occurredAt: number
  level: Level
  environment: string
  /** Empty string when the event names no release. */
  release: string
  platform: string
  runtimeName: string | null
  runtimeVersion: string | null
  browserName: string | null
  osName: string | null
  user: EventUser
  /** At most 250 characters, one line. */
  title: string
  searchedTags: [key: string, value: string][]
  /** `function (file)` of the frame to blame, or the transaction; empty when unknown. */
  culprit: string
  /** Type of the last (outermost) exception; null when there is none. */
  exceptionType: string | null
  words: string
  /** As stored. `exception: {values: []}` and `breadcrumbs: []` oldest first, `tags: {}` of strings,
   * `contexts: {}` of objects, frames oldest call first. */
  payload: JsonObject
}

/** A stack frame as the interface shows it. `raw` is the minified original of a demangled frame. */
export interface StackFrame {
  filename: string | null
  abs_path: string | null
  module: string | null
  function: string | null
  lineno: number | null
  colno: number | null
  in_app: boolean
  pre_context: string[]
  context_line: string | null
  post_context: string[]
  vars: JsonObject | null
  platform?: string | undefined
  package?: string | undefined
  /** `0x…`, of native code. */
  instruction_addr?: string | undefined
  raw?: JsonObject
  symbolication?: FrameSymbolication
}

/** A breadcrumb as the interface shows it; `timestamp` is ISO 8601 UTC. */
export interface Breadcrumb {
  timestamp: string | null
  type: string | null
  category: string | null
  level: string | null
  message: string | null
  data: JsonObject | null
}

/** A fingerprint rule of the project, as it was when it decided. */
export interface DecidingRule {
  text: string
  fingerprint: string[]
}

export interface GroupingResult {
  version: 1
  /** Lower-case hex keys, the primary one first; an issue is found by the first that matches. */
  keys: string[]
  /** Which rule made the key, e.g. `exception`, `message`, `fingerprint`. */
  method: string
  /** Human-readable parts, in the order hashed. */
  components: string[]
  /** Absent if no rule of the project matched. */
  rule?: DecidingRule
}
