import type { IncomingMessage } from 'node:http'
import { ServiceError } from '#contract/errors.ts'
import { isNestedTooDeep, NESTED_TOO_DEEP } from '#domain/json/depth.ts'
import type { HoldBytes } from './body-room.ts'
import { announcesTooMuch, inviteBody } from './expect-continue.ts'
import { DISCARD_BYTES, DISCARD_MS } from './overdue.ts'
import { parseStorableJson } from './storable-text.ts'

const JSON_TYPE = /^application\/(?:[\w.-]+\+)?json(?:\s*;|\s*$)/i

export interface BodyLimits {
  maxBytes: number
  /** Null: its bytes are not counted. */
  hold: HoldBytes | null
}

/** Undefined if empty, of any type. @throws payload_too_large, unsupported_media_type, invalid_request,
 * rate_limit_exceeded */
export async function readJsonBody(
  request: IncomingMessage,
  contentType: string | undefined,
  limits: BodyLimits,
): Promise<unknown> {
  const bytes = await readBytes(request, limits)
  const text = bytes.toString('utf8')
  if (text === '') return undefined
  if (!JSON_TYPE.test(contentType ?? '')) throw new ServiceError('unsupported_media_type')
  if (isNestedTooDeep(bytes)) throw new ServiceError('invalid_request', NESTED_TOO_DEEP)
  try {
    return parseStorableJson(text)
  } catch (cause) {
    throw new ServiceError('invalid_request', 'The body is not valid JSON.', { cause })
  }
}

/** Reads up to `maxBytes`; of a longer body the rest is read and thrown away before the refusal. */
export function readBytes(request: IncomingMessage, { maxBytes, hold }: BodyLimits): Promise<Buffer> {
  // Its events have been: nothing would ever settle this.
  if (request.destroyed) return Promise.reject(endedEarly())
  if (announcesTooMuch(request, maxBytes)) return Promise.reject(new ServiceError('payload_too_large'))
  inviteBody(request)
  return new Promise((resolve, reject) => {
    let chunks: Buffer[] = []
    let size = 0
    let timer: NodeJS.Timeout | undefined
    const settle = (finish: () => void) => {
      clearTimeout(timer)
      request.off('data', onData).off('end', onEnd).off('close', onClose)
      finish()
    }
    const onData = (chunk: Buffer) => {
      size += chunk.length
      if (size <= maxBytes) keep(chunk)
      else if (size > DISCARD_BYTES) settle(refuse)
      else if (!timer) {
        chunks = []
        timer = setTimeout(() => settle(refuse), DISCARD_MS)
      }
    }
    const keep = (chunk: Buffer) => {
      try {
        hold?.(size)
        chunks.push(chunk)
      } catch (error) {
        settle(() => reject(error as Error))
      }
    }
    const refuse = () => reject(new ServiceError('payload_too_large'))
    const onEnd = () => settle(size > maxBytes ? refuse : () => resolve(Buffer.concat(chunks)))
    const onClose = () => settle(() => reject(endedEarly()))
    request.on('data', onData).on('end', onEnd).on('close', onClose)
  })
}

function endedEarly(): ServiceError {
  return new ServiceError('invalid_request', 'The body ended too early.')
}
