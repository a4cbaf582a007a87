import { randomBytes } from 'node:crypto'
import type { Database } from '#storage/engine/database.ts'
import { compressDocument } from '#storage/event/payload-codec.ts'
import { startConsumer } from '#storage/upkeep/consumer.ts'
import type { SeedProject } from './seed.ts'

/** Far beyond what is seeded, and further with each letter. */
const STEP = 1_000_000

/** Puts an event into the dead letters that was counted in an issue (row key). @returns its id as the API has it. */
export async function seedDeadLetter(
  database: Database,
  { orgId, projectId }: SeedProject,
  issueId: number,
): Promise<string> {
  // Row keys of events are given out by the lanes of the pipeline, which does not run here; seeded events count from 1.
  await startConsumer(database.queries, { lane: 0, epoch: 'seed', offset: 0, attempts: 0 }, Date.now())
  await database.queries
    .updateTable('consumer')
    .set((eb) => ({ next_event_number: eb('next_event_number', '+', STEP) }))
    .execute()
  const { id } = await database.queries
    .insertInto('dead_letter')
    .values({
      org_id: orgId,
      project_id: projectId,
      issue_id: issueId,
      event_id: randomBytes(16),
      reason: 'processing failed: it broke',
      received_at: Date.now(),
      created_at: Date.now(),
      meta: '{}',
      body: compressDocument(JSON.stringify({ message: 'odd' }), null),
    })
    .returning('id')
    .executeTakeFirstOrThrow()
  return String(id)
}
