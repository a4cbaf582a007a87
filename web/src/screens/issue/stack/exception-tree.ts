import type { IssueEvent, JsonObject } from '../../../api/wire.ts'
import { numberOrNull, objectOf, textOf, valuesOf } from '../payload.ts'
import { type Stack, stackOf, stackOfFrames } from './read-frame.ts'

/** How an exception belongs to the one above it. */
export type Relation = 'cause' | 'context' | 'suppressed' | 'member'

export interface ExceptionNode {
  /** Its place among the stored values; -1 for a stack without an exception. */
  place: number
  type: string
  /** `java.net`: where the type is declared. */
  module: string
  value: string
  /** `false`: it reached the top of the program; `null`: the event does not say. */
  handled: boolean | null
  mechanism: string
  relation: Relation | null
  stack: Stack
  /** A group's members, in order. */
  members: ExceptionNode[]
  /** Its causes, the direct one first. */
  causes: ExceptionNode[]
}

interface Sent {
  node: ExceptionNode
  id: number | null
  parentId: number | null
  isGroup: boolean
  source: string
}

/**
 * The exceptions of an event as a tree from the one that was caught; null if there is neither an exception nor a
 * stack. Ids and parents are those that SDKs write (`exception_id`, `parent_id`); without them each stored value is
 * the cause of the next one. The one that was caught has the frames of `stack_frames`.
 */
export function exceptionTree(event: IssueEvent): ExceptionNode | null {
  const sent = valuesOf(event.payload_json.exception).map(readException)
  const stack = stackOfFrames(event.stack_frames)
  const last = sent.at(-1)
  if (last === undefined) return stack.count === 0 ? null : stackWithoutException(stack)
  if (stack.count > 0) last.node.stack = stack
  const parents = parentsOf(sent)
  // From the outermost on, so that members are in the order of their group.
  for (const [index, child] of [...sent.entries()].reverse()) {
    const parent = parents[index]
    if (parent !== undefined) attach(child, parent)
  }
  return last.node
}

function readException(value: JsonObject, place: number): Sent {
  const mechanism = objectOf(value.mechanism)
  return {
    id: numberOrNull(mechanism.exception_id),
    parentId: numberOrNull(mechanism.parent_id),
    isGroup: mechanism.is_exception_group === true,
    source: textOf(mechanism.source),
    node: {
      place,
      type: textOf(value.type),
      module: textOf(value.module),
      value: textOf(value.value),
      handled: typeof mechanism.handled === 'boolean' ? mechanism.handled : null,
      mechanism: textOf(mechanism.type),
      relation: null,
      stack: stackOf(value),
      members: [],
      causes: [],
    },
  }
}

function stackWithoutException(stack: Stack): ExceptionNode {
  const named = { type: '', module: '', value: '', handled: null, mechanism: '', relation: null }
  return { place: -1, ...named, stack, members: [], causes: [] }
}

/**
 * The parent of each, by place; undefined for the last, which is the root. A parent always stands later in the list,
 * so no ids that a client makes up can form a circle; where one does not, the next value takes its place.
 */
function parentsOf(sent: Sent[]): (Sent | undefined)[] {
  const later = new Map<number, Sent>()
  const parents: (Sent | undefined)[] = []
  for (let index = sent.length - 1; index >= 0; index--) {
    const { id, parentId } = sent[index]!
    parents[index] = (parentId === null ? undefined : later.get(parentId)) ?? sent[index + 1]
    if (id !== null) later.set(id, sent[index]!)
  }
  return parents
}

/** `exceptions[0]`, `errors[1]`, `InnerExceptions[2]`: a place in a group. */
const IN_A_LIST = /\[\d{1,6}\]$/

function attach(child: Sent, parent: Sent): void {
  child.node.relation = relationOf(child, parent)
  if (child.node.relation === 'member') parent.node.members.push(child.node)
  else parent.node.causes.push(child.node)
}

function relationOf({ source, node, parentId }: Sent, parent: Sent): Relation {
  if (source === '__context__') return 'context'
  if (node.mechanism === 'suppressed' || source.startsWith('suppressed')) return 'suppressed'
  if (!parent.isGroup || parentId === null) return 'cause'
  return source === '' || IN_A_LIST.test(source) ? 'member' : 'cause'
}
