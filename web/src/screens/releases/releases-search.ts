import { text } from '../../url/router-search.ts'

/** The URL of the releases: absent is all projects, and every version. */
export interface ReleasesSearch {
  project?: string
  /** A part of the version. */
  q?: string
}

export function parseReleasesSearch(search: Record<string, unknown>): ReleasesSearch {
  const project = text(search.project)
  const q = text(search.q)
  return { ...(project !== undefined && { project }), ...(q !== undefined && q !== '' && { q }) }
}
