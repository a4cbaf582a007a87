import { invalidField } from '#contract/errors.ts'
import type { ProjectIntake, ProjectIntakePatch, ScrubbingTest } from '#contract/project/intake.ts'
import type { JsonObject } from '#contract/scalars.ts'
import { type FingerprintRule, parseRules } from '#domain/grouping/rules/parse-rules.ts'
import { isNestedTooDeep } from '#domain/json/depth.ts'
import { projectScrubber } from '#domain/scrub/project-scrubber.ts'
import { scrubEventText } from '#domain/scrub/scrub.ts'
import { scrubText } from '#domain/scrub/text.ts'
import { intakeOf, updateIntake } from '#storage/project/intake.ts'
import { type Acting, recordChange } from '../accounts/acting.ts'
import { writeAsMember } from '../accounts/write-as-member.ts'
import type { ActionDeps, Org } from '../action-deps.ts'
import type { KeyDeps } from './dsn-keys.ts'
import { projectTarget, publicKeys } from './projects.ts'
import { requireLockedProject, requireProject } from './require-project.ts'

/** A project's filters and scrubbing rules. @throws not_found */
export async function readIntake(deps: ActionDeps, org: Org, projectUid: string): Promise<ProjectIntake> {
  return intakeOf(await requireProject(deps.database.scope(org), projectUid))
}

/** In force for ingest at once on this node, within a second on others. @throws not_found, invalid_request */
export async function changeIntake(
  deps: KeyDeps,
  by: Acting,
  { projectUid, patch }: { projectUid: string; patch: ProjectIntakePatch },
): Promise<ProjectIntake> {
  if (patch.grouping?.fingerprint_rules !== undefined)
    requireRules(patch.grouping.fingerprint_rules, 'grouping.fingerprint_rules')
  const at = deps.clock()
  const { intake, keys } = await writeAsMember(deps, by, async (scope) => {
    const project = await requireLockedProject(scope, projectUid)
    const before = intakeOf(project)
    const intake = {
      filters: { ...before.filters, ...patch.filters },
      scrubbing: { ...before.scrubbing, ...patch.scrubbing },
      grouping: { ...before.grouping, ...patch.grouping },
    }
    await updateIntake(scope, project.id, intake)
    const details = changesBetween(before, intake)
    const act = { action: 'project.changed', target: projectTarget(project), details } as const
    await recordChange(scope, by, { at, ...act })
    return { intake, keys: await publicKeys(scope, project) }
  })
  for (const key of keys) deps.onDsnKeyChanged(key)
  return intake
}

/** @param path of the field that has them. @throws invalid_request with the line, what is wrong and what to do */
export function requireRules(text: string, path: string): FingerprintRule[] {
  const { rules, problems } = parseRules(text)
  const [first, ...others] = problems
  if (first === undefined) return rules
  const more =
    others.length === 0 ? '' : ` Other lines with a problem: ${others.map(({ line }) => line).join(', ')}.`
  throw invalidField(path, `Line ${first.line}: ${first.message}${more}`)
}

/** A sample is an event, or a text that is not a JSON object. @throws not_found */
export async function tryScrubbing(
  deps: ActionDeps,
  org: Org,
  { projectUid, sample, scrubbing }: ScrubbingTest & { projectUid: string },
): Promise<string> {
  const intake = await readIntake(deps, org, projectUid)
  const scrubber = projectScrubber(scrubbing ?? intake.scrubbing)
  const event = scrubbedJson(sample, scrubber.isExempt)
  if (event === undefined) return scrubber.scrubText(scrubText(sample))
  return JSON.stringify(scrubber.scrubEvent(event), null, 2)
}

function scrubbedJson(sample: string, isExempt: (key: string) => boolean): JsonObject | undefined {
  if (isNestedTooDeep(Buffer.from(sample))) return undefined
  try {
    return scrubEventText(sample, isExempt)
  } catch {
    return undefined
  }
}

/** As `filters_crawlers: { from, to }`. */
function changesBetween(before: ProjectIntake, after: ProjectIntake): JsonObject {
  const flat = (intake: ProjectIntake) =>
    Object.entries(intake).flatMap(([group, settings]) =>
      Object.entries(settings).map(([name, value]) => [`${group}_${name}`, value] as const),
    )
  const earlier = new Map(flat(before))
  const changed = flat(after).filter(([name, to]) => JSON.stringify(to) !== JSON.stringify(earlier.get(name)))
  return Object.fromEntries(changed.map(([name, to]) => [name, { from: earlier.get(name) ?? null, to }]))
}
