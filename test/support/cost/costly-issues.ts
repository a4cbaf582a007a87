import { randomUUID } from 'node:crypto'
import type { Database } from '#storage/engine/database.ts'
import { Seeder, type SeedProject } from '../database/seed.ts'

/** Issues that make searches as dear as they can be: long addresses of one letter, long texts, many releases. */
export interface CostlyIssues {
  count: number
  /** Addresses per issue, each of 250 characters. */
  emailsPerIssue: number
  /** Characters of each issue's searched text. */
  textChars: number
  /** Epoch ms; the latest event. */
  now: number
}

const EMAIL_CHARS = 250
/** Far beyond what a journal hands out, so that a service can go on with the data. */
const FIRST_SEQ = 1e12

/** The address of an issue; every one starts alike, so that a pattern of that letter fails late. */
export function costlyEmail(issue: number, address = 0): string {
  const name = `a${issue}.${address}@`
  return name + 'a'.repeat(EMAIL_CHARS - name.length)
}

/** Writes them into a project. @returns public ids, newest first. */
export async function seedCostlyIssues(
  database: Database,
  project: SeedProject,
  { count, emailsPerIssue, textChars, now }: CostlyIssues,
): Promise<string[]> {
  const seeder = new Seeder(database, FIRST_SEQ)
  const uids: string[] = []
  for (let n = 0; n < count; n++) {
    const events = Array.from({ length: emailsPerIssue }, (_, address) => ({
      at: now - n * 1000,
      email: costlyEmail(n, address),
      release: `app@1.${n}.0`,
      environment: `env${n % 500}`,
    }))
    const { uid } = await seeder.issue({
      project,
      title: `Error: ${randomUUID()}`,
      exceptionType: 'Error',
      exceptionValue: 'a'.repeat(textChars),
      events,
    })
    uids.push(uid)
  }
  await seeder.flush()
  return uids
}
