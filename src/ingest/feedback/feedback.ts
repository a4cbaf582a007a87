import type { Buffer } from 'node:buffer'
import { v7 } from 'uuid'
import { ServiceError } from '#contract/errors.ts'
import { storableText } from '#domain/event/bounds.ts'
import { projectScrubber } from '#domain/scrub/project-scrubber.ts'
import type { AcceptedEvent, JournalWriter } from '#journal/journal.ts'
import type { Clock } from '#platform/clock.ts'
import type { Database } from '#storage/engine/database.ts'
import { insertFeedback, isEventStored, type NewFeedback } from '#storage/event/feedback.ts'
import { firstWait } from '#storage/event/waiting-feedback.ts'
import type { DsnKey } from '../admission/authenticate-dsn.ts'
import { HourlyCap } from '../admission/hourly-cap.ts'
import { limitHeaders } from '../admission/limit-headers.ts'
import { FEEDBACK_CHARS, type SentFeedback } from './read-feedback.ts'
import type { TextScrubber } from './text-scrubber.ts'

export interface FeedbackDeps {
  journal: Pick<JournalWriter, 'findAccepted'>
  database: Pick<Database, 'serviceScope' | 'inOrg'>
  scrubber: Pick<TextScrubber, 'scrub'>
  clock: Clock
  /** Most feedback of a project per UTC clock hour. */
  hourlyCap: number
}

interface TakenFeedback {
  feedback: SentFeedback
  /** Null: it may still come. */
  event: AcceptedEvent | null
}

/** Takes feedback: scrubbed before it is written anywhere, counted against its project's cap, durable when taken. */
export class FeedbackIntake {
  readonly #deps: FeedbackDeps
  readonly #cap: HourlyCap

  constructor(deps: FeedbackDeps) {
    this.#deps = deps
    this.#cap = new HourlyCap('feedback', deps.hourlyCap, deps.clock)
  }

  /** The event exists from its 202 on, also queued or counted only.
   * @returns the record's id. @throws event_not_found, feedback_cap_exceeded, queue_unavailable */
  async submit(key: DsnKey, feedback: SentFeedback & { eventId: Buffer }): Promise<string> {
    this.#refuseWhereReached(key)
    const event = await this.#findEvent(key, feedback.eventId)
    if (event === null) throw new ServiceError('event_not_found')
    const [id] = await this.#store(key, [{ feedback, event }])
    return id!
  }

  /** All of it or, past the cap, none. It waits a day for its event, since SDKs send feedback first.
   * @throws feedback_cap_exceeded, queue_unavailable */
  async take(key: DsnKey, feedback: readonly SentFeedback[]): Promise<void> {
    if (feedback.length === 0) return
    this.#refuseWhereReached(key)
    const found = feedback.map(async (one) => ({
      feedback: one,
      event: one.eventId && (await this.#deps.journal.findAccepted(key.projectId, one.eventId)),
    }))
    await this.#store(key, await Promise.all(found))
  }

  #refuseWhereReached({ projectId }: DsnKey): void {
    const seconds = this.#cap.secondsToWait(projectId)
    if (seconds !== null) throw capReached(seconds)
  }

  async #findEvent({ projectId, ...org }: DsnKey, eventId: Buffer): Promise<AcceptedEvent | null> {
    const { journal, database } = this.#deps
    const accepted = await journal.findAccepted(projectId, eventId)
    if (accepted) return accepted
    const isStored = await isEventStored(database.serviceScope(org), projectId, eventId)
    return isStored ? { preview: null } : null
  }

  async #store(key: DsnKey, taken: readonly TakenFeedback[]): Promise<string[]> {
    const rows = await this.#scrubbed(key, taken)
    await this.#deps.database.inOrg(key, async (scope) => {
      const seconds = await this.#cap.take(scope, key.projectId, rows.length)
      if (seconds !== null) throw capReached(seconds)
      await insertFeedback(scope, rows)
    })
    return rows.map(({ id }) => id)
  }

  async #scrubbed(
    { projectId, scrubRules }: DsnKey,
    taken: readonly TakenFeedback[],
  ): Promise<NewFeedback[]> {
    const texts = taken.flatMap(({ feedback: { text } }) => [text.name, text.email, text.comments])
    const known = await this.#deps.scrubber.scrub(texts)
    const scrubbed = scrubRules ? known.map(projectScrubber(scrubRules).scrubText) : known
    const createdAt = this.#deps.clock()
    return taken.map(({ feedback: { eventId }, event }, index) => {
      const [name, email, comments] = scrubbed.slice(index * 3)
      return {
        id: v7({ msecs: createdAt }),
        projectId,
        eventId,
        waitsUntil: eventId === null || event !== null ? null : firstWait(createdAt),
        preview: event?.preview,
        name: storable(name!, FEEDBACK_CHARS.name),
        email: storable(email!, FEEDBACK_CHARS.email),
        comments: storable(comments!, FEEDBACK_CHARS.comments),
        createdAt,
      }
    })
  }
}

/** Cut after it was scrubbed, so that no half of a secret escapes; free of what PostgreSQL refuses. */
function storable(scrubbed: string, maxChars: number): string {
  return storableText(scrubbed.slice(0, maxChars))
}

function capReached(seconds: number): ServiceError {
  const message = `This project has reached its hourly feedback limit. Feedback is accepted again in ${Math.ceil(seconds / 60)} min; the operator can raise SVC_FEEDBACK_HOURLY_CAP.`
  return new ServiceError('feedback_cap_exceeded', message, {
    headers: limitHeaders(seconds, 'feedback;user_report', 'project:feedback_cap_exceeded'),
  })
}
