import { randomUUID } from 'node:crypto'
import type { Socket } from 'node:net'
import { ServiceError } from '#contract/errors.ts'
import { problemOf } from './answer-problem.ts'

export type AnswerBare = (socket: Socket, status: string, error: ServiceError) => void

/** @param headers of every answer of the service. */
export function bareAnswers(headers: Record<string, string>): AnswerBare {
  return (socket, status, error) => {
    const id = randomUUID()
    const body = JSON.stringify(problemOf(error, id))
    const all = {
      ...headers,
      'X-Request-Id': id,
      'Cache-Control': 'no-store',
      'Content-Type': 'application/json; charset=utf-8',
      'Content-Length': Buffer.byteLength(body),
      ...(error.retryAfterSeconds !== undefined && { 'Retry-After': error.retryAfterSeconds }),
      Connection: 'close',
    }
    const lines = Object.entries(all).map(([name, value]) => `${name}: ${value}\r\n`)
    if (socket.writable) socket.write(`HTTP/1.1 ${status}\r\n${lines.join('')}\r\n${body}`)
    socket.destroySoon()
  }
}

export function brokenRequest(code: string | undefined): [status: string, error: ServiceError] {
  switch (code) {
    case 'HPE_HEADER_OVERFLOW':
      return [
        '431 Request Header Fields Too Large',
        new ServiceError('invalid_request', 'The headers are larger than 16 KB.'),
      ]
    case 'ERR_HTTP_REQUEST_TIMEOUT':
      return ['408 Request Timeout', new ServiceError('request_timeout')]
    default:
      return ['400 Bad Request', new ServiceError('invalid_request', 'This is not a valid HTTP request.')]
  }
}
