import { useQuery } from '@tanstack/react-query'
import { createContext, useMemo } from 'react'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { IssueEvent } from '../../../api/wire.ts'

/** What tells where the source of a frame is shown. */
export interface SourceLinks {
  /** The project's rules, as they were written. */
  text: string
  release: string
}

/** Null: the project has no rules. */
export const SourceLinksContext = createContext<SourceLinks | null>(null)

export function useSourceLinks(projectId: string, { release }: IssueEvent): SourceLinks | null {
  const { data } = useQuery(projectsQuery)
  const text = data?.find(({ id }) => id === projectId)?.source_links
  return useMemo(() => (text ? { text, release } : null), [text, release])
}
