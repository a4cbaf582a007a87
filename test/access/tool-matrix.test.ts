import { beforeAll, expect, it } from 'vitest'
import { TOOL_ROUTES } from '#http/routes/tool.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { MatrixCallers } from '../support/client/matrix-callers.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

const ABSENT_CHUNK = 'a'.repeat(40)

/** A body that each route with one takes, for a project of this id. */
const BODIES: Record<string, (project: string) => object> = {
  releases: (project) => ({ version: 'web@1', projects: [project] }),
  '{version}': (project) => ({ projects: [project] }),
  deploys: () => ({ environment: 'production' }),
  difs: () => ({ [ABSENT_CHUNK]: { name: 'proguard/x.txt', chunks: [ABSENT_CHUNK] } }),
  assemble: (project) => ({ checksum: ABSENT_CHUNK, chunks: [ABSENT_CHUNK], projects: [project] }),
}
/** Routes with forms, which are refused for the lack of one only after the credential was judged. */
const FORMS = new Set(['POST chunk-upload', 'POST files', 'POST dsyms'])
/** Routes that name no project: they answer the same for every project. */
const OF_ORGANIZATION = new Set([
  'deploys',
  'chunk-upload',
  'repos',
  'organizations',
  '{org}',
  'regions',
  '0',
])

const requests = TOOL_ROUTES.map(({ method, path, status }) => {
  const noun = path.includes('/difs/') ? 'difs' : path.replace(/\/$/, '').split('/').at(-1)!
  const isForm = FORMS.has(`${method} ${noun}`)
  return { name: `${method} ${path}`, method, path, noun, status: isForm ? 400 : status }
})
type ToolRequest = (typeof requests)[number]

describeOn(
  ONE_ENGINE,
  'every route of upload tools × every credential × own and foreign projects',
  (engine) => {
    let mine: SampleTenant
    let theirs: SampleTenant
    let callers: MatrixCallers
    const server = ofSuite(() => startApiServer({ engine, trustProxy: true }))
    beforeAll(async () => {
      mine = await sampleTenant(server)
      theirs = await sampleTenant(server)
      callers = await MatrixCallers.make(server, mine)
    })

    it.each(requests)(
      '$name: tokens with write:admin of admins, of their own organization',
      async (request) => {
        const before = await dumpOrg(server.database, theirs.owner.orgId)
        for (const caller of await callers.all()) {
          const { headers, name } = caller
          const own = await answerTo(request, { headers, project: mine.ids.projects })
          const foreign = await answerTo(request, { headers, project: theirs.ids.projects })
          const verdict = verdictOf(caller)
          if (verdict !== 200) {
            expect([name, own.status, foreign.status]).toEqual([name, verdict, verdict])
            continue
          }
          expect([name, own.status, own.text]).toEqual([name, request.status, expect.anything()])
          expect([name, foreign.status]).toEqual([name, namesProject(request) ? 400 : request.status])
          if (namesProject(request)) expect(foreign.text).toContain('"error":"not_found"')
          const seen = theirs.marks.filter((mark) => (own.text + foreign.text).includes(mark))
          expect(seen.filter((mark) => mark !== theirs.ids.projects)).toEqual([])
        }
        expect(await dumpOrg(server.database, theirs.owner.orgId)).toEqual(before)
      },
    )

    async function answerTo(
      { method, path, noun }: ToolRequest,
      { headers, project }: { headers: Record<string, string>; project: string },
    ): Promise<{ status: number; text: string }> {
      const filled = path
        .replace('{org}', 'any')
        .replace('{project}', project)
        .replace('{version}', 'web%401')
      const body = method === 'GET' ? undefined : BODIES[noun]?.(project)
      const answer = await new ApiClient(server.url).withCredential(headers).request(method, filled, body)
      const text = JSON.stringify(answer.body)
      // The tools print this field of an error, and no other.
      if (answer.status >= 400) expect(answer.body).toMatchObject({ detail: expect.stringMatching(/\w/) })
      return { status: answer.status, text }
    }
  },
)

/** Written from the interface: programs that change projects have the scope write:admin and the role Admin. */
function verdictOf(caller: Awaited<ReturnType<MatrixCallers['all']>>[number]): 200 | 401 | 403 {
  if (caller.kind !== 'token') return 401
  return caller.scope === 'write:admin' && caller.role !== 'member' ? 200 : 403
}

function namesProject({ method, path, noun }: ToolRequest): boolean {
  if (path.includes('{project}')) return true
  return !OF_ORGANIZATION.has(noun) && noun in BODIES && method !== 'GET'
}
