import type { NewActivity } from '#storage/issue/activity.ts'
import type { Actor } from './action-deps.ts'

/** Who changes something, and when. */
export interface ChangedBy {
  actor: Actor
  now: number
}

/** The columns of an activity line that say so. */
export function activityBy({ actor, now }: ChangedBy): Pick<NewActivity, 'at' | 'actor_kind' | 'actor_id'> {
  return { at: now, actor_kind: actor.kind, actor_id: actor.id }
}
