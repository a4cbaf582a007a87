import { describe, expect, it } from 'vitest'
import { attemptText, deliveryState, hostOf, pauseText } from './webhook-text.ts'

describe('what is said of webhooks', () => {
  it.each([
    [{ status: 204, error: null }, '204 in 12 ms'],
    [{ status: 500, error: 'The receiver answered 500.' }, 'The receiver answered 500. (12 ms)'],
    [{ status: null, error: 'No answer within 10 s.' }, 'No answer within 10 s.'],
  ])('a try %j: %s', (attempt, text) => {
    expect(attemptText({ ...attempt, duration_ms: 12, attempted_at: '' })).toBe(text)
  })

  it.each([
    ['delivered', null, 'ok'],
    ['pending', undefined, 'waiting'],
    ['pending', null, 'waiting'],
    ['pending', 'No answer.', 'retrying'],
    ['failed', 'No answer.', 'failed'],
    ['canceled', undefined, 'canceled'],
  ] as const)('%s, after an attempt that ended with %s, is %s', (status, error, state) => {
    expect(deliveryState(status, error)).toBe(state)
  })

  it('a webhook that was turned off says who did it', () => {
    expect(pauseText({ enabled: true, disabled_reason: null })).toBeUndefined()
    expect(pauseText({ enabled: false, disabled_reason: null })).toBe('Paused')
    expect(pauseText({ enabled: false, disabled_reason: 'gone' })).toContain('410')
  })

  it('the host is shown, never the path of a chat with its secret', () => {
    expect(hostOf('https://hooks.slack.com/services/T0/B0/secret')).toBe('hooks.slack.com')
    expect(hostOf('not a url')).toBe('not a url')
  })
})
