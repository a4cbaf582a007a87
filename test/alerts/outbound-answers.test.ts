import { once } from 'node:events'
import { type AddressInfo, createServer, type Server, type Socket } from 'node:net'
import { afterEach, describe, expect, test } from 'vitest'
import { postOutside } from '#platform/outbound/request.ts'
import { OutboundGuard } from '#platform/outbound/target.ts'

const LIMITS = {
  totalMs: 20_000,
  maxAnswerBytes: 65_536,
  excerptBytes: 2_048,
  signal: new AbortController().signal,
}
/** Far less than `totalMs`: a bound on bytes ended it, not the clock. */
const SOON_MS = 10_000

describe('a receiver that speaks bare HTTP', () => {
  let server: Server
  afterEach(() => {
    server.close()
  })

  async function answerOf(speak: (socket: Socket) => void) {
    server = createServer((socket) => {
      socket.on('error', () => {})
      socket.once('data', () => speak(socket))
    })
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`
    return postOutside(new OutboundGuard({ allowPrivate: true }), { url, headers: {}, body: '{}' }, LIMITS)
  }
  /** Writes as long as the other end reads. */
  const endless = (first: string, again: string) => (socket: Socket) => {
    const block = again.repeat(Math.ceil(50_000 / again.length))
    const write = (): void => {
      while (!socket.destroyed && socket.write(block));
    }
    socket.on('drain', write)
    socket.write(first)
    write()
  }

  test.each([
    [
      'with another protocol',
      'HTTP/1.1 101 Switching Protocols\r\nConnection: upgrade\r\nUpgrade: websocket\r\n\r\n',
    ],
    ['with 101 alone', 'HTTP/1.1 101 Switching Protocols\r\n\r\n'],
  ])(
    'is answered by %s, and the request ends',
    async (_, said) => {
      const answer = await answerOf((socket) => socket.write(said))
      expect(answer).toMatchObject({ status: 101, excerpt: '' })
    },
    SOON_MS,
  )

  test.each([
    ['says to continue', 'HTTP/1.1 100 Continue\r\n\r\n'],
    ['gives hints', 'HTTP/1.1 103 Early Hints\r\nlink: </a>\r\n\r\n'],
    ['sends blank lines', '\r\n'],
  ])(
    'and only %s is cut off',
    async (_, again) => {
      await expect(answerOf(endless('', again))).rejects.toThrow(
        'The receiver sent too much before its response.',
      )
    },
    SOON_MS,
  )

  test.each([
    ['a body', 'HTTP/1.1 200 OK\r\n\r\n', 'x'],
    ['small chunks', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n', '1\r\nx\r\n'],
    ['trailers', 'HTTP/1.1 200 OK\r\ntransfer-encoding: chunked\r\n\r\n1\r\nx\r\n0\r\n', 't: x\r\n'],
  ])(
    'with %s that never ends is cut off, and its status counts',
    async (_, first, again) => {
      const answer = await answerOf(endless(first, again))
      expect(answer.status).toBe(200)
      expect(answer.excerpt).toMatch(/^x{1,2048}$/)
    },
    SOON_MS,
  )

  test(
    'with a body that trickles is not waited for, and its status counts',
    async () => {
      const answer = await answerOf((socket) => {
        socket.write('HTTP/1.1 200 OK\r\n\r\n')
        const timer = setInterval(() => socket.write('x'), 100)
        socket.on('close', () => clearInterval(timer))
      })
      expect(answer.status).toBe(200)
      expect(answer.excerpt).toMatch(/^x+$/)
    },
    SOON_MS,
  )

  test('that hangs up without a word is said to', async () => {
    await expect(answerOf((socket) => socket.end())).rejects.toThrow(
      'The receiver closed the connection without a response.',
    )
  })
})
