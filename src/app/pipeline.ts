import { publishBatch } from '#actions/live/publish-batch.ts'
import { type Pipeline, startPipeline } from '#pipeline/start-pipeline.ts'
import type { Config } from '#platform/config/config.ts'
import type { Parts } from './parts.ts'

const DEAD_LETTERS =
  'events could not be processed: they are counted, and kept in dead_letter with the reason'

/** Starts the pipeline, wakes it for new records, and passes on what it processed. */
export async function runPipeline(
  config: Config,
  { journal, live, log, sender }: Pick<Parts, 'journal' | 'live' | 'log' | 'sender'>,
): Promise<Pipeline> {
  const { dataDir, databaseUrl, artifactsDir, retentionDays, newIssuesPerHour } = config
  const pipeline = await startPipeline(
    { dataDir, databaseUrl, artifactsDir, retentionDays, newIssuesPerHour },
    {
      onProgress: (lane, offset, { changes, deadLetters, newIssues, regressions }) => {
        if (deadLetters > 0) log.warn({ lane, dead_letters: deadLetters }, DEAD_LETTERS)
        publishBatch(live, changes)
        if (newIssues + regressions > 0) sender.wake()
        journal.trim(lane, offset).catch((error) => log.warn({ err: error }, 'the journal was not trimmed'))
      },
      onTrouble: (message) => log.error({ reason: message }, 'pipeline trouble; retrying'),
    },
  )
  journal.onCommitted((lane) => pipeline.wake(lane))
  return pipeline
}
