import type { IssueEvent, JsonObject } from '../../../api/wire.ts'
import { textOf, valuesOf, wordOf } from '../payload.ts'
import type { ExceptionNode } from '../stack/exception-tree.ts'
import { isSameCall } from '../stack/frame-groups.ts'
import { type Stack, stackOf } from '../stack/read-frame.ts'

export interface EventThread {
  place: number
  id: string
  name: string
  /** `crashed`, `current`, `main`, and the state that the SDK names. */
  marks: string[]
  crashed: boolean
  stack: Stack
  /** True if the exception above shows this stack. */
  isShownAbove: boolean
}

/** The threads of an event, the crashed one first, then the current one; else as they were sent. */
export function threadsOf(event: IssueEvent, root: ExceptionNode | null): EventThread[] {
  const exceptions = valuesOf(event.payload_json.exception)
  const threadOfException = exceptions.at(-1)?.thread_id
  const threads = valuesOf(event.payload_json.threads).map((thread, place) => {
    const read = readThread(thread, place)
    const isNamed = threadOfException !== undefined && thread.id === threadOfException
    return { ...read, isShownAbove: root !== null && isAbove(read, root, isNamed) }
  })
  const rank = ({ crashed, marks }: EventThread) => (crashed ? 0 : marks.includes('current') ? 1 : 2)
  return threads.toSorted((left, right) => rank(left) - rank(right))
}

function readThread(thread: JsonObject, place: number): EventThread {
  const crashed = thread.crashed === true
  const marks = [
    crashed && 'crashed',
    thread.current === true && 'current',
    thread.main === true && 'main',
    textOf(thread.state).toLowerCase(),
  ]
  return {
    place,
    id: wordOf(thread.id),
    name: textOf(thread.name),
    marks: [...new Set(marks.filter((mark): mark is string => typeof mark === 'string' && mark !== ''))],
    crashed,
    stack: stackOf(thread),
    isShownAbove: false,
  }
}

/** SDKs leave the stack of the crashed thread to its exception, or send it twice. */
function isAbove(thread: EventThread, root: ExceptionNode, isNamed: boolean): boolean {
  if (thread.stack.count === 0) return isNamed || (thread.crashed && root.stack.count > 0)
  if (thread.stack.count !== root.stack.count) return false
  const others = root.stack.frames()
  return thread.stack.frames().every((frame, index) => isSameCall(frame, others[index]!))
}
