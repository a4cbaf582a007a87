import { parseUuid } from '#domain/text/uuid.ts'
import {
  findPathProject,
  type PathProject as NotedProject,
  type ProjectName,
} from '#storage/account/credentials.ts'
import type { Database } from '#storage/engine/database.ts'

export type { NotedProject }

type Lookup = Pick<Database, 'queries'>

export function projectName(pathId: string): ProjectName | null {
  const uid = parseUuid(pathId)
  if (uid !== undefined) return { uid }
  const number = /^[1-9]\d*$/.test(pathId) ? Number(pathId) : 0
  return number > 0 && Number.isSafeInteger(number) ? { number } : null
}

/** The project of any organization with this name. For our own books; a sender is never told. */
export function namedProject({ queries }: Lookup, name: ProjectName): Promise<NotedProject | undefined> {
  return findPathProject(queries, name)
}

/** False for a project (public id) that was deleted. */
export async function isProjectThere(database: Lookup, uid: string): Promise<boolean> {
  return (await namedProject(database, { uid })) !== undefined
}
