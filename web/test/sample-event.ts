import type { IssueEvent, JsonObject, StackFrame } from '../src/api/wire.ts'

/** A frame of the application without source. */
export const FRAME: StackFrame = {
  filename: 'a.ts',
  abs_path: null,
  module: null,
  function: 'f',
  lineno: 1,
  colno: 1,
  in_app: true,
  pre_context: [],
  context_line: null,
  post_context: [],
  vars: null,
}

/** An event with this document and these leading frames, oldest call first. */
export function eventWith(payload: JsonObject, frames: StackFrame[] = []): IssueEvent {
  return {
    id: '',
    issue_id: '',
    occurred_at: '',
    environment: '',
    release: '',
    platform: '',
    runtime_name: null,
    runtime_version: null,
    browser_name: null,
    os_name: null,
    user_id: null,
    user_email: null,
    payload_json: payload,
    stack_frames: frames,
    breadcrumbs: [],
  }
}
