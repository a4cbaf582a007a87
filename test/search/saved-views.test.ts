import { beforeAll, expect, test } from 'vitest'
import type { SavedView, SavedViewList, WrittenView } from '#contract/issue/saved-view.ts'
import { QUOTAS } from '#contract/limits.ts'
import { insertSavedView } from '#storage/search/saved-view.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import type { TestUser } from '../support/server/api-server.ts'
import { issueServer } from '../support/server/issue-server.ts'

const MORNING = {
  name: 'Morning round',
  query: 'is:unresolved env:production level:error !assigned:me',
  window: '24h',
  sort: 'events_desc',
}

describeOn(ENGINES, 'saved views of the issue list in an organization of three', (engine) => {
  const fixture = issueServer(engine)
  let owner: ApiClient
  let ada: TestUser
  let asAda: ApiClient
  let asBob: ApiClient
  beforeAll(async () => {
    owner = fixture.client
    ada = await fixture.server.newMember(fixture.org.orgId, 'member')
    asAda = await fixture.server.signIn(ada)
    asBob = await fixture.server.signIn(await fixture.server.newMember(fixture.org.orgId, 'member'))
  })

  const save = (body: object, by = asAda) => by.request<WrittenView>('POST', '/api/v1/views', body)
  const change = (id: string, body: object, by = asAda) =>
    by.request<WrittenView>('PATCH', `/api/v1/views/${id}`, body)
  const remove = (id: string, by = asAda) => by.request('DELETE', `/api/v1/views/${id}`)
  const views = async (by: ApiClient): Promise<SavedView[]> =>
    (await by.get<SavedViewList>('/api/v1/views')).views
  const names = async (by: ApiClient) => (await views(by)).map(({ name }) => name)

  test('a view is private until it is shared; each reader has their own first, then the shared ones, by name', async () => {
    const { status, body: made } = await save(MORNING)
    expect(status).toBe(201)
    const creator = { id: ada.userId, name: '', email: ada.email }
    expect(made).toMatchObject({ ...MORNING, project_id: null, visibility: 'private', created_by: creator })
    expect(await views(asAda)).toEqual([made])
    expect(await views(asBob)).toEqual([])
    expect(await change(made.id, { sort: 'title_asc' }, asBob)).toMatchObject({ status: 404 })
    expect(await remove(made.id, owner)).toMatchObject({ status: 404 })

    const team = await save({ name: 'Team 10', visibility: 'shared' })
    expect(team.body).toMatchObject({ query: '', window: '7d', sort: 'last_seen_desc' })
    await save({ name: 'Team 9', visibility: 'shared' }, asBob)
    await save({ name: 'Zebra' })
    expect(await names(asAda)).toEqual(['Morning round', 'Zebra', 'Team 9', 'Team 10'])
    expect(await names(asBob)).toEqual(['Team 9', 'Team 10'])
    expect(await names(fixture.stranger)).toEqual([])
    for (const view of await views(asAda)) await remove(view.id, owner).then(() => remove(view.id))
  })

  test('a shared view is changed by its creator, an admin or an owner, and made private by its creator alone', async () => {
    const { body: view } = await save({ ...MORNING, visibility: 'shared' })
    expect(await change(view.id, { name: 'Mine now' }, asBob)).toMatchObject({
      status: 403,
      body: { message: 'Only the creator, an admin or an owner can change a shared view.' },
    })
    expect(await remove(view.id, asBob)).toMatchObject({ status: 403 })
    expect(await change(view.id, { visibility: 'private' }, owner)).toMatchObject({ status: 403 })
    expect((await change(view.id, { name: 'Renamed' }, owner)).body).toEqual({ ...view, name: 'Renamed' })
    const { body: own } = await change(view.id, { visibility: 'private', query: 'env:staging' })
    expect(own).toEqual({ ...view, name: 'Renamed', query: 'env:staging', visibility: 'private' })
    expect(await names(owner)).toEqual([])
    expect(await change(view.id, {})).toMatchObject({ status: 400 })
    expect(await remove(view.id)).toMatchObject({ status: 200, body: { deleted: true } })
    expect(await remove(view.id)).toMatchObject({ status: 404 })

    const { entries } = await owner.get<{ entries: unknown[] }>(`/api/v1/audit-log?target_id=${view.id}`)
    const target = { kind: 'view', id: view.id }
    expect(entries).toMatchObject([
      { action: 'view.changed', target, details: { visibility: { from: 'shared', to: 'private' } } },
      { action: 'view.changed', target, details: { name: { from: MORNING.name, to: 'Renamed' } } },
      { action: 'view.created', target, actor: { kind: 'user', id: ada.userId } },
    ])
  })

  test('an owner of views has each name once, seen without hidden characters', async () => {
    const { body: first } = await save({ name: ' Deploy\u200b \u202eday ' })
    expect(first.name).toBe('Deploy day')
    expect(await save({ name: 'Deploy day' })).toMatchObject({
      status: 409,
      body: { message: 'One of your views is already called “Deploy day”. Choose another name.' },
    })
    expect((await save({ name: 'Deploy day', visibility: 'shared' })).status).toBe(201)
    expect(await save({ name: 'Deploy day', visibility: 'shared' }, asBob)).toMatchObject({ status: 409 })
    expect((await save({ name: 'Deploy day' }, asBob)).status).toBe(201)
    expect(await change(first.id, { visibility: 'shared' })).toMatchObject({ status: 409 })
    expect((await change(first.id, { name: 'Deploy day', window: '30d' })).status).toBe(200)
    expect(await save({ name: '\u200b' })).toMatchObject({ status: 400 })
  })

  test('the search is judged as that of the list: one with too many terms is refused, unknown ones are named', async () => {
    const emails = ['a', 'b', 'c', 'd'].map((name) => `user.email:${name}@example.com`).join(' ')
    const list = await asAda.request('GET', `/api/v1/issues?q=${encodeURIComponent(emails)}`)
    const { message } = list.body as { message: string }
    expect(await save({ name: 'Too much', query: emails })).toMatchObject({
      status: 400,
      body: { error: 'invalid_request', message, details: [{ path: 'query', message }] },
    })
    const search = 'is:unresolved colour:red'
    const page = await asAda.get<{ search_notes: string[] }>(`/api/v1/issues?q=${encodeURIComponent(search)}`)
    const { body: made } = await save({ name: 'Red ones', query: search })
    expect(page.search_notes).toHaveLength(1)
    expect(made.search_notes).toEqual(page.search_notes)
    expect((await change(made.id, { query: emails })).status).toBe(400)
    expect(await save({ name: 'x', sort: 'loudest' })).toMatchObject({ status: 400 })
  })

  test('a view goes with its project, and its name is free at once', async () => {
    const project = await owner.createProject('passing')
    const asked = { name: 'Project view', project_id: project.id, visibility: 'shared' }
    const { body: view } = await save(asked)
    expect(view.project_id).toBe(project.id)
    expect(await save({ ...asked, name: 'Other', project_id: view.id })).toMatchObject({ status: 404 })
    await change(view.id, { project_id: null })
    await change(view.id, { project_id: project.id })
    const { entries } = await owner.get<{ entries: unknown[] }>(`/api/v1/audit-log?target_id=${view.id}`)
    const details = { project_id: { from: null, to: project.id }, project: { from: null, to: 'passing' } }
    expect(entries[0]).toMatchObject({ action: 'view.changed', details })
    await owner.request('DELETE', `/api/v1/projects/${project.id}`)
    expect(await remove(view.id)).toMatchObject({ status: 404 })
    expect((await save({ ...asked, project_id: null })).status).toBe(201)
  })

  test('what a member shared outlives their membership, and what was their own does not', async () => {
    const user = await fixture.server.newMember(fixture.org.orgId, 'member')
    const client = await fixture.server.signIn(user)
    const { body: own } = await save({ name: 'Own' }, client)
    const { body: shared } = await save({ name: 'Left behind', visibility: 'shared' }, client)
    await owner.request('DELETE', `/api/v1/members/${user.userId}`)
    const left = (await views(owner)).find(({ id }) => id === shared.id)
    expect(left?.created_by).toMatchObject({ id: user.userId, email: null })
    const { count } = await fixture.server.database.queries
      .selectFrom('saved_view')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('uid', '=', own.id)
      .executeTakeFirstOrThrow()
    expect(count).toBe(0)
    expect(await remove(shared.id, owner)).toMatchObject({ status: 200 })
  })

  test('a token has the views of its creator: reads them by read:agent, changes them by write:triage', async () => {
    const tokenWith = async (scope: string) => {
      const asked = { label: scope, scopes: [scope] }
      const made = await owner.request<{ token: { token: string } }>('POST', '/api/v1/agent-tokens', asked)
      const authorization = `Bearer ${made.body.token.token}`
      return new ApiClient(fixture.server.url).withCredential({ authorization })
    }
    const [reader, writer] = [await tokenWith('read:agent'), await tokenWith('write:triage')]
    const { body: own } = await save({ name: 'By token' }, writer)
    expect(await names(reader)).toContain('By token')
    expect((await views(owner)).find(({ id }) => id === own.id)).toEqual(own)
    expect(await save({ name: 'No' }, reader)).toMatchObject({ status: 403 })
    const { body: shared } = await save({ name: 'Of Ada', visibility: 'shared' })
    // The scope for administration would be needed for what is someone else's.
    expect(await remove(shared.id, writer)).toMatchObject({ status: 403 })
    expect(await remove(own.id, writer)).toMatchObject({ status: 200 })
  })

  test('a member has room for 50 of their own, an organization for 100 shared ones', async () => {
    const { server, org } = fixture
    const user = await server.newMember(org.orgId, 'member')
    const client = await server.signIn(user)
    const scope = { db: server.database.queries, ...org }
    const columns = { author_id: user.userId, project_id: null, query: '', created_at: server.clock() }
    const fill = (user_id: string | null, upTo: number) =>
      Array.from({ length: upTo }, (_, n) =>
        insertSavedView(scope, {
          ...columns,
          user_id,
          name: `Filled ${n}`,
          time_window: '7d',
          sort: 'title_asc',
        }),
      )
    await Promise.all(fill(user.userId, QUOTAS.ownViews - 1))
    const names = ['A', 'B', 'C', 'D']
    const racing = await server.atOnce.race(names.map((name) => save({ name }, client)))
    expect(racing.map(({ status }) => status).toSorted()).toEqual([201, 409, 409, 409])
    expect(await save({ name: 'One more' }, client)).toMatchObject({
      status: 409,
      body: { message: 'You can have up to 50 private views. Delete one first.' },
    })
    const { body: shared } = await save({ name: 'Still room', visibility: 'shared' }, client)
    expect(await change(shared.id, { visibility: 'private' }, client)).toMatchObject({ status: 409 })
    await Promise.all(fill(null, QUOTAS.sharedViewsPerOrg))
    expect(await save({ name: 'One more', visibility: 'shared' })).toMatchObject({
      status: 409,
      body: { message: 'An organization can have up to 100 shared views. Delete one first.' },
    })
    expect((await save({ name: 'Room of my own' })).status).toBe(201)
  })
})
