import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { type MovePlan, planMerge, planSplit, type RelatedIssue } from './merge-plan.ts'

/** Issues as they may be: some stand by themselves, the others are merged into one of those. */
const issues = fc
  .array(fc.record({ parent: fc.option(fc.nat({ max: 9 })), project: fc.nat({ max: 1 }) }), {
    minLength: 1,
    maxLength: 10,
  })
  .map((drawn) => {
    const all: RelatedIssue[] = drawn.map(({ project }, id) => ({
      id,
      uid: `u${id}`,
      projectId: project,
      parentId: null,
    }))
    for (const [id, { parent }] of drawn.entries()) {
      const root = all[(parent ?? id) % all.length]!
      const hasChildren = all.some(({ parentId }) => parentId === id)
      if (root.id === id || root.parentId !== null || hasChildren) continue
      Object.assign(all[id]!, { parentId: root.id, projectId: root.projectId })
    }
    return all
  })
const uid = fc.nat({ max: 11 }).map((n) => `u${n}`)
const named = fc.array(uid, { minLength: 1, maxLength: 6 })

function moved(all: RelatedIssue[], { moved }: MovePlan, parentId: number | null): RelatedIssue[] {
  return all.map((issue) => (moved.includes(issue.id) ? { ...issue, parentId } : issue))
}
const membersOf = (all: RelatedIssue[], rootId: number) =>
  all.filter(({ id, parentId }) => id === rootId || parentId === rootId).map((issue) => issue.id)

describe('a merge', () => {
  test('leaves families of one level and one project, with everything named in that of the root', () => {
    fc.assert(
      fc.property(issues, uid, named, (all, canonicalUid, mergeUids) => {
        const plan = planMerge(all, { canonicalUid, mergeUids })
        if ('refused' in plan) return
        const after = moved(all, plan, plan.rootId)
        for (const { parentId, projectId } of after) {
          if (parentId === null) continue
          expect(after[parentId]).toMatchObject({ parentId: null, projectId })
        }
        const family = membersOf(after, plan.rootId)
        for (const issue of all.filter((one) => mergeUids.includes(one.uid)))
          expect(family).toContain(issue.id)
      }),
    )
  })

  test('moves each issue once, and only if it was elsewhere; a second run moves nothing', () => {
    fc.assert(
      fc.property(issues, uid, named, (all, canonicalUid, mergeUids) => {
        const plan = planMerge(all, { canonicalUid, mergeUids })
        if ('refused' in plan) return
        expect(new Set(plan.moved).size).toBe(plan.moved.length)
        const before = membersOf(all, plan.rootId)
        expect(plan.moved.filter((id) => before.includes(id))).toEqual([])
        const after = moved(all, plan, plan.rootId)
        expect(planMerge(after, { canonicalUid, mergeUids })).toEqual({ ...plan, moved: [], left: [] })
      }),
    )
  })

  test('names every family that loses a member', () => {
    fc.assert(
      fc.property(issues, uid, named, (all, canonicalUid, mergeUids) => {
        const plan = planMerge(all, { canonicalUid, mergeUids })
        if ('refused' in plan) return
        const losing = plan.moved.flatMap((id) => all[id]!.parentId ?? [])
        expect(new Set(plan.left)).toEqual(new Set(losing))
      }),
    )
  })

  test('is refused for an unknown canonical issue, another project, or an ancestor', () => {
    const [parent, child, other]: RelatedIssue[] = [
      { id: 1, uid: 'parent', projectId: 1, parentId: null },
      { id: 2, uid: 'child', projectId: 1, parentId: 1 },
      { id: 3, uid: 'other', projectId: 2, parentId: null },
    ]
    const all = [parent!, child!, other!]
    const merge = (canonicalUid: string, ...mergeUids: string[]) =>
      planMerge(all, { canonicalUid, mergeUids })
    expect(merge('nobody', 'child')).toEqual({ refused: 'unknown_canonical' })
    expect(merge('child', 'parent')).toEqual({ refused: 'ancestor', uid: 'parent' })
    expect(merge('parent', 'child', 'other')).toEqual({ refused: 'other_project', uid: 'other' })
    expect(merge('child', 'child', 'nobody')).toEqual({ rootId: 1, moved: [], left: [] })
  })
})

test('a family has at most 10,000 issues', () => {
  const root: RelatedIssue = { id: 0, uid: 'u0', projectId: 1, parentId: null }
  const all = [root, ...Array.from({ length: 10_000 }, (_, n) => ({ ...root, id: n + 1, uid: `u${n + 1}` }))]
  const children = all.map((issue) => (issue.id > 0 && issue.id < 9_999 ? { ...issue, parentId: 0 } : issue))
  const merge = (...mergeUids: string[]) => planMerge(children, { canonicalUid: 'u0', mergeUids })
  expect(merge('u9999')).toEqual({ rootId: 0, moved: [9_999], left: [] })
  expect(merge('u9999', 'u10000')).toEqual({ refused: 'too_many' })
  expect(merge('u1')).toEqual({ rootId: 0, moved: [], left: [] })
})

test('a split takes the named issues out of the family of the canonical one, and nothing else', () => {
  fc.assert(
    fc.property(issues, uid, named, (all, canonicalUid, splitUids) => {
      const plan = planSplit(all, { canonicalUid, splitUids })
      const canonical = all.find((issue) => issue.uid === canonicalUid)
      if (!canonical) {
        expect(plan).toBeNull()
        return
      }
      const rootId = canonical.parentId ?? canonical.id
      const out = all.filter((issue) => issue.parentId === rootId && splitUids.includes(issue.uid))
      expect(plan).toEqual({ rootId, moved: out.map(({ id }) => id), left: [] })
    }),
  )
})
