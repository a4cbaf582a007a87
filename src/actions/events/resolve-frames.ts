import { applySource, framesWithoutSource } from '#domain/symbols/source-lines.ts'
import {
  answerAlike,
  answerNoFiles,
  type SymbolAnswer,
  type SymbolQuery,
  type UploadTarget,
} from '#domain/symbols/symbolication.ts'
import { applyAnswer, type UnresolvedParts, unresolvedOf } from '#domain/symbols/unresolved.ts'
import { text } from '#domain/text/plain-text.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import type { EventRow } from '#storage/event/event.ts'
import { findSymbolProject } from '#storage/project/symbol-file.ts'

/** Looks up what uploaded files say; rejects if it cannot, and has logged why. */
export interface SymbolLookup {
  resolve(queries: SymbolQuery[]): Promise<SymbolAnswer[]>
}

const NOT_NOW = 'The uploaded files cannot be read right now.'

/** For events stored before their maps; storage stays as it is. Frames without a map say what is missing.
 * @returns whether any frame was resolved. */
export async function resolveFrames(symbols: SymbolLookup, scope: OrgScope, row: EventRow): Promise<boolean> {
  const payload = row.document?.payload
  const unresolved = payload && unresolvedOf(payload, row.platform)
  if (!unresolved) return false
  const answer = await lookedUp(symbols, scope, { row, wanted: unresolved.wanted })
  const { platform } = row
  return applyAnswer(unresolved, answer, { target: targetOf(row), platform, notesOthers: true })
}

/** As `resolveFrames`, and adds the lines of source bundles, which nothing but showing an event needs. */
export async function resolveWithSource(
  symbols: SymbolLookup,
  scope: OrgScope,
  row: EventRow,
): Promise<boolean> {
  const isResolved = await resolveFrames(symbols, scope, row)
  const payload = row.document?.payload
  const bare = payload && framesWithoutSource(payload, row.platform)
  if (bare) {
    const wanted = { places: [], mappings: [], stacks: [], sources: bare.search }
    const { sources } = await lookedUp(symbols, scope, { row, wanted })
    applySource(bare, sources, targetOf(row))
  }
  return isResolved
}

interface Wanted {
  row: EventRow
  wanted: UnresolvedParts['wanted']
}

async function lookedUp(
  symbols: SymbolLookup,
  scope: OrgScope,
  { row, wanted }: Wanted,
): Promise<SymbolAnswer> {
  const { project_id: projectId } = row
  const { release, dist } = targetOf(row)
  const query = { orgId: scope.orgId, projectId, release, dist, ...wanted }
  if ((await findSymbolProject(scope, projectId)) === undefined) return answerNoFiles(query)
  try {
    const [answer] = await symbols.resolve([query])
    return answer!
  } catch {
    // Logged by the lookup.
    return answerAlike(query, { status: 'failed', message: NOT_NOW })
  }
}

function targetOf({ project_uid: project, release, document }: EventRow): UploadTarget {
  return { project, release, dist: text(document?.payload.dist) }
}
