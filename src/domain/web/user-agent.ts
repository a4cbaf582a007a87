import Bowser from 'bowser'

export const MAX_UA_CHARS = 512

export interface NamedVersion {
  name: string
  version?: string
}

export interface UserAgent {
  browser?: NamedVersion
  os?: NamedVersion
}

/** Browser and operating system in a User-Agent header; fields it does not give away are absent. Never throws. */
export function readUserAgent(header: string): UserAgent {
  const text = header.slice(0, MAX_UA_CHARS)
  if (text.trim() === '') return {}
  try {
    const { browser, os } = Bowser.parse(text)
    return pruned(appIn(text) ?? knownBrowser(browser), systemIn(text) ?? named(os.name, osVersion(os)))
  } catch {
    return {}
  }
}

/** Apps that show pages of others, behind the browser that they are made of; and what is no browser and says so. */
const APPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /\bInstagram (\d[\d.]{0,20})/],
  ['Facebook', /\bFBAV\/(\d[\d.]{0,20})|\bFBAN\//],
  ['TikTok', /\b(?:musical_ly|BytedanceWebview|trill)[_/](\d[\d.]{0,20})/],
  ['Snapchat', /\bSnapchat[/ ](\d[\d.]{0,20})/],
  ['Pinterest', /\[Pinterest\/(?:iOS|Android)\]|^Pinterest\/(\d[\d.]{0,20})/],
  ['LinkedIn', /\bLinkedInApp(?:\/(\d[\d.]{0,20}))?/],
  ['Line', /\bLine\/(\d[\d.]{0,20})/],
  ['Google App', /\bGSA\/(\d[\d.]{0,20})/],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\/(\d[\d.]{0,20})/],
  [
    '',
    /^(curl|Wget|Lynx|w3m|ELinks|NetSurf|Dillo|okhttp|python-requests|python-httpx|aiohttp|Go-http-client|axios|node-fetch|undici|got|Java|Apache-HttpClient|PostmanRuntime|HTTPie|Dart|libwww-perl|Ruby|GuzzleHttp|insomnia)\/(\d[\d.]{0,20})/i,
  ],
]

function appIn(text: string): NamedVersion | undefined {
  for (const [name, pattern] of APPS) {
    const found = pattern.exec(text)
    if (found !== null) return name === '' ? named(found[1], found[2]) : named(name, found[1])
  }
  return undefined
}

const BROWSERS = new Set(Object.values(Bowser.BROWSER_MAP))
const SAME_BROWSER: Readonly<Record<string, string>> = {
  'google chrome': 'Chrome',
  'chrome mobile': 'Chrome',
  'chrome mobile ios': 'Chrome',
  'chrome mobile webview': 'Android WebView',
  headlesschrome: 'Headless Chrome',
  edge: 'Microsoft Edge',
  'edge mobile': 'Microsoft Edge',
  'mobile safari': 'Safari',
  'firefox mobile': 'Firefox',
  'firefox ios': 'Firefox',
  'samsung internet': 'Samsung Internet for Android',
  yandex: 'Yandex Browser',
  ie: 'Internet Explorer',
}

export function browserName(name: string): string {
  return SAME_BROWSER[name.toLowerCase()] ?? name
}

/** Bowser takes the first word of an unknown agent for a browser. */
function knownBrowser({ name, version }: { name?: string; version?: string }): NamedVersion | undefined {
  return name !== undefined && BROWSERS.has(name) ? named(name, version) : undefined
}

const SYSTEMS =
  /\b(Ubuntu|Fedora|Debian|CentOS|Red Hat|Linux Mint|Gentoo|FreeBSD|OpenBSD|NetBSD|KAIOS|Xbox|Nintendo (?:Switch|WiiU|3DS))\b(?:[/ ](\d[\d.]{0,12}))?/
const DARWIN = /\bCFNetwork\/[\d.]{1,20} Darwin\/(\d{1,3})\./

function systemIn(text: string): NamedVersion | undefined {
  const darwin = DARWIN.exec(text)
  // Apps name only the kernel. On a Mac the processor follows it, or the app says so itself.
  if (darwin !== null)
    return /x86_64|\bmacOS\b|Macintosh/.test(text) ? { name: 'macOS' } : iosOf(Number(darwin[1]))
  const system = SYSTEMS.exec(text)
  return system === null ? undefined : named(system[1] === 'KAIOS' ? 'KaiOS' : system[1], system[2])
}

function iosOf(kernel: number): NamedVersion {
  if (kernel < 10) return { name: 'iOS' }
  return { name: 'iOS', version: String(kernel < 25 ? kernel - 6 : kernel + 1) }
}

/** These froze the version they send: what is meant is that one or any later. */
function osVersion({ name, version }: { name?: string; version?: string }): string | undefined {
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
    if (browser === undefined && !NO_BROWSER.test(name!)) browser = named(browserName(name!), version)
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
