import { ConfigError } from '../config/config-error.ts'

/** An OpenID Connect provider whose accounts sign members in. */
export interface OidcSettings {
  issuer: string
  clientId: string
  clientSecret: string
  /** Whose account it is, on the button: `Sign in with <name>`. */
  name: string
  /** Whether an email address counts of which the provider doesn't say that it was verified. */
  trustsEmail: boolean
}

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']

/** As the provider spells it: it is in each ID token, with or without a slash at its end. */
export function oidcIssuer(value: string, name: string): string {
  if (value === '') return value
  const url = URL.canParse(value) ? new URL(value) : null
  const isSafe = url?.protocol === 'https:' || (url?.protocol === 'http:' && LOOPBACK.includes(url.hostname))
  if (!url || !isSafe || url.username || url.password || url.search || url.hash) {
    throw new ConfigError(
      `${name} must be the issuer of an OpenID Connect provider, such as https://login.example.com: its https URL, without /.well-known/openid-configuration. http works on this machine only.`,
    )
  }
  return value.replace(/\/\.well-known\/openid-configuration$/, '')
}

const MAX_NAME_CHARS = 40

export function oidcName(value: string, name: string): string {
  if (value.length > MAX_NAME_CHARS) {
    throw new ConfigError(`${name} has more than ${MAX_NAME_CHARS} characters: a button shows it.`)
  }
  return value
}

export interface OidcValues {
  oidcIssuer: string
  oidcClientId: string
  oidcClientSecret: string
  oidcName: string
  oidcTrustEmail: boolean
}

/** Null without an issuer. */
export function oidcSettings(values: OidcValues): OidcSettings | null {
  const { oidcIssuer: issuer, oidcClientId, oidcClientSecret, oidcTrustEmail } = values
  if (issuer === '') return null
  const name = values.oidcName || new URL(issuer).host
  return { issuer, clientId: oidcClientId, clientSecret: oidcClientSecret, name, trustsEmail: oidcTrustEmail }
}

/** What is missing beside what was set. */
export function oidcProblems(values: OidcValues, baseUrl: string | null): string[] {
  const { oidcIssuer: issuer, oidcClientId, oidcClientSecret } = values
  if (issuer === '' && oidcClientId === '' && oidcClientSecret === '') return []
  const problems: string[] = []
  if (issuer === '' || oidcClientId === '' || oidcClientSecret === '') {
    problems.push(
      'Set all of SVC_OIDC_ISSUER, SVC_OIDC_CLIENT_ID and SVC_OIDC_CLIENT_SECRET, or none of them.',
    )
  }
  if (baseUrl === null) {
    problems.push('SVC_OIDC_ISSUER needs SVC_BASE_URL, to which the provider sends browsers back.')
  }
  return problems
}
