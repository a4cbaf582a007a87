import { resolve } from 'node:path'
import { email } from '#contract/account/auth.ts'
import { likelyName } from '#contract/likely-name.ts'
import { INGEST_LIMITS, LIMITS } from '#contract/limits.ts'
import { type SmtpServer, smtpSender, smtpServer, smtpUrl } from '../mail/smtp-settings.ts'
import { type OidcSettings, oidcIssuer, oidcName, oidcProblems, oidcSettings } from '../oidc/oidc-settings.ts'
import { ConfigError } from './config-error.ts'
import { BYTES_PER_MB, type ReleaseFileLimits } from './release-file-limits.ts'

/** Everything the service can be told from outside. Read once at start, passed down, never changed. */
export interface Config {
  host: string
  port: number
  dataDir: string
  artifactsDir: string
  /** `postgres://…`, or null for the embedded engine. */
  databaseUrl: string | null
  /** Origin without a trailing slash that links and DSNs show; null: derived from the listening address. */
  baseUrl: string | null
  ingestHourlyCap: number
  /** Feedback of a project per UTC clock hour. */
  feedbackHourlyCap: number
  releaseFiles: ReleaseFileLimits
  spikeEventsPerMinute: number
  /** Per project, before further ones are counted in its overflow issue; 0: no limit. */
  newIssuesPerHour: number
  sessionRequestsPerMinute: number
  maxBodyBytes: number
  retentionDays: number
  /** Days after which an issue without events goes that nobody touched; 0: never. */
  quietIssueDays: number
  owner: { email: string; password: string; orgName: string } | null
  /** Proxies in front of the service, each of which adds the address it was asked from; 0: none is believed. */
  trustedProxies: number
  connectionsPerClient: number
  /** The server that takes mails; null: none are sent. */
  smtp: SmtpServer | null
  /** Signs members in; null: with a password alone. */
  oidc: OidcSettings | null
  webhookAllowPrivate: boolean
  /** Who has it may read the metrics; null: nobody. */
  metricsToken: string | null
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

interface Setting<T> {
  name: string
  fallback: string
  read: (text: string, name: string) => T
  isVerbatim?: boolean
}

function setting<T>(name: string, fallback: string, read: (text: string, name: string) => T): Setting<T> {
  return { name, fallback, read }
}

const text = (value: string): string => value
const optionalText = (value: string): string | null => (value === '' ? null : value)

function wholeNumber(min: number, max: number) {
  return (value: string, name: string): number => {
    const number = Number(value)
    if (!/^\d+$/.test(value) || number < min || number > max) {
      throw new ConfigError(`${name} is "${value}". Use a whole number from ${min} to ${max}.`)
    }
    return number
  }
}

const MAX_PROXIES = 8

function proxyCount(value: string, name: string): number {
  if (['true', 'yes', 'on'].includes(value.toLowerCase())) return 1
  if (['', 'false', 'no', 'off'].includes(value.toLowerCase())) return 0
  return wholeNumber(0, MAX_PROXIES)(value, name)
}

function isOn(value: string, name: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new ConfigError(`${name} is "${value}". Use 1 or 0.`)
}

function oneOf<T extends string>(...values: T[]) {
  return (value: string, name: string): T => {
    if (!values.includes(value as T))
      throw new ConfigError(`${name} is "${value}". Use one of ${values.join(', ')}.`)
    return value as T
  }
}

function origin(value: string, name: string): string | null {
  if (value === '') return null
  const url = URL.canParse(value) ? new URL(value) : null
  // Not printed: it may be a password.
  if (url?.username || url?.password)
    throw new ConfigError(
      `${name} has a user name or password. Use an origin such as https://errors.example.com.`,
    )
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError(
      `${name} is "${value}". Use an origin such as https://errors.example.com. Errata cannot be served under a path.`,
    )
  }
  return url.origin
}

function emailAddress(value: string, name: string): string {
  if (value !== '' && !email.safeParse(value).success) {
    throw new ConfigError(`${name} is "${value}". Use an email address.`)
  }
  return value
}

function databaseUrl(value: string, name: string): string | null {
  if (value === '') return null
  const url = /^postgres(ql)?:\/\//.test(value) ? URL.parse(value) : null
  // The driver takes the folder of a socket as `?host=`; without any host it would look for a server on this machine.
  if (!url?.host && !url?.searchParams.get('host')) {
    throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database.`)
  }
  return value
}

const MIN_METRICS_TOKEN_CHARS = 16

function metricsToken(value: string, name: string): string | null {
  if (value === '') return null
  if (!/^[\x21-\x7e]+$/.test(value) || value.length < MIN_METRICS_TOKEN_CHARS) {
    throw new ConfigError(
      `${name} must have ${MIN_METRICS_TOKEN_CHARS} or more printable ASCII characters and no spaces.`,
    )
  }
  return value
}

/** The settings, in the order of the documentation. Secrets are never printed. */
const SETTINGS = {
  // An IPv6 address as a URL has it: `[::1]`.
  host: setting('SVC_HOST', '127.0.0.1', (value) => value.replace(/^\[([\da-fA-F:.]+)\]$/, '$1')),
  port: setting('SVC_PORT', '8000', wholeNumber(0, 65535)),
  dataDir: setting('SVC_DATA_DIR', './data', (value) => resolve(value)),
  artifactsDir: setting('SVC_ARTIFACTS_DIR', '', optionalText),
  databaseUrl: setting('SVC_DATABASE_URL', '', databaseUrl),
  baseUrl: setting('SVC_BASE_URL', '', origin),
  ingestHourlyCap: setting(
    'SVC_INGEST_HOURLY_CAP',
    String(INGEST_LIMITS.ingestEventsPerHour),
    wholeNumber(0, LIMITS.hourlyCapMax),
  ),
  feedbackHourlyCap: setting('SVC_FEEDBACK_HOURLY_CAP', '500', wholeNumber(0, 1e9)),
  spikeEventsPerMinute: setting(
    'SVC_SPIKE_EVENTS_PER_MINUTE',
    String(INGEST_LIMITS.spikeEventsPerMinute),
    wholeNumber(0, 1e9),
  ),
  newIssuesPerHour: setting(
    'SVC_NEW_ISSUES_PER_HOUR',
    String(INGEST_LIMITS.newIssuesPerHour),
    wholeNumber(0, 1e9),
  ),
  maxBodyBytes: setting(
    'SVC_MAX_BODY_BYTES',
    String(INGEST_LIMITS.maxBodyBytes),
    wholeNumber(1024, INGEST_LIMITS.largestBodyBytes),
  ),
  releaseFilesMax: setting('SVC_RELEASE_FILES_MAX', '20000', wholeNumber(0, 1e9)),
  releaseFilesMaxMb: setting('SVC_RELEASE_FILES_MAX_MB', '2048', wholeNumber(0, 1e9)),
  publicReleaseFilesMax: setting('SVC_PUBLIC_RELEASE_FILES_MAX', '2000', wholeNumber(0, 1e9)),
  publicReleaseFilesMaxMb: setting('SVC_PUBLIC_RELEASE_FILES_MAX_MB', '200', wholeNumber(0, 1e9)),
  publicUploadsHourlyCap: setting('SVC_PUBLIC_UPLOADS_HOURLY_CAP', '500', wholeNumber(0, 1e9)),
  retentionDays: setting('SVC_RETENTION_DAYS', '90', wholeNumber(1, LIMITS.retentionDaysMax)),
  quietIssueDays: setting('SVC_QUIET_ISSUE_DAYS', '180', wholeNumber(0, LIMITS.retentionDaysMax)),
  sessionRequestsPerMinute: setting('SVC_SESSION_REQUESTS_PER_MINUTE', '3000', wholeNumber(0, 1e9)),
  ownerEmail: setting('SVC_OWNER_EMAIL', '', emailAddress),
  ownerPassword: { ...setting('SVC_OWNER_PASSWORD', '', text), isVerbatim: true },
  orgName: setting('SVC_ORG_NAME', 'My organization', text),
  trustedProxies: setting('SVC_TRUST_PROXY', '0', proxyCount),
  connectionsPerClient: setting('SVC_CONNECTIONS_PER_CLIENT', '128', wholeNumber(0, 2000)),
  smtpUrl: setting('SVC_SMTP_URL', '', smtpUrl),
  smtpFrom: setting('SVC_SMTP_FROM', '', smtpSender),
  oidcIssuer: setting('SVC_OIDC_ISSUER', '', oidcIssuer),
  oidcClientId: setting('SVC_OIDC_CLIENT_ID', '', text),
  oidcClientSecret: { ...setting('SVC_OIDC_CLIENT_SECRET', '', text), isVerbatim: true },
  oidcName: setting('SVC_OIDC_NAME', '', oidcName),
  oidcTrustEmail: setting('SVC_OIDC_TRUST_EMAIL', 'off', isOn),
  webhookAllowPrivate: setting('SVC_WEBHOOK_ALLOW_PRIVATE', 'off', isOn),
  metricsToken: setting('SVC_METRICS_TOKEN', '', metricsToken),
  logLevel: setting(
    'SVC_LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const

export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map((entry) => entry.name)

type SettingValues = { [Name in keyof typeof SETTINGS]: ReturnType<(typeof SETTINGS)[Name]['read']> }

/** @throws ConfigError naming every variable that cannot be used. */
export function readConfig(env: Record<string, string | undefined>): Config {
  const { values, problems } = readSettings(env)
  const {
    ownerEmail,
    ownerPassword,
    orgName,
    smtpUrl: server,
    smtpFrom,
    releaseFilesMax,
    releaseFilesMaxMb,
    publicReleaseFilesMax,
    publicReleaseFilesMaxMb,
    publicUploadsHourlyCap,
    ...plain
  } = values
  const { dataDir, artifactsDir, baseUrl } = plain
  // A setting that cannot be used would count as missing below.
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  if ((ownerEmail === '') !== (ownerPassword === '')) {
    problems.push('Set both SVC_OWNER_EMAIL and SVC_OWNER_PASSWORD, or neither.')
  }
  const smtp = smtpServer(server, smtpFrom)
  if (smtp?.from === '') {
    problems.push('This SVC_SMTP_URL needs SVC_SMTP_FROM, the sender address of emails.')
  }
  if (smtp && baseUrl === null) {
    // Otherwise the Host header of the request would decide where the link in the mail leads.
    problems.push('SVC_SMTP_URL needs SVC_BASE_URL, because the links in emails begin with it.')
  }
  problems.push(...oidcProblems(values, baseUrl))
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return {
    ...plain,
    artifactsDir: resolve(artifactsDir ?? `${dataDir}/artifacts`),
    owner: ownerEmail === '' ? null : { email: ownerEmail, password: ownerPassword, orgName },
    smtp,
    oidc: oidcSettings(values),
    releaseFiles: {
      maxFiles: releaseFilesMax,
      maxBytes: releaseFilesMaxMb * BYTES_PER_MB,
      maxPublicFiles: publicReleaseFilesMax,
      maxPublicBytes: publicReleaseFilesMaxMb * BYTES_PER_MB,
      publicUploadsPerHour: publicUploadsHourlyCap,
    },
  }
}

/** Each setting by itself; one that cannot be used has its default, and its problem is said. */
function readSettings(env: Record<string, string | undefined>): {
  values: SettingValues
  problems: string[]
} {
  const problems: string[] = []
  const readOne = (entry: Setting<unknown>): unknown => {
    try {
      // Empty is unset, as Compose files and unit files write it: an empty host would be every address.
      const given = env[entry.name] ?? ''
      const trimmed = given.trim()
      return entry.read(trimmed === '' ? entry.fallback : entry.isVerbatim ? given : trimmed, entry.name)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return entry.read(entry.fallback, entry.name)
    }
  }
  const values = Object.fromEntries(Object.entries(SETTINGS).map(([name, entry]) => [name, readOne(entry)]))
  return { values: values as SettingValues, problems }
}

/** Warnings for `SVC_*` names that nothing reads, each with the name that was probably meant. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && !SETTING_NAMES.includes(name))
    .map((name) => {
      const meant = likelyName(name, SETTING_NAMES)
      return `${name} is not a setting of errata${meant ? `; did you mean ${meant}?` : '. docs/configuration.md lists them.'}`
    })
}
