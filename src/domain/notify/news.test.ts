import fc from 'fast-check'
import { expect, test } from 'vitest'
import { NEWS_KINDS } from '#contract/vocabulary.ts'
import { addNews, countNews, filterNews, type LetterNews, newsOf, readLetterNews, readNews } from './news.ts'

const item = fc.record({
  kind: fc.constantFrom(...NEWS_KINDS),
  projectId: fc.integer({ min: 1, max: 3 }),
  issueId: fc.nat(),
  at: fc.nat(),
})

test('a letter counts everything that is wanted, and never grows beyond its bound', () => {
  fc.assert(
    fc.property(fc.array(fc.array(item, { maxLength: 120 }), { maxLength: 8 }), (batches) => {
      const isWanted = ({ projectId }: { projectId: number }) => projectId !== 2
      let letter: LetterNews = { items: [], counts: {} }
      for (const items of batches) letter = addNews(letter, filterNews(newsOf(items), isWanted))
      const wanted = batches.flat().filter(isWanted)
      expect(countNews(letter)).toBe(wanted.length)
      expect(letter.items.length).toBeLessThanOrEqual(20)
      for (const kind of NEWS_KINDS) {
        expect(letter.counts[kind] ?? 0).toBe(wanted.filter((one) => one.kind === kind).length)
      }
      const projects = new Set(wanted.map(({ projectId }) => projectId))
      expect(new Set(Object.values(letter.projects ?? {}).flat())).toEqual(projects)
      if (wanted.length <= 20 && batches.every((one) => one.length <= 50))
        expect(letter.items).toHaveLength(wanted.length)
    }),
  )
})

test('news that are damaged are not read', () => {
  const news = newsOf([{ kind: 'assigned', projectId: 1, issueId: 7, at: 1 }], ['ada'])
  const letter = filterNews(news, () => true)
  expect([readNews(JSON.stringify(news)), readLetterNews(JSON.stringify(letter))]).toEqual([news, letter])
  for (const damaged of ['', 'null', '[]', '{"items":[]}', '{"counts":{}}', '{"items":[],"counts":null}']) {
    expect([readNews(damaged), readLetterNews(damaged)]).toEqual([null, null])
  }
})

test('lists what concerns the reader in full before anything else', () => {
  const created = Array.from({ length: 500 }, (_, issueId) => ({
    kind: 'issue_created' as const,
    projectId: 1,
    issueId,
    at: 0,
  }))
  const storm = filterNews(newsOf(created), () => true)
  const assigned = filterNews(newsOf([{ kind: 'assigned', projectId: 1, issueId: 7, at: 1 }]), () => true)
  const letter = addNews(addNews({ items: [], counts: {} }, storm), assigned)
  expect(letter.items[0]).toMatchObject({ kind: 'assigned', issueId: 7 })
  expect(letter.counts).toEqual({ issue_created: 500, assigned: 1 })
})
