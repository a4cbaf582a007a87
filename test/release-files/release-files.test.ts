import { randomUUID } from 'node:crypto'
import { existsSync, readdirSync } from 'node:fs'
import { join } from 'node:path'
import { beforeAll, expect, it } from 'vitest'
import { releaseFileList } from '#contract/project/release-file.ts'
import { sweepArtifacts } from '#ingest/release-file/sweep-artifacts.ts'
import { findDsnCredential } from '#storage/account/credentials.ts'
import type { ApiClient, Project } from '../support/client/api-client.ts'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer, type TestUser } from '../support/server/api-server.ts'

describeOn(ONE_ENGINE, 'files of a release', (engine) => {
  let owner: TestUser
  let client: ApiClient
  let project: Project
  const server = ofSuite(() => startApiServer({ engine }))
  beforeAll(async () => {
    owner = await server.newOwner()
    client = await server.signIn(owner)
    project = await client.createProject()
  })

  async function upload(version: string, name: string, content: string): Promise<void> {
    const key = await findDsnCredential(server.database.queries, project.keys[0]!.public_key)
    await server.releaseFiles.store({ key: key!, isPublic: false }, version, {
      name,
      dist: '',
      bytes: Buffer.from(content),
    })
  }
  const path = (version: string, id = project.id) =>
    `/api/v1/projects/${id}/releases/${encodeURIComponent(version)}/files`
  const folder = () => join(server.artifactsDir, project.id)

  it('are listed by name', async () => {
    await upload('shop@1.0+7', '~/b.js', 'bb')
    await upload('shop@1.0+7', '~/a.js', 'a')
    await upload('other', '~/c.js', 'c')
    const answer = releaseFileList.strict().parse(await client.get(path('shop@1.0+7')))
    expect(answer.files.map((file) => [file.name, file.size_bytes, file.dist])).toEqual([
      ['~/a.js', 1, ''],
      ['~/b.js', 2, ''],
    ])
    expect(Date.parse(answer.files[0]!.created_at)).toBeGreaterThan(Date.now() - 60_000)
  })

  it('are none for an unknown release; an unknown project is 404', async () => {
    expect(await client.get(path('never'))).toEqual({ files: [] })
    const nowhere = '00000000-0000-4000-8000-000000000000'
    expect((await client.request('GET', path('1', nowhere))).status).toBe(404)
  })

  it('are counted by release', async () => {
    const groups = `/api/v1/projects/${project.id}/release-files`
    expect(await client.get(groups)).toEqual({
      releases: [
        { version: 'other', files: 1, size_bytes: 1, uploaded_at: expect.stringMatching(/Z$/) },
        { version: 'shop@1.0+7', files: 2, size_bytes: 3, uploaded_at: expect.stringMatching(/Z$/) },
      ],
    })
    const stranger = await server.signIn(await server.newOwner())
    expect((await stranger.request('GET', groups)).status).toBe(404)
  })

  it('are listed as well if no release has them', async () => {
    const bundled = await client.createProject('bundled')
    const list = `/api/v1/projects/${bundled.id}/release-files/by-debug-id`
    expect(await client.get(list)).toEqual({ files: [] })
    const { queries } = server.database
    const { id } = await queries
      .selectFrom('project')
      .select('id')
      .where('uid', '=', bundled.id)
      .executeTakeFirstOrThrow()
    const [file] = await queries.selectFrom('release_file').selectAll().where('name', '=', '~/c.js').execute()
    const moved = { ...file!, id: randomUUID(), project_id: id, version: '' }
    await queries.insertInto('release_file').values(moved).execute()
    const { files } = releaseFileList.strict().parse(await client.get(list))
    expect(files.map(({ name }) => name)).toEqual(['~/c.js'])
  })

  it('are removed with their content, but not what another release still has', async () => {
    await upload('1.0', '~/only.js', 'only here')
    await upload('1.0', '~/both.js', 'in both')
    await upload('2.0', '~/both.js', 'in both')
    const before = readdirSync(folder()).length
    const answer = await client.request('DELETE', path('1.0'))
    expect([answer.status, answer.body]).toEqual([200, { deleted: 2 }])
    const { database, artifactsDir } = server
    const clock = () => Date.now() + 7_200_000
    await sweepArtifacts({ database, artifactsDir, clock }, async () => true)
    expect(readdirSync(folder())).toHaveLength(before - 1)
    expect(await client.get(path('1.0'))).toEqual({ files: [] })
    const [kept] = releaseFileList.parse(await client.get(path('2.0'))).files
    expect(existsSync(join(folder(), kept!.sha256))).toBe(true)
  })

  it('are removed by admins, not by members', async () => {
    const member = await server.signIn(await server.newMember(owner.orgId, 'member'))
    expect((await member.request('GET', path('2.0'))).status).toBe(200)
    expect((await member.request('DELETE', path('2.0'))).status).toBe(403)
    const admin = await server.signIn(await server.newMember(owner.orgId, 'admin'))
    expect((await admin.request('DELETE', path('2.0'))).status).toBe(200)
  })

  it('of another organization are out of reach', async () => {
    const stranger = await server.signIn(await server.newOwner())
    for (const method of ['GET', 'DELETE']) {
      expect((await stranger.request(method, path('shop@1.0+7'))).status).toBe(404)
    }
    expect(releaseFileList.parse(await client.get(path('shop@1.0+7'))).files).toHaveLength(2)
  })
})
