import { organizationMadeAt } from '#actions/accounts/organizations.ts'
import { listNamedProjects, type NamedProject } from '#actions/projects/named-project.ts'
import { releasesWithIssues } from '#actions/projects/project-releases.ts'
import { isoTime } from '#contract/time.ts'
import { originOf } from '../origin-of.ts'
import { requireNamed, type ToolCall } from './tool-call.ts'

const SLUG = 'errata'
const MAX_RELEASES = 100

export async function getSelf({ principal }: ToolCall): Promise<object> {
  const { email, userId, name, token } = principal
  return { version: '0', auth: { scopes: token.scopes }, user: { id: userId, email, username: email, name } }
}

export async function getRegions({ services, request }: ToolCall): Promise<object> {
  return { regions: [{ name: SLUG, url: originOf(services.api.config, request) }] }
}

export async function getOrganizations(call: ToolCall): Promise<object> {
  return [await getOrganization(call)]
}

export async function getOrganization(call: ToolCall): Promise<object> {
  const { services, request, principal, params } = call
  const url = originOf(services.api.config, request)
  return {
    id: principal.orgUid,
    slug: params.org ?? SLUG,
    name: principal.orgName,
    dateCreated: isoTime(await organizationMadeAt(services.api, principal)),
    status: { id: 'active', name: 'active' },
    isEarlyAdopter: false,
    require2FA: false,
    requireEmailVerification: false,
    features: [],
    links: { organizationUrl: url, regionUrl: url },
  }
}

export async function getToolProjects({ services, principal }: ToolCall): Promise<object> {
  return (await listNamedProjects(services.api, principal)).map(projectAnswer)
}

export async function getToolProject(call: ToolCall): Promise<object> {
  return projectAnswer(await requireNamed(call, call.params.project))
}

export async function getNothing(): Promise<object> {
  return []
}

function projectAnswer({ id, uid, slug, name, platform }: NamedProject): object {
  return { id: uid, slug, name, platform, number: id, status: 'active', team: null, teams: [] }
}

/** The releases that events of a project named, newest first. */
export async function getToolReleases(call: ToolCall): Promise<object> {
  const project = await requireNamed(call, call.params.project)
  const { services, principal } = call
  const releases = await releasesWithIssues(services.api, principal, {
    projectUid: project.uid,
    limit: MAX_RELEASES,
  })
  return releases.map(({ version, first_seen_at, newIssues }) => ({
    ...releaseAnswer({ version, createdAt: Date.parse(first_seen_at), projects: [project] }),
    // What sends events has been released.
    dateReleased: first_seen_at,
    newGroups: newIssues,
  }))
}

export function releaseAnswer({
  version,
  createdAt,
  projects,
}: {
  version: string
  createdAt: number
  projects: readonly Pick<NamedProject, 'slug' | 'name'>[]
}): object {
  return {
    version,
    shortVersion: version,
    ref: null,
    url: null,
    status: 'open',
    dateCreated: isoTime(createdAt),
    dateReleased: null,
    lastEvent: null,
    newGroups: 0,
    projects: projects.map(({ slug, name }) => ({ slug, name })),
  }
}
