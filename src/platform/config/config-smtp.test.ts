import { describe, expect, it } from 'vitest'
import { readConfig } from './config.ts'

const read = (env: Record<string, string>) =>
  readConfig({ SVC_BASE_URL: 'https://errors.example.com', SVC_SMTP_FROM: 'errata@example.com', ...env }).smtp

describe('SVC_SMTP_URL', () => {
  it.each([
    ['smtp://mail.example.com', { host: 'mail.example.com', port: 587, secure: false, credentials: null }],
    ['smtp://mail.example.com:25/', { host: 'mail.example.com', port: 25, secure: false, credentials: null }],
    [
      'smtps://us%40er:p%2Fw%3A@mail.example.com',
      {
        host: 'mail.example.com',
        port: 465,
        secure: true,
        credentials: { user: 'us@er', pass: 'p/w:' },
      },
    ],
    ['smtp://[::1]:2525', { host: '::1', port: 2525, secure: false, credentials: null }],
  ])('%s', (url, expected) => {
    expect(read({ SVC_SMTP_URL: url })).toEqual({ ...expected, from: 'errata@example.com' })
  })

  it('absent or empty: no mails', () => {
    expect(read({})).toBeNull()
    expect(read({ SVC_SMTP_URL: '' })).toBeNull()
  })

  it.each([
    'mail.example.com',
    'http://mail.example.com',
    'smtp://',
    'smtp://h/path',
    'smtp://h?x=1',
    'smtp://%zz@h',
    'smtp:h',
  ])('a bad value stops the start and names the variable, without printing it: %s', (url) => {
    expect(() => read({ SVC_SMTP_URL: url })).toThrow(/^SVC_SMTP_URL must look like/)
    expect(() => read({ SVC_SMTP_URL: 'http://user:hunter2@h' })).not.toThrow(/hunter2/)
  })

  it('needs the base address and a sender', () => {
    expect(() => read({ SVC_SMTP_URL: 'smtp://h', SVC_BASE_URL: '' })).toThrow(
      /SVC_SMTP_URL needs SVC_BASE_URL/,
    )
    expect(() => read({ SVC_SMTP_URL: 'smtp://h', SVC_SMTP_FROM: '' })).toThrow(/needs SVC_SMTP_FROM/)
    const user = { SVC_SMTP_URL: 'smtp://errors%40example.com:x@h', SVC_SMTP_FROM: '' }
    expect(read(user)?.from).toBe('errors@example.com')
  })

  it.each(['nobody', 'a@b, c@d', 'x <nobody>', 'two <a@b> <c@d>'])('a bad sender is refused: %s', (from) => {
    expect(() => read({ SVC_SMTP_FROM: from })).toThrow(/^SVC_SMTP_FROM is/)
  })

  it.each<Record<string, string>>([
    { SVC_SMTP_URL: 'smtp://h', SVC_BASE_URL: 'errors.example.com' },
    { SVC_OWNER_EMAIL: 'ada', SVC_OWNER_PASSWORD: 'a long passphrase' },
    { SVC_OIDC_ISSUER: 'login', SVC_OIDC_CLIENT_ID: 'errata', SVC_OIDC_CLIENT_SECRET: 'x' },
  ])('a bad value is not called a missing one as well: %j', (env) => {
    expect(() => read(env)).toThrow(/^SVC_\w+ (?:is|must)[^\n]*$/)
  })

  it('a sender may have a name', () => {
    const from = 'Errata <errata@example.com>'
    expect(read({ SVC_SMTP_URL: 'smtp://h', SVC_SMTP_FROM: from })?.from).toBe(from)
  })
})
