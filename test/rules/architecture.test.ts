import { readdirSync, readFileSync } from 'node:fs'
import { resolve } from 'node:path'
import { describe, expect, it } from 'vitest'
import {
  contractWithSystemImports,
  crowdedFolders,
  environmentReadsOutsideConfig,
  importCircles,
  impureDomain,
  meaninglessNames,
  misnumberedMigrations,
  overBudget,
  silencedChecks,
  sqlOutsideStorage,
  upwardImports,
  webImportsBeyondContract,
} from '../support/rules/architecture-rules.ts'
import { parseSourceFile, readSourceFiles } from '../support/rules/source-file.ts'
import { handMadeDialogs, looseQueryKeys, webImportsAcross } from '../support/rules/web-rules.ts'

const ROOT = resolve(import.meta.dirname, '../..')
const ALIASES: Record<string, string> = JSON.parse(readFileSync(`${ROOT}/package.json`, 'utf8')).imports
const files = readSourceFiles(ROOT, [
  'src/**/*.{ts,tsx}',
  'web/**/*.{ts,tsx}',
  'test/**/*.{ts,tsx}',
  'bench/**/*.ts',
])

describe('the tree', () => {
  it('was read', () => {
    expect(files.length).toBeGreaterThan(20)
    expect(files.some((file) => file.path === 'src/platform/config/config.ts')).toBe(true)
  })
  it('imports point down, and siblings do not meet', () => {
    expect(upwardImports(files, ALIASES)).toEqual([])
  })
  it('has no circles', () => {
    expect(importCircles(files, ALIASES)).toEqual([])
  })
  it('keeps SQL in storage and journal', () => {
    expect(sqlOutsideStorage(files)).toEqual([])
  })
  it('reads the environment in one place', () => {
    expect(environmentReadsOutsideConfig(files)).toEqual([])
  })
  it('keeps the domain pure', () => {
    expect(impureDomain(files)).toEqual([])
  })
  it('keeps the contract free of the server', () => {
    expect(contractWithSystemImports(files)).toEqual([])
  })
  it('lets the web import the contract and the few rules that it shares only', () => {
    expect(webImportsBeyondContract(files, ALIASES)).toEqual([])
  })
  it('keeps the screens of the dashboard apart, and its imports pointing down', () => {
    expect(webImportsAcross(files, ALIASES)).toEqual([])
  })
  it('writes each query key once', () => {
    expect(looseQueryKeys(files)).toEqual([])
  })
  it('builds each dialog of a screen on the kit', () => {
    expect(handMadeDialogs(files, ALIASES)).toEqual([])
  })
  it('stays within its size budgets', () => {
    expect(overBudget(files)).toEqual([])
  })
  it('has rooms of at most 20 files', () => {
    expect(crowdedFolders(files)).toEqual([])
  })
  it('has names that say something', () => {
    expect(meaninglessNames(files)).toEqual([])
  })
  it('silences no check and leaves no note to self', () => {
    expect(silencedChecks(files)).toEqual([])
  })
  it('numbers its migrations', () => {
    expect(misnumberedMigrations(readdirSync(`${ROOT}/src/storage/migrations`))).toEqual([])
  })
})

describe('the rules notice', () => {
  const one = (path: string, text: string) => [parseSourceFile(path, text)]

  it.each([
    ['src/storage/issue/issue.ts', "import { rule } from '#actions/queue.ts'"],
    ['src/storage/issue/issue.ts', "import type { Rule } from '../../journal/journal.ts'"],
    ['src/http/server/server.ts', "const work = await import('#pipeline/run.ts')"],
    ['src/http/server/server.ts', "new Worker(new URL('../../pipeline/thread.ts', import.meta.url))"],
    ['src/domain/json/json.ts', "export { clock } from '#platform/clock.ts'"],
    ['src/domain/json/json.ts', "type T = import('#storage/engine/scope.ts').Scope"],
    ['src/ingest/accept.ts', "import { startService } from '../../test/support/service.ts'"],
    ['src/http/routes/issue/issue.ts', "import { findIssue } from '#storage/issue/issue.ts'"],
    ['src/http/routes/route.ts', "import type { OrgScope } from '#storage/engine/scope.ts'"],
    ['src/cli/account/create-user.ts', "import { callerOf } from '#http/auth/caller-of.ts'"],
    ['src/unknown/thing.ts', "import { LIMITS } from '#contract/limits.ts'"],
  ])('an import that points up or sideways: %s %s', (path, text) => {
    expect(upwardImports(one(path, text), ALIASES)).toHaveLength(1)
  })

  it.each([
    ['web/src/screens/issues/a.tsx', "import '../issue/b.tsx'"],
    ['web/src/screens/settings/keys/a.tsx', "import type { B } from '../tokens/b.tsx'"],
    ['web/src/screens/settings/keys/a.tsx', "const b = lazyRetry(() => import('../../alerts/b.tsx'))"],
    ['web/src/entities/issue/a.ts', "import '../../triage/b.ts'"],
    ['web/src/components/a.tsx', "import '../layout/b.tsx'"],
    ['web/src/api/a.ts', "import '../format/b.ts'"],
    ['web/src/api/a.ts', "import '../unknown/b.ts'"],
    ['web/src/layout/a.tsx', "import '../main.tsx'"],
  ])('an import of the dashboard that points up or sideways: %s %s', (path, text) => {
    expect(webImportsAcross(one(path, text), ALIASES)).toHaveLength(1)
  })

  it('nothing where imports point down or stay in the folder', () => {
    const down = "import './rows/b.tsx'; import '../../entities/issue/c.ts'; import 'react'"
    expect(webImportsAcross(one('web/src/screens/issues/a.tsx', down), ALIASES)).toEqual([])
    expect(webImportsAcross(one('web/src/main.tsx', "import './app/router.tsx'"), ALIASES)).toEqual([])
    const text = "import './other.ts'; import pg from 'pg'; import { LIMITS } from '#contract/limits.ts'"
    expect(upwardImports(one('src/storage/issue/issue.ts', text), ALIASES)).toEqual([])
  })

  it('a dialog that is made by hand', () => {
    const own = "import { Dialog } from '../../components/overlay/dialog.tsx'"
    expect(handMadeDialogs(one('web/src/screens/alerts/a.tsx', own), ALIASES)).toHaveLength(1)
    expect(
      handMadeDialogs(one('web/src/components/overlay/a.tsx', "import './dialog.tsx'"), ALIASES),
    ).toEqual([])
  })

  it('a query key that is written out where it is used', () => {
    const loose = "client.invalidateQueries({ queryKey: ['issue', id] })"
    expect(looseQueryKeys(one('web/src/triage/a.ts', loose))).toHaveLength(1)
    const fine = "queryOptions({ queryKey: ['issue', id] }); client.invalidateQueries({ queryKey: keys.all })"
    expect(looseQueryKeys(one('web/src/triage/a.ts', fine))).toEqual([])
  })

  it('a circle, also one of types', () => {
    const circle = [
      parseSourceFile('src/domain/a.ts', "import './b.ts'"),
      parseSourceFile('src/domain/b.ts', "import type { C } from '#domain/c.ts'"),
      parseSourceFile('src/domain/c.ts', "export * from './a.ts'"),
    ]
    expect(importCircles(circle, ALIASES)).toEqual([
      'src/domain/a.ts → src/domain/b.ts → src/domain/c.ts → src/domain/a.ts',
    ])
    expect(importCircles(circle.slice(0, 2), ALIASES)).toEqual([])
  })

  it('SQL, the environment, clocks and randomness where they do not belong', () => {
    expect(sqlOutsideStorage(one('src/actions/queue.ts', "import { sql } from 'kysely'"))).toHaveLength(1)
    expect(
      environmentReadsOutsideConfig(one('src/http/server/server.ts', 'f(process.env.HOME)')),
    ).toHaveLength(1)
    expect(impureDomain(one('src/domain/a.ts', "import 'node:fs'; Date.now()"))).toHaveLength(2)
    expect(contractWithSystemImports(one('src/contract/a.ts', "import 'node:crypto'"))).toHaveLength(1)
    expect(
      webImportsBeyondContract(one('web/src/a.tsx', "import '#domain/json/json.ts'"), ALIASES),
    ).toHaveLength(1)
  })

  it('size, names and silencers', () => {
    const long = `function f() {\n${'  g()\n'.repeat(59)}}\n`
    expect(overBudget(one('src/domain/a.ts', long))).toHaveLength(1)
    expect(overBudget(one('src/domain/a.ts', long.replace('  g()\n', '')))).toEqual([])
    expect(overBudget(one('src/domain/a.ts', 'const f = (a, b, c, d) => a\n'))).toHaveLength(1)
    expect(overBudget(one('src/domain/a.ts', 'parser((a, b, c, d) => a)\n'))).toEqual([])
    expect(overBudget(one('src/domain/a.ts', 'f()\n'.repeat(301)))).toHaveLength(1)
    expect(meaninglessNames(one('src/helpers/a.ts', ''))).toHaveLength(1)
    const room = (size: number) =>
      Array.from({ length: size }, (_, at) => parseSourceFile(`src/domain/a${at}.ts`, ''))
    expect(crowdedFolders(room(20))).toEqual([])
    expect(crowdedFolders(room(21))).toHaveLength(1)
    expect(silencedChecks(one('src/domain/a.ts', `// ${['@ts', 'ignore'].join('-')}\nf()`))).toHaveLength(1)
    expect(misnumberedMigrations(['0001-initial.sql', '0003-more.sql'])).toHaveLength(1)
  })
})
