import { expect, onTestFinished, test } from 'vitest'
import { Journey } from '../support/journey.ts'

test('a message that is nested deep is refused as such', async () => {
  const journey = await Journey.start()
  onTestFinished(() => journey.end())
  const { secret } = await journey.token(['read:agent'])
  const send = async (levels: number): Promise<[number, unknown]> => {
    const nested = `${'{"a":'.repeat(levels)}1${'}'.repeat(levels)}`
    const { status, json } = await journey.raw({
      path: '/mcp',
      headers: {
        authorization: `Bearer ${secret}`,
        'content-type': 'application/json',
        accept: 'application/json, text/event-stream',
      },
      body: `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"whoami","arguments":${nested}}}`,
    })
    return [status, json?.error]
  }
  expect((await send(50))[0]).toBe(200)
  expect(await send(200)).toEqual([400, 'invalid_request'])
  expect(await send(40_000)).toEqual([400, 'invalid_request'])
})
