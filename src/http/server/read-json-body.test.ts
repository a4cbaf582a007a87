import { once } from 'node:events'
import { IncomingMessage } from 'node:http'
import { Socket } from 'node:net'
import { expect, it } from 'vitest'
import { readBytes } from './read-json-body.ts'

it('a body whose client has left before anyone reads it has ended, too', async () => {
  const request = new IncomingMessage(new Socket())
  request.push('{"name":')
  request.destroy()
  await once(request, 'close')
  await expect(readBytes(request, { maxBytes: 100, hold: null })).rejects.toThrow('ended too early')
})
