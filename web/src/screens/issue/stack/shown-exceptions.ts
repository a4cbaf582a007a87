import type { ExceptionNode } from './exception-tree.ts'

/** An exception on screen, and how deep in groups it stands. */
export interface ShownException {
  node: ExceptionNode
  depth: number
  /** The one that has it as a cause or a member. */
  parent: ExceptionNode | null
  isRootCause: boolean
}

/**
 * The exceptions on screen from top to bottom: each with its causes below it, of each group the member that was
 * chosen.
 *
 * @param chosen the place of the chosen member by the place of its group; without an entry it is the first
 * @param isIncomplete earlier causes may be missing, so that the first stored one may not be the root
 */
export function shownExceptions(
  root: ExceptionNode,
  chosen: ReadonlyMap<number, number>,
  isIncomplete = false,
): readonly ShownException[] {
  const shown: ShownException[] = []
  const waiting: Omit<ShownException, 'isRootCause'>[] = [{ node: root, depth: 0, parent: null }]
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const { node, depth } = next
    shown.push({ ...next, isRootCause: isRootCause(node) && !(isIncomplete && node.place === 0) })
    for (const cause of node.causes.toReversed()) waiting.push({ node: cause, depth, parent: node })
    const member = chosenMember(node, chosen)
    if (member !== undefined) waiting.push({ node: member, depth: depth + 1, parent: node })
  }
  return shown
}

export function chosenMember(
  { place, members }: ExceptionNode,
  chosen: ReadonlyMap<number, number>,
): ExceptionNode | undefined {
  return members.find((member) => member.place === chosen.get(place)) ?? members[0]
}

/** The end of a chain of causes. */
function isRootCause({ relation, causes, members }: ExceptionNode): boolean {
  return (relation === 'cause' || relation === 'context') && causes.length === 0 && members.length === 0
}
