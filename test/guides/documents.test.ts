import { existsSync, globSync, readdirSync, readFileSync } from 'node:fs'
import { dirname, join, resolve } from 'node:path'
import { expect, it } from 'vitest'
import { ERRORS, type ErrorCode, statusesOf } from '#contract/errors.ts'
import { parseIssueQuery } from '#domain/search/query.ts'

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

/** Records describe the day of their decision, and the changelog its version; the other documents describe the present. */
const CURRENT = DOCUMENTS.filter((path) => !/decisions.\d|CHANGELOG/.test(path))
const SOURCES = globSync(['src/**/*', 'web/src/**/*', 'test/**/*', 'scripts/**/*', 'bench/**/*'], {
  cwd: ROOT,
  exclude: ['**/node_modules/**'],
}).map((path) => path.replaceAll('\\', '/'))

/** The source files, test filters and npm scripts of a document that do not exist. */
function staleNames(path: string): string[] {
  const text = read(path)
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }
  const namesIn = (pattern: RegExp) => [...text.matchAll(pattern)].flatMap(([, name]) => name!.split(' '))
  const files = namesIn(/`([\w./-]+\.(?:ts|tsx|mjs|cjs))`/g)
  const filters = namesIn(/npm test -- ((?:test\/[\w./-]+ ?)+)/g)
  return [
    ...files.filter((name) => !SOURCES.some((source) => `/${source}`.endsWith(`/${name}`))),
    ...filters.filter((name) => name !== '' && !SOURCES.some((source) => source.includes(name))),
    ...namesIn(/npm run ([\w:]+)/g).filter((name) => scripts[name] === undefined),
  ].map((name) => `${path}: ${name} does not exist`)
}

it('documents name source files, tests and scripts that exist', () => {
  expect(CURRENT.flatMap(staleNames)).toEqual([])
})

it('the index of decisions has each record once, with its title, a status and a date', () => {
  const records = readdirSync(join(ROOT, 'docs/decisions'))
    .filter((name) => /^\d{4}-/.test(name))
    .sort()
    .map((name) => [name, /^# (\d+)\. (.+)$/m.exec(read(`docs/decisions/${name}`))?.slice(1)])
  const rows = [
    ...read('docs/decisions/README.md').matchAll(
      /^\| (\d+) \| \[(.+)\]\((\S+)\) \| (?:Accepted|Amended by \[\d+\]\([^)\s]+\)(?:, \[\d+\]\([^)\s]+\))*|Superseded by \[\d+\]\([^)\s]+\)) \| \d{4}-\d\d-\d\d \|$/gm,
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
