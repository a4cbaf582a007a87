import { ServiceError } from '#contract/errors.ts'
import type {
  NewSavedView,
  SavedView,
  SavedViewList,
  SavedViewPatch,
  WrittenView,
} from '#contract/issue/saved-view.ts'
import { isoTime } from '#contract/time.ts'
import type { AuditTarget } from '#storage/account/audit-entry.ts'
import { presentEmail } from '#storage/account/user.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import {
  deleteSavedView,
  findSavedView,
  insertSavedView,
  listSavedViews,
  type SavedViewRow,
  savedViewNamed,
  updateSavedView,
} from '#storage/search/saved-view.ts'
import { type ActingCaller, recordAct, recordChange } from '../accounts/acting.ts'
import { changedFields } from '../accounts/changed-fields.ts'
import type { Principal } from '../accounts/principal.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps } from '../action-deps.ts'
import { projectKey } from '../projects/project-key.ts'
import { requireRoom, requireRoomForView } from '../require-room.ts'
import { readQuery, settleQuery } from './read-query.ts'

/** A view (public id), and whether its caller may change those of others. */
interface ChosenView {
  id: string
  mayAny: boolean
}

/** The caller's own, then the shared ones, each by name. A token has the views of its creator. */
export async function listViews(deps: ActionDeps, reader: Principal): Promise<SavedViewList> {
  const [own, shared] = await deps.database.snapshotOf(reader, async (scope) => [
    await listSavedViews(scope, reader.userId),
    await listSavedViews(scope, null),
  ])
  return { views: [...byName(own), ...byName(shared)].map(viewOf) }
}

/** @throws not_found (its project), invalid_request (its query), conflict (its name; too many) */
export async function createView(
  deps: ActionDeps,
  by: ActingCaller,
  body: NewSavedView,
): Promise<WrittenView> {
  return writeAsMember(deps, by, async (scope) => {
    const { name, window: time_window, sort } = body
    const place = { user_id: ownerOf(by, body), name }
    const { query, notes } = await searchOf(scope, body.query)
    const project_id = await projectKey(scope, body.project_id ?? undefined)
    await requireRoomOf(scope, place.user_id)
    await requireFreeName(scope, place)
    const created_at = deps.clock()
    const columns = { ...place, author_id: by.userId, project_id, query, time_window, sort, created_at }
    const row = await requireView(scope, by, await insertSavedView(scope, columns))
    if (row.user_id === null) {
      await recordAct(scope, by, { at: created_at, action: 'view.created', target: viewTarget(row) })
    }
    return { ...viewOf(row), ...notes }
  })
}

/** @throws not_found, forbidden, invalid_request, conflict */
export async function changeView(
  deps: ActionDeps,
  by: ActingCaller,
  { id, mayAny, patch }: ChosenView & { patch: SavedViewPatch },
): Promise<WrittenView> {
  return writeAsMember(deps, by, async (scope) => {
    const before = await requireChangeable(scope, by, { id, mayAny })
    const place = {
      user_id: patch.visibility ? ownerOf(by, patch) : before.user_id,
      name: patch.name ?? before.name,
    }
    if (place.user_id !== before.user_id) {
      requireCreator(before, by)
      await requireRoomOf(scope, place.user_id)
    }
    await requireFreeName(scope, place, before.id)
    const { query, notes } = await searchOf(scope, patch.query ?? before.query)
    // Nothing that was not asked for: of two changes at once neither undoes the other.
    await updateSavedView(scope, before.id, {
      ...(patch.name !== undefined && { name: patch.name }),
      ...(patch.visibility && { user_id: place.user_id }),
      ...(patch.query !== undefined && { query }),
      ...(patch.project_id !== undefined && {
        project_id: await projectKey(scope, patch.project_id ?? undefined),
      }),
      ...(patch.window && { time_window: patch.window }),
      ...(patch.sort && { sort: patch.sort }),
    })
    const after = await requireView(scope, by, id)
    if (before.user_id === null || after.user_id === null) {
      const details = changedFields(auditedFields(before), auditedFields(after), AUDITED)
      const act = { action: 'view.changed', target: viewTarget(after), details } as const
      await recordChange(scope, by, { at: deps.clock(), ...act })
    }
    return { ...viewOf(after), ...notes }
  })
}

/** @throws not_found, forbidden */
export async function deleteView(deps: ActionDeps, by: ActingCaller, chosen: ChosenView): Promise<void> {
  await writeAsMember(deps, by, async (scope) => {
    const row = await requireChangeable(scope, by, chosen)
    await deleteSavedView(scope, row.id)
    if (row.user_id !== null) return
    await recordAct(scope, by, { at: deps.clock(), action: 'view.deleted', target: viewTarget(row) })
  })
}

function ownerOf(by: ActingCaller, { visibility }: Pick<SavedViewPatch, 'visibility'>): string | null {
  return visibility === 'shared' ? null : by.userId
}

/** A search as it is kept, with what is unknown in it. @throws invalid_request for one that can't be answered */
async function searchOf(scope: OrgScope, q: string) {
  const { notes } = await settleQuery(scope, q, readQuery(q, 'query'))
  return { query: q, notes: notes.length > 0 ? { search_notes: notes } : {} }
}

async function requireView(scope: OrgScope, { userId }: ActingCaller, uid: string): Promise<SavedViewRow> {
  const row = await findSavedView(scope, uid, userId)
  if (!row) throw new ServiceError('not_found', 'No view has this ID.')
  return row
}

async function requireChangeable(
  scope: OrgScope,
  by: ActingCaller,
  { id, mayAny }: ChosenView,
): Promise<SavedViewRow> {
  const row = await requireView(scope, by, id)
  if (row.author_id === by.userId || mayAny) return row
  throw new ServiceError('forbidden', 'Only the creator, an admin or an owner can change a shared view.')
}

function requireCreator({ author_id }: SavedViewRow, { userId }: ActingCaller): void {
  if (author_id === userId) return
  throw new ServiceError('forbidden', 'Only the creator of a shared view can make it private.')
}

async function requireRoomOf(scope: OrgScope, owner: string | null): Promise<void> {
  await (owner === null ? requireRoom(scope, 'sharedViews') : requireRoomForView(scope, owner))
}

async function requireFreeName(
  scope: OrgScope,
  { user_id: owner, name }: Pick<SavedViewRow, 'user_id' | 'name'>,
  ownKey?: number,
): Promise<void> {
  const found = await savedViewNamed(scope, owner, name)
  if (found === undefined || found === ownKey) return
  const whose = owner === null ? 'A shared view' : 'One of your views'
  throw new ServiceError('conflict', `${whose} is already called “${name}”. Choose another name.`)
}

function byName(rows: SavedViewRow[]): SavedViewRow[] {
  return rows.toSorted((a, b) => a.name.localeCompare(b.name, 'en', { numeric: true }))
}

function viewOf(row: SavedViewRow): SavedView {
  return {
    id: row.uid,
    name: row.name,
    query: row.query,
    project_id: row.project_uid,
    window: row.time_window,
    sort: row.sort,
    visibility: row.user_id === null ? 'shared' : 'private',
    created_by: { id: row.author_id, name: row.author_name ?? '', email: presentEmail(row.author_email) },
    created_at: isoTime(row.created_at),
  }
}

const AUDITED = ['name', 'query', 'project_id', 'project', 'window', 'sort', 'visibility'] as const

function auditedFields(row: SavedViewRow) {
  return { ...viewOf(row), project: row.project_name }
}

function viewTarget({ uid, name }: SavedViewRow): AuditTarget {
  return { kind: 'view', id: uid, name }
}
