import { describe, expect, it } from 'vitest'
import { ApiError } from '../../api/client.ts'
import { attemptError, fieldErrors, formError } from './field-errors.ts'

const refused = new ApiError(400, {
  message: 'The request is not valid.',
  details: [
    { path: 'origins.2', message: 'Not an origin.' },
    { path: 'cap', message: 'Too large.' },
  ],
})

describe('what a form says of an error', () => {
  it('is shown at its field, including parts of a field', () => {
    const errorOf = fieldErrors(refused)
    expect(errorOf('origins')).toBe('Not an origin.')
    expect(errorOf('cap')).toBe('Too large.')
    expect(errorOf('origin')).toBeUndefined()
    expect(fieldErrors(new Error('no'))('cap')).toBeUndefined()
  })

  it('stands above the form only if no field says it', () => {
    expect(formError(refused)).toBeUndefined()
    expect(formError(null)).toBeUndefined()
    expect(formError(new ApiError(0, { message: 'The server is unreachable.' }))).toMatch(/unreachable/)
  })

  it('is the word of the server, which tells a busy moment from too many attempts', () => {
    const busy = {
      error: 'rate_limit_exceeded',
      message: 'The password check took too long. Try again shortly.',
    }
    expect(attemptError(new ApiError(429, busy, 5))).toBe(busy.message)
    expect(attemptError(new Error('No.'))).toBe('No.')
  })

  it('names the minutes to wait if a proxy refused the attempt', () => {
    expect(attemptError(new ApiError(429, {}, 61))).toMatch(/in 2 min/)
    expect(attemptError(new ApiError(429, {}))).toMatch(/in 15 min/)
  })
})
