import { applyResolutions, unresolvedFrames } from '#domain/symbols/frames.ts'
import { NO_FILES, type PlaceQuery, type Resolution } from '#domain/symbols/symbolication.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { findSymbolProject } from '#storage/project/symbol-file.ts'

/** Looks places up in source maps; rejects if it cannot, and has logged why. */
export interface SymbolLookup {
  resolve(queries: PlaceQuery[]): Promise<Resolution[][]>
}

const NOT_NOW = 'The source maps cannot be read right now.'

/** For events stored before their maps; storage stays as it is. Frames without a map say what is missing.
 * @returns whether any frame was resolved. */
export async function resolveFrames(symbols: SymbolLookup, scope: OrgScope, row: EventRow): Promise<boolean> {
  const payload = row.document?.payload
  if (!payload) return false
  const { platform, release, project_id: projectId, project_uid: project } = row
  const frames = unresolvedFrames(payload, platform)
  const { places } = frames
  if (places.length === 0) return false
  const dist = typeof payload.dist === 'string' ? payload.dist : ''
  const query = { orgId: scope.orgId, projectId, release, dist, places }
  const hasFiles = (await findSymbolProject(scope, projectId)) !== undefined
  const resolutions = hasFiles ? await lookedUp(symbols, query) : alike(query, 'missing', NO_FILES)
  return applyResolutions(frames, resolutions, {
    target: { project, release, dist },
    platform,
    notesOthers: true,
  })
}

async function lookedUp(symbols: SymbolLookup, query: PlaceQuery): Promise<Resolution[]> {
  try {
    const [resolutions] = await symbols.resolve([query])
    return resolutions!
  } catch {
    // Logged by the lookup.
    return alike(query, 'failed', NOT_NOW)
  }
}

function alike({ places }: PlaceQuery, status: 'missing' | 'failed', message: string): Resolution[] {
  return places.map(() => ({ status, message }))
}
