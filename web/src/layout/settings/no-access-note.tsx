import { ACCESS, type Permission } from '#domain/access/permissions.ts'
import { ReadOnlyNote } from './read-only-note.tsx'

/** In place of a page that the reader's role doesn't open: tabs hide it, but its address may be known. */
export function NoAccessNote({ permission }: { permission: Permission }) {
  const who = ACCESS[permission].role === 'owner' ? 'owners' : 'owners and admins'
  return <ReadOnlyNote>Only {who} have access to this page.</ReadOnlyNote>
}
