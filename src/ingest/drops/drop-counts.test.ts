import { expect, test } from 'vitest'
import type { OrgKey, OrgScope } from '#storage/engine/scope.ts'
import { DropCounts } from './drop-counts.ts'

test('an organization with ever more projects leaves room for what others lose', async () => {
  const written: number[] = []
  const drops = new DropCounts({
    clock: () => 1.8e12,
    onError: () => {},
    database: {
      inOrg: async <T>({ orgId }: OrgKey, _work: (scope: OrgScope) => Promise<T>) => {
        written.push(orgId)
        return undefined as T
      },
    },
  })
  for (let projectId = 1; projectId <= 20_000; projectId++)
    drops.count({ orgId: 1, orgUid: 'one', projectId }, 'filter:crawlers')
  drops.count({ orgId: 2, orgUid: 'two', projectId: 20_001 }, 'filter:crawlers')
  await drops.flush()
  expect(written).toEqual([1, 2])
})
