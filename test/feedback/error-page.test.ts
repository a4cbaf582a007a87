import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { describeOn, ONE_ENGINE } from '../support/database/engines.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startIngestServer, type TestKey } from '../support/server/ingest-server.ts'

const CAP = 3

describeOn(ONE_ENGINE, 'the crash dialog of the browser SDK', (engine) => {
  let key: TestKey
  const server = ofSuite(() => startIngestServer({ engine, feedbackHourlyCap: CAP }))
  beforeAll(async () => {
    key = await server.newKey()
  })

  /** As the SDK builds it: the DSN is not encoded. */
  function address(more = `&eventId=${randomUUID().replaceAll('-', '')}`, publicKey = key.publicKey): string {
    const { host } = new URL(server.url)
    return `${server.url}/api/embed/error-page/?dsn=http://${publicKey}@${host}/${key.project.projectId}${more}`
  }
  const form = (fields: Record<string, string>) =>
    ({ method: 'POST', body: new URLSearchParams(fields) }) as const
  const stored = () =>
    server.database.queries
      .selectFrom('feedback')
      .select(['name', 'email', 'comments', 'waits_until'])
      .where('project_id', '=', key.project.projectId)
      .execute()

  it('is a script that pages of any origin may load, and that nothing in its address changes', async () => {
    const plain = await fetch(address())
    expect(plain.status).toBe(200)
    expect(plain.headers.get('content-type')).toBe('text/javascript; charset=utf-8')
    expect(plain.headers.get('access-control-allow-origin')).toBe('*')
    const odd = encodeURIComponent('</script>"-alert(1)-"')
    const other = await fetch(address(`&eventId=${randomUUID()}&title=${odd}&name=${odd}`))
    expect(await other.text()).toBe(await plain.text())
  })

  it.each(['GET', 'POST'])('%s says what is wrong with the address', async (method) => {
    const answer = async (url: string) => {
      const response = await fetch(url, { method })
      const { error } = (await response.json()) as { error: string }
      return [response.status, error, response.headers.get('access-control-allow-origin')]
    }
    expect(await answer(`${server.url}/api/embed/error-page/`)).toEqual([401, 'invalid_dsn', '*'])
    expect(await answer(address(undefined, 'ab'.repeat(16)))).toEqual([401, 'invalid_dsn', '*'])
    expect(await answer(address(''))).toEqual([400, 'invalid_request', '*'])
    expect(await answer(address('&eventId=x'))).toEqual([400, 'invalid_request', '*'])
  })

  it('keeps what is written, without secrets, until its event comes, and no more than feedback may be', async () => {
    const empty = await fetch(address(), form({ name: 'Ada', email: '', comments: ' ' }))
    expect(empty.status).toBe(400)
    for (let sent = 0; sent < CAP; sent++) {
      const comments = 'My password=hunter2secret did not work'
      const answer = await fetch(address(), form({ name: 'Ada', email: 'ada@example.com', comments }))
      expect([answer.status, await answer.text()]).toEqual([200, '{}'])
    }
    const refused = await fetch(address(), form({ comments: 'once more' }))
    expect(refused.status).toBe(429)
    const rows = await stored()
    expect(rows).toHaveLength(CAP)
    expect(rows[0]).toMatchObject({ name: 'Ada', email: 'ada@example.com' })
    expect(rows[0]!.comments).toBe('My password=[Filtered] did not work')
    expect(rows[0]!.waits_until).not.toBeNull()
  })

  it('answers HEAD as GET, and takes no other methods', async () => {
    expect((await fetch(address(), { method: 'HEAD' })).status).toBe(200)
    const answer = await fetch(address(), { method: 'PUT' })
    expect([answer.status, answer.headers.get('allow')]).toEqual([405, 'GET, HEAD, POST, OPTIONS'])
  })
})
