import type { FastifyReply, FastifyRequest } from 'fastify'
import { ZodError } from 'zod'
import { storageRefusal } from '#actions/storage-refusal.ts'
import { type ErrorDetail, ServiceError } from '#contract/errors.ts'
import type { Problem } from '#contract/problem.ts'

const MAX_DETAILS = 20

/** Answers with the error body; what is not the caller's fault is logged here, once. */
export function answerProblem(error: unknown, request: FastifyRequest, reply: FastifyReply): FastifyReply {
  const known = toServiceError(error)
  if (known.code === 'query_too_slow')
    request.log.warn({ code: known.code }, 'a query was stopped because it took too long')
  else if (known.status >= 500) request.log.error({ err: error, code: known.code }, 'request failed')
  if (known.retryAfterSeconds !== undefined) reply.header('retry-after', known.retryAfterSeconds)
  return reply
    .code(known.status)
    .headers({ 'cache-control': 'no-store', 'x-request-id': request.id, ...known.headers })
    .send(problemOf(known, request.id))
}

export function problemOf(error: ServiceError, requestId: string): Problem {
  return {
    error: error.code,
    message: error.message,
    request_id: requestId,
    ...(error.details && { details: error.details }),
  }
}

function toServiceError(error: unknown): ServiceError {
  if (error instanceof ServiceError) return error
  if (error instanceof ZodError) return invalidRequest(error)
  const { statusCode, code } = error as { statusCode?: unknown; code?: unknown }
  if (code === 'FST_ERR_BAD_URL') return new ServiceError('invalid_request', 'The path is not a valid URL.')
  if (statusCode === 413) return new ServiceError('payload_too_large')
  if (statusCode === 415) return new ServiceError('unsupported_media_type')
  if (typeof statusCode === 'number' && statusCode >= 400 && statusCode < 500) {
    return new ServiceError('invalid_request')
  }
  return storageRefusal(error) ?? new ServiceError('internal')
}

function invalidRequest(error: ZodError): ServiceError {
  const details: ErrorDetail[] = error.issues.slice(0, MAX_DETAILS).map((issue) => ({
    path: issue.path.join('.'),
    message: issue.message,
  }))
  const first = details[0]
  const where = first?.path ? `${first.path}: ` : ''
  return new ServiceError('invalid_request', `The request is not valid: ${where}${first?.message}`, {
    details,
  })
}
