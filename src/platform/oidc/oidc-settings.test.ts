import { describe, expect, it } from 'vitest'
import { readConfig } from '../config/config.ts'

const SECRET = 'hunter2'
const read = (env: Record<string, string>) =>
  readConfig({
    SVC_BASE_URL: 'https://errors.example.com',
    SVC_OIDC_ISSUER: 'https://login.example.com/realms/main',
    SVC_OIDC_CLIENT_ID: 'errata',
    SVC_OIDC_CLIENT_SECRET: SECRET,
    ...env,
  }).oidc

describe('SVC_OIDC_ISSUER', () => {
  it('is null without any of the settings', () => {
    expect(readConfig({}).oidc).toBeNull()
  })

  it('is named by its host unless a name is given', () => {
    const issuer = 'https://login.example.com/realms/main'
    const given = { issuer, clientId: 'errata', clientSecret: SECRET, trustsEmail: false }
    expect(read({})).toEqual({ ...given, name: 'login.example.com' })
    expect(read({ SVC_OIDC_NAME: 'Example ID' })).toMatchObject({ name: 'Example ID' })
  })

  it.each([
    // With and without a slash at its end, as ID tokens have it.
    ['https://example.eu.auth0.com/', 'https://example.eu.auth0.com/'],
    ['https://h/x/.well-known/openid-configuration', 'https://h/x'],
    ['http://localhost:8080/realms/main', 'http://localhost:8080/realms/main'],
    ['http://[::1]:8080', 'http://[::1]:8080'],
  ])('%s', (given, issuer) => {
    expect(read({ SVC_OIDC_ISSUER: given })?.issuer).toBe(issuer)
  })

  it.each([
    'login.example.com',
    'http://login.example.com',
    'http://localhost.example.com',
    'https://user:hunter2@login.example.com',
    'https://login.example.com?x=1',
    'https://login.example.com#x',
    'javascript:alert(1)',
  ])('%s is refused', (issuer) => {
    expect(() => read({ SVC_OIDC_ISSUER: issuer })).toThrow(/^SVC_OIDC_ISSUER must be the issuer/)
    expect(() => read({ SVC_OIDC_ISSUER: issuer })).not.toThrow(/hunter2/)
  })

  it('says what is missing', () => {
    for (const name of ['SVC_OIDC_ISSUER', 'SVC_OIDC_CLIENT_ID', 'SVC_OIDC_CLIENT_SECRET']) {
      expect(() => read({ [name]: '' })).toThrow(/^Set all of SVC_OIDC_ISSUER, /)
    }
    expect(() => read({ SVC_BASE_URL: '' })).toThrow(/^SVC_OIDC_ISSUER needs SVC_BASE_URL/)
    expect(() => read({ SVC_OIDC_NAME: 'x'.repeat(41) })).toThrow(/^SVC_OIDC_NAME has more than 40/)
  })
})
