import type { BatchOutcome } from '#storage/batch/batch.ts'

export class PipelineTotals {
  readonly events = { stored: 0, counted_only: 0, duplicate: 0, dead_letter: 0, project_gone: 0 }
  readonly issues = { new: 0, regression: 0 }
  troubles = 0

  add(outcome: BatchOutcome): void {
    this.events.stored += outcome.stored
    this.events.counted_only += outcome.countedOnly
    this.events.duplicate += outcome.duplicates
    this.events.dead_letter += outcome.deadLetters
    this.events.project_gone += outcome.projectGone
    this.issues.new += outcome.newIssues
    this.issues.regression += outcome.regressions
  }
}
