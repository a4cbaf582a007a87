import { isToldByThread, leadingThread, stackFramesOf } from '../../event/frames.ts'
import { readMessage } from '../../event/message.ts'
import type { Json, JsonObject } from '../../json/json.ts'
import { plainText } from '../../text/plain-text.ts'
import { valueList } from '../../text/value-list.ts'
import { type Account, type AccountKind, leaveOut } from './account.ts'

/** Part of grouping version 1: frozen once released; changes belong into a version of their own. */

const ORDER = ['exception', 'thread', 'stacktrace', 'template', 'csp', 'message', 'certificate', 'fallback']

/** Notes what an event has for rules that come after the one that decided. */
export function leaveOutUnused(
  account: Account,
  payload: JsonObject,
  decided: { method: string; system: string[] },
): void {
  const comesAfter = (method: string) => ORDER.indexOf(method) > ORDER.indexOf(decided.method)
  const note = (kind: AccountKind, text: string | undefined) => {
    if (text !== undefined) leaveOut(account, { kind, text }, 'better_source')
  }
  const thread = leadingThread(payload)
  if (comesAfter('thread') && !isThreadCounted(payload, decided.system))
    note('thread', framesText(thread?.stacktrace))
  if (comesAfter('stacktrace')) note('stack trace', framesText(payload.stacktrace))
  if (comesAfter('template')) note('template', plainText(payload.template))
  const message = readMessage(payload)?.template
  if (!decided.system.some((part) => part.startsWith('message: '))) note('message', message)
}

/** Beside an exception without a stack, as its place. */
function isThreadCounted(payload: JsonObject, counted: string[]): boolean {
  return isToldByThread(valueList(payload.exception)) && counted.some((part) => part.startsWith('frame: '))
}

function framesText(stack: Json | undefined): string | undefined {
  const { length } = stackFramesOf(stack)
  return length === 0 ? undefined : `${length} ${length === 1 ? 'frame' : 'frames'}`
}
