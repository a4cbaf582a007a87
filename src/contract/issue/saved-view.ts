import { z } from 'zod'
import { SEARCH_LIMITS } from '../limits.ts'
import { givenName, patchOf, timestamp, uuid } from '../scalars.ts'
import { ISSUE_SORTS, ISSUE_WINDOWS, VIEW_VISIBILITIES } from '../vocabulary.ts'
import { searchFindings } from './completion.ts'

const fields = {
  name: givenName.min(1).meta({ examples: ['Unassigned in production'] }),
  query: z
    .string()
    .trim()
    .max(SEARCH_LIMITS.chars)
    .meta({
      description: 'A search of the issue list, as in its q. Empty: every issue.',
      examples: ['is:unresolved env:production level:error assigned:none'],
    }),
  project_id: uuid.nullable().meta({ description: 'The project it is limited to; null for all projects.' }),
  window: z.enum(ISSUE_WINDOWS),
  sort: z.enum(ISSUE_SORTS),
  visibility: z.enum(VIEW_VISIBILITIES).meta({
    description: 'private: only its creator sees it. shared: every member does.',
  }),
}

const savedView = z
  .object({
    id: uuid,
    name: z.string(),
    query: z.string(),
    project_id: fields.project_id,
    window: fields.window,
    sort: fields.sort,
    visibility: fields.visibility,
    created_by: z
      .object({ id: uuid, name: z.string(), email: z.string().nullable() })
      .meta({ description: 'Its creator; without an email if they have left the organization.' }),
    created_at: timestamp,
  })
  .meta({ id: 'SavedView' })
export type SavedView = z.infer<typeof savedView>

/** Answer of GET /api/v1/views: first the caller's own, then those of others, each by name. */
export const savedViewList = z.object({ views: z.array(savedView) })
export type SavedViewList = z.infer<typeof savedViewList>

/** Answer to a change. */
export const writtenView = savedView
  .extend({ search_notes: searchFindings.search_notes })
  .meta({ id: 'WrittenView' })
export type WrittenView = z.infer<typeof writtenView>

export const newSavedView = z
  .object({
    name: fields.name,
    query: fields.query.default(''),
    project_id: fields.project_id.default(null),
    window: fields.window.default('7d'),
    sort: fields.sort.default('last_seen_desc'),
    visibility: fields.visibility.default('private'),
  })
  .meta({ id: 'NewSavedView' })
export type NewSavedView = z.infer<typeof newSavedView>

/** What is absent stays. */
export const savedViewPatch = patchOf({
  name: fields.name.optional(),
  query: fields.query.optional(),
  project_id: fields.project_id.optional(),
  window: fields.window.optional(),
  sort: fields.sort.optional(),
  visibility: fields.visibility.optional(),
}).meta({ id: 'SavedViewPatch' })
export type SavedViewPatch = z.infer<typeof savedViewPatch>
