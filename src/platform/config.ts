import { resolve } from 'node:path'
import { LIMITS } from '#contract/limits.ts'

/** Everything the service can be told from outside. Read once at start, passed down, never changed. */
export interface Config {
  host: string
  port: number
  /** Absolute path. */
  dataDir: string
  /** Absolute path. */
  artifactsDir: string
  /** `postgres://…`, or null for the embedded engine. */
  databaseUrl: string | null
  /** Origin without a trailing slash that links and DSNs show; null: derived from the listening address. */
  baseUrl: string | null
  ingestHourlyCap: number
  spikeEventsPerMinute: number
  maxBodyBytes: number
  retentionDays: number
  owner: { email: string; password: string; orgName: string } | null
  trustProxy: boolean
  logLevel: 'fatal' | 'error' | 'warn' | 'info' | 'debug' | 'trace' | 'silent'
}

/** A setting that cannot be used; the message names the variable, what is wrong and what would be right. */
export class ConfigError extends Error {}

interface Setting<T> {
  name: string
  fallback: string
  read: (text: string, name: string) => T
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
      throw new ConfigError(`${name} is "${value}": give a whole number from ${min} to ${max}.`)
    }
    return number
  }
}

function flag(value: string, name: string): boolean {
  if (['1', 'true', 'yes', 'on'].includes(value.toLowerCase())) return true
  if (['', '0', 'false', 'no', 'off'].includes(value.toLowerCase())) return false
  throw new ConfigError(`${name} is "${value}": give 1 or 0.`)
}

function oneOf<T extends string>(...values: T[]) {
  return (value: string, name: string): T => {
    if (!values.includes(value as T))
      throw new ConfigError(`${name} is "${value}": give one of ${values.join(', ')}.`)
    return value as T
  }
}

function origin(value: string, name: string): string | null {
  if (value === '') return null
  const url = URL.canParse(value) ? new URL(value) : null
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.pathname !== '/' || url.search || url.hash) {
    throw new ConfigError(`${name} is "${value}": give an origin such as https://errors.example.com.`)
  }
  return url.origin
}

function databaseUrl(value: string, name: string): string | null {
  if (value === '') return null
  if (!/^postgres(ql)?:\/\//.test(value) || !URL.canParse(value)) {
    throw new ConfigError(`${name} must look like postgres://user:password@host:5432/database.`)
  }
  return value
}

/** The settings, in the order of the documentation. Secrets are never printed. */
const SETTINGS = {
  host: setting('SVC_HOST', '127.0.0.1', text),
  port: setting('SVC_PORT', '8000', wholeNumber(0, 65535)),
  dataDir: setting('SVC_DATA_DIR', './data', (value) => resolve(value)),
  artifactsDir: setting('SVC_ARTIFACTS_DIR', '', optionalText),
  databaseUrl: setting('SVC_DATABASE_URL', '', databaseUrl),
  baseUrl: setting('SVC_BASE_URL', '', origin),
  ingestHourlyCap: setting('SVC_INGEST_HOURLY_CAP', String(LIMITS.ingestEventsPerHour), wholeNumber(0, 1e9)),
  spikeEventsPerMinute: setting(
    'SVC_SPIKE_EVENTS_PER_MINUTE',
    String(LIMITS.spikeEventsPerMinute),
    wholeNumber(0, 1e9),
  ),
  maxBodyBytes: setting(
    'SVC_MAX_BODY_BYTES',
    String(LIMITS.maxBodyBytes),
    wholeNumber(1024, 64 * 1024 * 1024),
  ),
  retentionDays: setting('SVC_RETENTION_DAYS', '90', wholeNumber(1, 3650)),
  ownerEmail: setting('SVC_OWNER_EMAIL', '', text),
  ownerPassword: setting('SVC_OWNER_PASSWORD', '', text),
  orgName: setting('SVC_ORG_NAME', 'My organization', text),
  trustProxy: setting('SVC_TRUST_PROXY', '0', flag),
  logLevel: setting(
    'SVC_LOG_LEVEL',
    'info',
    oneOf('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent'),
  ),
} as const

/** Names of all settings, for the documentation and for the check of unknown ones. */
export const SETTING_NAMES: readonly string[] = Object.values(SETTINGS).map((entry) => entry.name)

/**
 * Reads the settings from an environment.
 * @throws ConfigError naming every variable that cannot be used.
 */
export function readConfig(env: Record<string, string | undefined>): Config {
  const problems: string[] = []
  const value = <T>(entry: Setting<T>): T => {
    try {
      return entry.read(env[entry.name]?.trim() ?? entry.fallback, entry.name)
    } catch (error) {
      if (!(error instanceof ConfigError)) throw error
      problems.push(error.message)
      return entry.read(entry.fallback, entry.name)
    }
  }
  const email = value(SETTINGS.ownerEmail)
  const password = value(SETTINGS.ownerPassword)
  if ((email === '') !== (password === '')) {
    problems.push('SVC_OWNER_EMAIL and SVC_OWNER_PASSWORD must be given together.')
  }
  const dataDir = value(SETTINGS.dataDir)
  const config: Config = {
    host: value(SETTINGS.host),
    port: value(SETTINGS.port),
    dataDir,
    artifactsDir: resolve(value(SETTINGS.artifactsDir) ?? `${dataDir}/artifacts`),
    databaseUrl: value(SETTINGS.databaseUrl),
    baseUrl: value(SETTINGS.baseUrl),
    ingestHourlyCap: value(SETTINGS.ingestHourlyCap),
    spikeEventsPerMinute: value(SETTINGS.spikeEventsPerMinute),
    maxBodyBytes: value(SETTINGS.maxBodyBytes),
    retentionDays: value(SETTINGS.retentionDays),
    owner: email && password ? { email, password, orgName: value(SETTINGS.orgName) } : null,
    trustProxy: value(SETTINGS.trustProxy),
    logLevel: value(SETTINGS.logLevel),
  }
  if (problems.length > 0) throw new ConfigError(problems.join('\n'))
  return config
}

/** Warnings for `SVC_*` names that nothing reads, each with the nearest known name. */
export function unknownSettings(env: Record<string, string | undefined>): string[] {
  return Object.keys(env)
    .filter((name) => name.startsWith('SVC_') && !SETTING_NAMES.includes(name))
    .map((name) => `${name} is not a setting of errata; did you mean ${nearestName(name)}?`)
}

function nearestName(name: string): string {
  return [...SETTING_NAMES].sort((a, b) => editDistance(a, name) - editDistance(b, name))[0]!
}

function editDistance(a: string, b: string): number {
  let row = Array.from({ length: b.length + 1 }, (_, i) => i)
  for (let i = 1; i <= a.length; i++) {
    const next = [i]
    for (let j = 1; j <= b.length; j++) {
      const substitution = row[j - 1]! + (a[i - 1] === b[j - 1] ? 0 : 1)
      next.push(Math.min(substitution, row[j]! + 1, next[j - 1]! + 1))
    }
    row = next
  }
  return row[b.length]!
}
