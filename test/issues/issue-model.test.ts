import fc from 'fast-check'
import { beforeAll, expect, test } from 'vitest'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { seedProject } from '../support/database/seed.ts'
import { SEED } from '../support/fuzz/seed.ts'
import { IssueModel } from '../support/issue-model/issue-model.ts'
import { ModelCheck } from '../support/issue-model/issue-model-check.ts'
import { beginRun, ISSUE_STEPS, type RealIssues } from '../support/issue-model/issue-model-commands.ts'
import { PipelineFeed } from '../support/pipeline/pipeline-feed.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

/** Runs of random steps per engine; `.ci/long` asks for more. */
const RUNS = Number(process.env.ERRATA_MODEL_RUNS ?? 3)
const STEPS_PER_RUN = 30
/** A run is made shorter before it is shown. */
const MS_PER_RUN = 20_000

describeOn(ENGINES, `Issues against a model ${RUNS} runs, seed ${SEED}`, (engine) => {
  const fixture = issueServer(engine)
  let feed: PipelineFeed
  beforeAll(async () => {
    feed = await PipelineFeed.start(fixture.server.database)
  })

  async function setUp(): Promise<{ model: IssueModel; real: RealIssues }> {
    const project = await seedProject(fixture.server.database, fixture.org, crypto.randomUUID())
    const check = new ModelCheck(fixture.client, project.projectUid)
    return { model: new IssueModel(START), real: { fixture, feed, project, check } }
  }

  test(
    'after any ingest, merge, split, snooze, resolve, delete and eviction every number on every route is exact',
    async () => {
      const steps = fc.commands(ISSUE_STEPS, { maxCommands: STEPS_PER_RUN, size: 'max' })
      let lastRun = Promise.resolve()
      const run = async (commands: Iterable<fc.AsyncCommand<IssueModel, RealIssues>>) => {
        const start = await setUp()
        try {
          await beginRun(start.model, start.real)
          await fc.asyncModelRun(async () => start, commands)
        } finally {
          feed = start.real.feed
        }
        await start.real.check.everything(start.model)
      }
      const property = fc.asyncProperty(steps, (commands) => {
        lastRun = run(commands)
        return lastRun
      })
      await fc.assert(property, {
        numRuns: RUNS,
        seed: SEED,
        interruptAfterTimeLimit: RUNS * MS_PER_RUN * 0.9,
      })
      // When its time is up, fast-check goes on while the last run still writes.
      await lastRun
      const { differences } = await verifyDatabase(fixture.server.database.queries)
      expect(differences).toEqual([])
      expect(fixture.server.log).not.toContain('"level":50')
    },
    2 * RUNS * MS_PER_RUN,
  )
})
