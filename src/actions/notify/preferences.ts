import { invalidField } from '#contract/errors.ts'
import type { Notifications, NotificationsPatch } from '#contract/notify/notification.ts'
import { isoTime } from '#contract/time.ts'
import { NEWS_KINDS } from '#contract/vocabulary.ts'
import type { NotificationPreferences } from '#domain/notify/preferences.ts'
import { isTimeZone, nextDigestAt } from '#domain/notify/quiet-hours.ts'
import type { OrgScope } from '#storage/engine/scope.ts'
import { lockPreferences, readPreferences, writePreferences } from '#storage/notify/preference.ts'
import { listProjects } from '#storage/project/project.ts'
import type { Principal } from '../accounts/principal.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'

export interface Reader {
  userId: string
  mailConfigured: boolean
}

export async function readNotifications(deps: ActionDeps, org: Org, reader: Reader): Promise<Notifications> {
  return deps.database.snapshotOf(org, async (scope) =>
    viewOf(scope, await readPreferences(scope, reader.userId), { reader, now: deps.clock() }),
  )
}

/** @returns what holds then. Skips unknown projects. @throws invalid_request for an unknown time zone, unauthenticated */
export async function changeNotifications(
  deps: ActionDeps,
  by: Principal,
  { reader, patch }: { reader: Reader; patch: NotificationsPatch },
): Promise<Notifications> {
  requireTimeZone(patch.time_zone)
  return writeAsMember(deps, by, async (scope) => {
    const now = deps.clock()
    const before = await lockPreferences(scope, reader.userId)
    const after = { ...changed(before, patch, now), mutedProjects: await mutedKeys(scope, before, patch) }
    await writePreferences(scope, reader.userId, after)
    return viewOf(scope, after, { reader, now })
  })
}

function requireTimeZone(name: string | undefined): void {
  if (name === undefined || isTimeZone(name)) return
  throw invalidField('time_zone', 'This is not a time zone. Use an IANA name such as Europe/Berlin.')
}

function changed(
  before: NotificationPreferences,
  patch: NotificationsPatch,
  now: number,
): NotificationPreferences {
  const timeZone = patch.time_zone ?? before.timeZone
  const { quiet_hours: quiet, muted_until: muted } = patch
  const wantsDigest = patch.weekly_digest ?? before.digestAt !== null
  const keepsDigest = before.digestAt !== null && timeZone === before.timeZone
  return {
    kinds: Object.fromEntries(
      NEWS_KINDS.map((kind) => [kind, patch[kind] ?? before.kinds[kind]]),
    ) as NotificationPreferences['kinds'],
    timeZone,
    quiet:
      quiet === undefined ? before.quiet : quiet && { from: minuteOf(quiet.from), to: minuteOf(quiet.to) },
    mutedUntil: muted === undefined ? before.mutedUntil : muted === null ? null : Date.parse(muted),
    mutedProjects: before.mutedProjects,
    digestAt: wantsDigest ? (keepsDigest ? before.digestAt : nextDigestAt(now, timeZone)) : null,
  }
}

async function mutedKeys(
  scope: OrgScope,
  { mutedProjects }: NotificationPreferences,
  { muted_project_ids: ids }: NotificationsPatch,
): Promise<number[]> {
  if (ids === undefined) return mutedProjects
  const asked = new Set(ids)
  return (await listProjects(scope)).filter(({ uid }) => asked.has(uid)).map(({ id }) => id)
}

async function viewOf(
  scope: OrgScope,
  { kinds, timeZone, quiet, mutedUntil, mutedProjects, digestAt }: NotificationPreferences,
  { reader, now }: { reader: Reader; now: number },
): Promise<Notifications> {
  const muted = new Set(mutedProjects)
  const projects = muted.size === 0 ? [] : await listProjects(scope)
  return {
    ...kinds,
    weekly_digest: digestAt !== null,
    time_zone: timeZone,
    quiet_hours: quiet && { from: timeOf(quiet.from), to: timeOf(quiet.to) },
    muted_until: mutedUntil !== null && mutedUntil > now ? isoTime(mutedUntil) : null,
    muted_project_ids: projects.filter(({ id }) => muted.has(id)).map(({ uid }) => uid),
    mail_configured: reader.mailConfigured,
  }
}

function minuteOf(time: string): number {
  const [hour = 0, minute = 0] = time.split(':').map(Number)
  return hour * 60 + minute
}

function timeOf(minute: number): string {
  const two = (number: number) => String(number).padStart(2, '0')
  return `${two(Math.floor(minute / 60))}:${two(minute % 60)}`
}
