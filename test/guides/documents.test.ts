import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ERRORS, type ErrorCode, statusesOf } from '#contract/errors.ts'
import { parseIssueQuery } from '#domain/issue/query.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const read = (path: string): string => readFileSync(join(ROOT, path), 'utf8')
const DOCUMENTS = globSync(['*.md', 'docs/**/*.md', 'bench/*.md', '.github/**/*.md'], { cwd: ROOT })

/** The anchors of a document's headings, as forges make them. */
function anchorsOf(text: string): string[] {
  return [...text.matchAll(/^#+ (.+)$/gm)].map(([, heading]) =>
    heading!
      .toLowerCase()
      .replaceAll(/[^\w\- ]/g, '')
      .replaceAll(' ', '-'),
  )
}

/** What is wrong with the links of one document. */
function brokenLinks(path: string): string[] {
  const links = [...read(path).matchAll(/\]\((?!https?:)([^)\s#]*)(?:#([^)\s]+))?\)/g)]
  return links.flatMap(([whole, target, anchor]) => {
    const file = target === '' ? path : join(dirname(path), target!)
    if (!existsSync(join(ROOT, file))) return [`${path}: ${whole} leads nowhere`]
    if (anchor && !anchorsOf(read(file)).includes(anchor)) return [`${path}: ${whole} has no such heading`]
    return []
  })
}

it('every link between documents leads somewhere', () => {
  expect(DOCUMENTS.length).toBeGreaterThan(50)
  expect(DOCUMENTS.flatMap(brokenLinks)).toEqual([])
})

it('the index of decisions has each record once, with its title, a status and a date', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .map((name) => [name, /^# (\d+)\. (.+)$/m.exec(read(`docs/decisions/${name}`))?.slice(1)])
  const rows = [
    ...read('docs/decisions/README.md').matchAll(
      /^\| (\d+) \| \[(.+)\]\((\S+)\) \| (?:Accepted|Amended by \[\d+\]\(\S+\)|Superseded by \[\d+\]\(\S+\)) \| \d{4}-\d\d-\d\d \|$/gm,
    ),
  ].map(([, number, title, name]) => [name, [number, title]])
  expect(rows).toEqual(records)
})

it('docs/protocol.md names codes of the service with their statuses in both dialects', () => {
  const rows = [...read('docs/protocol.md').matchAll(/^\| (\d{3}) \| `(\w+)` \| (.+) \|$/gm)]
  expect(rows.length).toBeGreaterThan(8)
  const wrong = rows.filter(([, status, code, meaning]) => {
    const sdk = /In the Sentry dialect: (\d{3})/.exec(meaning!)?.[1] ?? status
    const statuses = code! in ERRORS ? statusesOf(code as ErrorCode) : []
    return statuses[0] !== Number(status) || statuses[1] !== Number(sdk)
  })
  expect(wrong.map(([row]) => row)).toEqual([])
})

it('docs/api.md shows search terms that the search knows', () => {
  const table = /^## Search$.*?^## /ms.exec(read('docs/api.md'))![0]
  const terms = [...table.matchAll(/`([a-z_.]+:\S+?)`/g)].map(([, term]) => term!)
  expect(terms.length).toBeGreaterThan(12)
  expect(terms.filter((term) => parseIssueQuery(term).terms[0]?.kind === 'text')).toEqual([])
})
