import type { BatchTransaction, PlacedItem } from './batch.ts'
import { newDescriptions } from './describe/new-descriptions.ts'
import { writeMessages } from './describe/write-messages.ts'
import type { LockedIssues } from './issue-locker.ts'
import { addToIssues, addToOwn, type IssueDelta, sumByIssue } from './update-issues.ts'
import { countByIssue, type NewUser } from './write-counters.ts'

export interface BatchSums {
  /** Each record with the row key of the issue that it shows in. */
  placed: PlacedItem[]
  deltas: Map<number, IssueDelta>
}

/** A user is new to a root if new to all its members. @returns the batch by the issues that are shown. */
export async function addToCounters(
  tx: BatchTransaction,
  placed: PlacedItem[],
  { locked, newUsers }: { locked: LockedIssues; newUsers: NewUser[] },
): Promise<BatchSums> {
  const { rootOf } = locked
  const deltas = sumByIssue(placed, countByIssue(newUsers))
  const said = newDescriptions(placed, locked.rows)
  await writeMessages(tx, said, (issueId) => locked.rows.get(issueId)!.org_id)
  if (rootOf.size === 0) {
    await addToIssues(tx, deltas.values(), said)
    return { placed, deltas }
  }
  const placedInRoots = placed.map((entry) => ({
    ...entry,
    issueId: rootOf.get(entry.issueId) ?? entry.issueId,
  }))
  const shown = sumByIssue(placedInRoots, await countNewToFamilies(tx, newUsers, locked))
  const ofMembers = [...deltas.values()].filter(({ issueId }) => rootOf.has(issueId))
  await addToOwn(
    tx,
    ofMembers.filter(({ issueId }) => rootOf.get(issueId) === issueId),
  )
  const ofChildren = ofMembers.filter(({ issueId }) => rootOf.get(issueId) !== issueId)
  await addToIssues(tx, [...ofChildren, ...shown.values()], said)
  return { placed: placedInRoots, deltas: shown }
}

async function countNewToFamilies(
  tx: BatchTransaction,
  newUsers: NewUser[],
  { rows, rootOf }: LockedIssues,
): Promise<Map<number, number>> {
  const counts = countByIssue(newUsers.filter(({ issue_id }) => !rootOf.has(issue_id)))
  const ofFamilies = newUsers.filter(({ issue_id }) => rootOf.has(issue_id))
  for (const [rootId, users] of Map.groupBy(ofFamilies, ({ issue_id }) => rootOf.get(issue_id)!)) {
    const added = new Set(users.map(keyOf))
    const people = new Map(users.map(({ user_hash }) => [user_hash.toString('hex'), user_hash]))
    const family = { orgId: rows.get(rootId)!.org_id, rootId }
    for (const known of await findMeetings(tx, family, [...people.values()])) {
      if (!added.has(keyOf(known))) people.delete(known.user_hash.toString('hex'))
    }
    counts.set(rootId, people.size)
  }
  return counts
}

function keyOf({ issue_id, user_hash }: NewUser): string {
  return `${issue_id}:${user_hash.toString('hex')}`
}

/** Which members of a family have met these users, this batch included. */
function findMeetings(
  tx: BatchTransaction,
  { orgId, rootId }: { orgId: number; rootId: number },
  people: Buffer[],
): Promise<NewUser[]> {
  return tx.db
    .selectFrom('issue as member')
    .innerJoin('issue_user', (join) =>
      join
        .onRef('issue_user.org_id', '=', 'member.org_id')
        .onRef('issue_user.issue_id', '=', 'member.id')
        .on('issue_user.user_hash', 'in', people),
    )
    .select(['issue_user.issue_id', 'issue_user.user_hash'])
    .where('member.org_id', '=', orgId)
    .where((eb) => eb.or([eb('member.id', '=', rootId), eb('member.merge_parent_id', '=', rootId)]))
    .execute()
}
