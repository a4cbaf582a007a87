import { beforeEach, expect, test } from 'vitest'
import type { JsonObject } from '#domain/json/json.ts'
import { verifyDatabase } from '#storage/verify/verify-database.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { FamilyFixture } from '../support/family-fixture.ts'
import { ofSuite } from '../support/of-suite.ts'
import type { FedEvent } from '../support/pipeline/pipeline-feed.ts'
import { HOUR, START } from '../support/server/issue-server.ts'

describeOn(ENGINES, 'Names of an issue of events that say different things', (engine) => {
  let at = START - 5 * HOUR
  const the = ofSuite(() => FamilyFixture.start(engine))
  beforeEach(async () => {
    the.project = await the.newProject()
  })

  const event = (fields: JsonObject): FedEvent => ({
    kind: 'Sent',
    at: at++,
    fields: { fingerprint: ['one issue'], exception: null, ...fields },
  })
  const message = (text: string, fields: JsonObject = {}) => event({ message: text, ...fields })
  const only = async () => {
    const issues = await the.list()
    expect(issues).toHaveLength(1)
    return issues[0]!
  }
  const isFound = async (q: string) => (await the.list(q)).length === 1
  const differences = async () => (await verifyDatabase(the.server.server.database.queries)).differences

  test('the title is that of the newest event, also within a batch and when an older one comes late', async () => {
    await the.send(message('disk almost full'), message('cart is empty'))
    expect(await only()).toMatchObject({ title: 'cart is empty' })
    // At the time of the last one.
    const coupon = message('coupon is unknown', { transaction: '/coupons' })
    await the.send({ ...coupon, at: coupon.at - 1, release: '2.0.0' })
    expect(await only()).toMatchObject({
      title: 'coupon is unknown',
      culprit: '/coupons',
      release: '2.0.0',
    })
    await the.send({ ...message('came late'), at: START - 9 * HOUR })
    expect(await only()).toMatchObject({ title: 'coupon is unknown', event_count: 4 })
    for (const text of ['disk almost', 'cart is empty', 'coupon is', '/coupons', 'came late'])
      expect(await isFound(text), text).toBe(true)
    expect(await differences()).toEqual([])
  })

  test('an event that was only counted changes no name', async () => {
    await the.send(message('first'))
    await the.send({ ...message('second'), countedOnly: true })
    expect(await only()).toMatchObject({ title: 'first', event_count: 2 })
    await the.send(message('third'))
    expect(await only()).toMatchObject({ title: 'third' })
  })

  test('values of a frequent message do not push out a rare one', async () => {
    await the.send(message('payment provider unreachable'))
    const users = Array.from({ length: 300 }, (_, n) =>
      message(`user ${1000 + n} was not found in shard-${n}`),
    )
    for (let n = 0; n < users.length; n += 30) await the.send(...users.slice(n, n + 30))
    expect(await only()).toMatchObject({ title: 'user 1299 was not found in shard-299' })
    expect(await isFound('provider unreachable')).toBe(true)
    expect(await isFound('user 1299 was')).toBe(true)
    expect(await isFound('user 1000 was')).toBe(false)
    const { search_text: text } = await the.server.server.database.queries
      .selectFrom('issue')
      .select('search_text')
      .where('project_id', '=', the.project.projectId)
      .executeTakeFirstOrThrow()
    expect(text.length).toBeLessThan(1000)
    expect(await differences()).toEqual([])
  })

  test('an issue is found by every message, however many there are and however they come', async () => {
    const words = [
      'alpha',
      'bravo',
      'charlie',
      'delta',
      'echo',
      'foxtrot',
      'golf',
      'hotel',
      'india',
      'juliet',
    ]
    const texts = words.flatMap((first) => words.map((second) => `${first} lost the ${second} connection`))
    await the.send(...texts.slice(0, 40).map((text) => message(text)))
    for (const text of texts.slice(40)) await the.send(message(text))
    const missing: string[] = []
    for (const text of texts) if (!(await isFound(`"${text}"`))) missing.push(text)
    expect(missing).toEqual([])
    expect(await the.list('!"alpha lost the bravo"')).toEqual([])
    expect(await isFound('"alpha lost the alpha" "juliet lost the juliet"')).toBe(true)
    expect(await isFound('"alpha lost the zulu"')).toBe(false)
    expect(await differences()).toEqual([])
  })

  test('messages that a merged issue has no room for lead to the issue it is shown in', async () => {
    const other = { fingerprint: ['other'] }
    const long = Array.from('abcdef', (letter) => message(letter.repeat(200), other))
    await the.send(message('parent'), message('the first of many', other), ...long)
    const [child, parent] = await the.list()
    expect((await the.list('first of many')).map(({ id }) => id)).toEqual([child!.id])
    await the.merge(parent!.id, child!.id)
    expect((await the.list('first of many')).map(({ id }) => id)).toEqual([parent!.id])
  })

  test('an issue keeps 500 messages, and the newest', async () => {
    const letters = 'abcdefghijklmnopqrstuvwxyz'
    const name = (n: number) =>
      `${letters[Math.floor(n / 676)]}${letters[Math.floor(n / 26) % 26]}${letters[n % 26]}`
    const texts = Array.from({ length: 700 }, (_, n) => `unit ${name(n)} of the row does not answer`)
    for (let n = 0; n < texts.length; n += 100)
      await the.send(...texts.slice(n, n + 100).map((text) => message(text)))
    const { count } = await the.server.server.database.queries
      .selectFrom('issue_message')
      .innerJoin('issue', 'issue.id', 'issue_message.issue_id')
      .select((eb) => eb.fn.countAll<number>().as('count'))
      .where('issue.project_id', '=', the.project.projectId)
      .executeTakeFirstOrThrow()
    expect(count).toBe(500)
    for (const text of [texts[0]!, texts.at(-1)!]) expect(await isFound(`"${text}"`), text).toBe(true)
  })

  test('an error is found by its causes and its transaction', async () => {
    const values = [
      { type: 'OperationalError', value: 'too many connections' },
      { type: 'CheckoutFailed', value: 'no order' },
    ]
    await the.send(event({ exception: { values }, transaction: 'POST /pay/:id' }))
    for (const text of ['too many conn', 'operationalerror', 'no order', 'post /pay/'])
      expect(await isFound(text), text).toBe(true)
  })

  test('merged issues keep their own names, and are found by the words of all of them', async () => {
    await the.send(message('parent one'), message('child one', { fingerprint: ['other'] }))
    const [child, parent] = await the.list()
    await the.merge(parent!.id, child!.id)
    await the.send(message('child two', { fingerprint: ['other'] }))
    expect(await only()).toMatchObject({ title: 'parent one', event_count: 3 })
    for (const text of ['parent one', 'child one', 'child two']) expect(await isFound(text), text).toBe(true)
    expect(await the.list('!"child two"')).toEqual([])
    expect(await differences()).toEqual([])
    await the.split(parent!.id, child!.id)
    expect((await the.list('child')).map(({ title }) => title)).toEqual(['child two'])
    expect((await the.list('parent')).map(({ title }) => title)).toEqual(['parent one'])
    expect(await differences()).toEqual([])
  })
})
