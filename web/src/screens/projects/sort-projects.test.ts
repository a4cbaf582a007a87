import { expect, it } from 'vitest'
import type { Project, ProjectStats } from '../../api/wire.ts'
import { sortProjects } from './sort-projects.ts'

const project = (id: string) => ({ id }) as Project
const stats = (id: string, numbers: Partial<ProjectStats>) =>
  ({ project_id: id, event_count: 0, last_seen_at: null, ...numbers }) as ProjectStats

const PROJECTS = ['a', 'b', 'c', 'without numbers'].map(project)
const STATS = [
  stats('c', { event_count: 5, last_seen_at: '2026-11-20T10:00:00.000Z' }),
  stats('b', { event_count: 9 }),
  stats('a', { event_count: 5, last_seen_at: '2026-11-19T10:00:00.000Z' }),
  stats('without a project', {}),
]
const order = (column?: 'events' | 'last_seen') =>
  sortProjects(PROJECTS, STATS, column).map(({ project: { id } }) => id)

it('keeps the order of the projects, and leaves out what only one answer has', () => {
  expect(order()).toEqual(['a', 'b', 'c'])
})

it('sorts by a number, highest first, then in the order of the projects', () => {
  expect(order('events')).toEqual(['b', 'a', 'c'])
  expect(order('last_seen')).toEqual(['c', 'a', 'b'])
})
