import {
  answerAlike,
  answerNoFiles,
  type SymbolAnswer,
  type SymbolQuery,
} from '#domain/symbols/symbolication.ts'
import { applyAnswer, unresolvedOf } from '#domain/symbols/unresolved.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { findSymbolProject } from '#storage/project/symbol-file.ts'

/** Looks up what source maps and mapping files say; rejects if it cannot, and has logged why. */
export interface SymbolLookup {
  resolve(queries: SymbolQuery[]): Promise<SymbolAnswer[]>
}

const NOT_NOW = 'The uploaded files cannot be read right now.'

/** For events stored before their maps; storage stays as it is. Frames without a map say what is missing.
 * @returns whether any frame was resolved. */
export async function resolveFrames(symbols: SymbolLookup, scope: OrgScope, row: EventRow): Promise<boolean> {
  const payload = row.document?.payload
  if (!payload) return false
  const { platform, release, project_id: projectId, project_uid: project } = row
  const unresolved = unresolvedOf(payload, platform)
  if (unresolved === null) return false
  const dist = typeof payload.dist === 'string' ? payload.dist : ''
  const query = { orgId: scope.orgId, projectId, release, dist, ...unresolved.wanted }
  const hasFiles = (await findSymbolProject(scope, projectId)) !== undefined
  const answer = hasFiles ? await lookedUp(symbols, query) : answerNoFiles(query)
  return applyAnswer(unresolved, answer, {
    target: { project, release, dist },
    platform,
    notesOthers: true,
  })
}

async function lookedUp(symbols: SymbolLookup, query: SymbolQuery): Promise<SymbolAnswer> {
  try {
    const [answer] = await symbols.resolve([query])
    return answer!
  } catch {
    // Logged by the lookup.
    return answerAlike(query, { status: 'failed', message: NOT_NOW })
  }
}
