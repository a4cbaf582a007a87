import { expect, it } from 'vitest'
import type { DryRun } from '#actions/grouping/regroup-project.ts'
import type { JsonObject } from '#domain/json/json.ts'
import { type Project, signedIn } from '../support/client/api-client.ts'
import { dsnHeaders } from '../support/journey.ts'
import { ofTest } from '../support/of-suite.ts'
import { errata } from '../support/server/run-errata.ts'
import { type Service, startService } from '../support/server/service.ts'

/** Two errors in library code that one function of the application calls. */
function thrownIn(library: string): JsonObject {
  const frames = [
    { function: 'pay', module: 'shop', in_app: true },
    { function: library, module: `vendor.${library}`, in_app: true },
  ]
  return { platform: 'python', exception: { values: [{ type: 'E', value: 'x', stacktrace: { frames } }] } }
}

async function send(service: Service, project: Project, event: JsonObject): Promise<void> {
  const answer = await fetch(`${service.url}/api/${project.id}/store/`, {
    method: 'POST',
    headers: { ...dsnHeaders(project), 'content-type': 'application/json' },
    body: JSON.stringify(event),
  })
  expect(answer.status).toBe(202)
}

it('errata regroup says what other rules would join and split, and changes nothing', async () => {
  const service = await ofTest(startService())
  const client = await signedIn(service.url)
  const project = await client.createProject('shop')
  for (const library of ['alpha', 'alpha', 'beta']) await send(service, project, thrownIn(library))
  const before = await client.untilCounted(project.id, 3)
  const settings = { SVC_DATA_DIR: service.dataDir }
  const run = async (...args: string[]): Promise<DryRun> => {
    const { code, stdout, stderr } = await errata(
      ['regroup', '--dry-run', project.id, '--json', ...args],
      settings,
    )
    expect([code, stderr]).toEqual([0, ''])
    return JSON.parse(stdout)
  }

  expect(await run()).toMatchObject({ events: 3, issues: 2, groups: 2, joins: [], splits: [] })
  const joined = await run('--not-in-app', 'vendor')
  expect(joined).toMatchObject({ groups: 1, splits: [] })
  expect(joined.joins[0]!.issues.map(({ id, events }) => [id, events]).sort()).toEqual(
    before.map(({ id, event_count }) => [id, event_count]).sort(),
  )
  const split = await run('--fingerprint', '{{ module }}', '--fingerprint', 'x', '--events', '1')
  expect(split).toMatchObject({ events: 1, issues: 1, groups: 1 })

  const words = await errata(
    ['regroup', '--dry-run', String(project.number), '--not-in-app', 'vendor'],
    settings,
  )
  const bySlug = await errata(['regroup', '--dry-run', 'shop', '--not-in-app', 'vendor'], settings)
  expect(bySlug).toEqual(words)
  for (const said of [
    '3 events of 2 issues would form 1 group.',
    '(1 event)',
    'Joins: 1',
    'Nothing was changed.',
  ])
    expect(words.stdout).toContain(said)
  expect(await client.allIssues(project.id)).toEqual(before)

  for (const args of [[project.id], ['--dry-run', 'x'], ['--dry-run', project.id, '--events', '10001']])
    expect((await errata(['regroup', ...args], settings)).code).toBe(2)
})
