import Bowser from 'bowser'

const MAX_UA_CHARS = 512
const MAX_CACHED = 512

export interface NamedVersion {
  name: string
  /** Absent when not known. */
  version?: string
}

export interface UserAgent {
  browser?: NamedVersion
  os?: NamedVersion
}

/** Least recently used first; a service sees few agents, and reading one costs more than the rest of an event. */
const cache = new Map<string, UserAgent>()

/** Browser and operating system in a User-Agent header; fields it does not give away are absent. Never throws. */
export function readUserAgent(header: string): UserAgent {
  const text = header.slice(0, MAX_UA_CHARS)
  const known = cache.get(text)
  const agent = known ?? parse(text)
  if (known !== undefined) cache.delete(text)
  else if (cache.size >= MAX_CACHED) cache.delete(cache.keys().next().value!)
  cache.set(text, agent)
  return agent
}

function parse(text: string): UserAgent {
  if (text.trim() === '') return {}
  try {
    const { browser, os } = Bowser.parse(text)
    return pruned(named(browser.name, browser.version), named(os.name, osVersion(os.name, os.version)))
  } catch {
    return {}
  }
}

/** These froze the version they send: what is meant is that one or any later. */
function osVersion(name: string | undefined, version: string | undefined): string | undefined {
  if (name === 'Windows' && version === 'NT 10.0') return '>=10'
  if (name === 'Windows') return version?.replace(/^NT /, '')
  return name === 'macOS' && version === '10.15.7' ? '>=10.15.7' : version
}

const BRAND = /"([^"]{1,60})";\s{0,4}v="([\w.]{1,30})"/g
const NO_BROWSER = /Brand|Chromium|Gecko|WebKit/

/** The same from client hints: `Sec-CH-UA`, `Sec-CH-UA-Platform` and its version, as they were sent. */
export function readClientHints(brands: string, platform: string, platformVersion: string): UserAgent {
  let browser: NamedVersion | undefined
  for (const [, name, version] of brands.slice(0, MAX_UA_CHARS).matchAll(BRAND)) {
    if (browser === undefined && !NO_BROWSER.test(name!)) browser = named(name, version)
  }
  return pruned(browser, named(unquoted(platform), unquoted(platformVersion)))
}

function unquoted(text: string): string {
  return text.slice(0, 60).replaceAll('"', '').trim()
}

function named(name: string | undefined, version: string | undefined): NamedVersion | undefined {
  if (name === undefined || name === '') return undefined
  return version === undefined || version === '' ? { name } : { name, version }
}

function pruned(browser: NamedVersion | undefined, os: NamedVersion | undefined): UserAgent {
  const agent: UserAgent = {}
  if (browser !== undefined) agent.browser = browser
  if (os !== undefined) agent.os = os
  return agent
}
