import { expect, test } from 'vitest'
import { findNamedProject, type ProjectNames } from './named-project.ts'

const PROJECTS: ProjectNames[] = [
  { uid: '0f8fad5b-d9cb-469f-a165-70867728950e', slug: 'shop', number: 7, name: 'Shop' },
  { uid: '7c9e6679-7425-40de-944b-e07fc1f90ae7', slug: 'shop-2', number: 8, name: 'Shop' },
  { uid: '1b4e28ba-2fa1-11d2-883f-0016d3cca427', slug: 'mobile', number: 9, name: 'Mobile App' },
  { uid: '6fa459ea-ee8a-3ca4-894e-db77e160355e', slug: 'shop-3', number: 10, name: '8' },
]

test.each([
  ['shop', 7],
  [' SHOP-2 ', 8],
  ['9', 9],
  ['7C9E6679-7425-40DE-944B-E07FC1F90AE7', 8],
  ['mobile app', 9],
  // A number before a name.
  ['8', 8],
  ['', undefined],
  ['phone', undefined],
])('%j names %j', (given, number) => {
  expect(findNamedProject(PROJECTS, given, (project) => project)?.number).toBe(number)
})

test('a name that two projects have names none', () => {
  const twins = PROJECTS.map((project) => ({ ...project, slug: `${project.number}-x` }))
  expect(findNamedProject(twins, 'Shop', (project) => project)).toBeUndefined()
})
