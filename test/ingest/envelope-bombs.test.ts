import { randomBytes } from 'node:crypto'
import { gzipSync } from 'node:zlib'
import { expect, it } from 'vitest'
import { signedIn } from '../support/client/api-client.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofTest } from '../support/of-suite.ts'
import { attachment, envelopeOf, event, peakMegabytes } from '../support/sample/envelope-parts.ts'
import { startService } from '../support/server/service.ts'

const MIB = 1024 * 1024
/** More than are inflated at the same time. */
const BOMBS = 8

it('bombs in numbers leave the service answering', async () => {
  const service = await ofTest(startService())
  const client = await signedIn(service.url)
  const [project, other] = [
    await client.createProject('attacked through'),
    await client.createProject('other'),
  ]
  const noise = attachment(randomBytes(3 * MIB))
  const bomb = gzipSync(envelopeOf([attachment(Buffer.alloc(190 * MIB)), event('late')]), { level: 9 })
  expect(bomb.length).toBeLessThan(250_000)
  let isOver = false
  const path = `/api/${project.number}/envelope/?sentry_key=${project.keys[0]!.public_key}`
  const attack = Array.from({ length: BOMBS }, () =>
    sendRaw(service.url, { path, headers: { 'Content-Encoding': 'gzip' }, body: bomb }),
  )
  const all = Promise.all(attack).finally(() => {
    isOver = true
  })
  const times: number[] = []
  const good = `/api/${other.number}/envelope/?sentry_key=${other.keys[0]!.public_key}`
  const modest = gzipSync(envelopeOf([noise, event('modest')]), { level: 1 })
  while (!isOver && times.length < 40) {
    const started = performance.now()
    const small = await sendRaw(service.url, { path: good, body: envelopeOf([event('meanwhile')]) })
    times.push(performance.now() - started)
    const large = await sendRaw(service.url, {
      path: good,
      headers: { 'Content-Encoding': 'gzip' },
      body: modest,
    })
    expect([small.status, large.status]).toEqual([200, 200])
  }
  expect(times.length).toBeGreaterThan(3)
  expect(times.sort((a, b) => a - b)[Math.floor(times.length / 2)]).toBeLessThan(2000)
  expect((await all).map(({ status }) => status)).toEqual(Array(BOMBS).fill(200))
  expect(peakMegabytes(service.pid)).toBeLessThan(700)
})
