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
    return pruned(appIn(text) ?? knownBrowser(text, browser), systemIn(text) ?? named(os.name, osVersion(os)))
  } catch {
    return {}
  }
}

/** Apps that show pages of others, behind the browser that they are made of; browsers and crawlers that the library
 * takes for another; and what is no browser and says so. The first that fits counts. */
const APPS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['Instagram', /\bInstagram (\d[\d.]{0,20})/],
  ['Threads', /\bBarcelona (\d[\d.]{0,20})/],
  ['Messenger', /\bFBAN\/Messenger|\bFB_IAB\/(?:Orca|MESSENGER)/],
  ['Facebook', /\bFBAV\/(\d[\d.]{0,20})|\bFBAN\//],
  ['TikTok', /\b(?:musical_ly|BytedanceWebview|trill)[_/](\d[\d.]{0,20})/],
  ['Snapchat', /\bSnapchat[/ ](\d[\d.]{0,20})/],
  ['Pinterest', /\[Pinterest\/(?:iOS|Android)\]|^Pinterest\/(\d[\d.]{0,20})/],
  ['LinkedIn', /\bLinkedInApp(?:\]?\/(\d[\d.]{0,20}))?/],
  ['Twitter', /\bTwitter for iP(?:hone|ad)(?:\/(\d[\d.]{0,20}))?|\bTwitterAndroid\b/],
  ['Reddit', /\bReddit\/(?:Version )?(\d[\d.]{0,20})/],
  ['Line', /\bLine\/(\d[\d.]{0,20})/],
  ['KakaoTalk', /\bKAKAOTALK[/ ](\d[\d.]{0,20})/],
  ['Naver', /\bNAVER\(inapp; search; \d{1,6}; (\d[\d.]{0,20})/],
  ['WeChat', /\bMicroMessenger\/(\d[\d.]{0,20})/],
  ['QQ', /\bQQ\/(\d[\d.]{0,20})/],
  ['Slack', /\bSlack(?:_SSB)?\/(\d[\d.]{0,20})/],
  ['Discord', /\b[Dd]iscord\/(\d[\d.]{0,20})/],
  ['Google App', /\bGSA\/(\d[\d.]{0,20})/],
  ['DuckDuckGo', /\b(?:DuckDuckGo|Ddg)\/(\d[\d.]{0,20})/],
  ['Oculus Browser', /\bOculusBrowser\/(\d[\d.]{0,20})/],
  ['MIUI Browser', /\bMiuiBrowser\/(\d[\d.]{0,20})/],
  ['Huawei Browser', /\bHuaweiBrowser\/(\d[\d.]{0,20})/],
  ['Avast Secure Browser', /\bAvast\/(\d[\d.]{0,20})/],
  ['Opera Mini', /\bOpera Mini\/(\d[\d.]{0,20})/],
  ['Opera GX', /\bOPX\/(\d[\d.]{0,20})/],
  ['Brave', /\bBrave\/(\d[\d.]{0,20})/],
  ['Opera', /\bOPT\/(\d[\d.]{0,20})/],
  ['PlayStation Browser', /\(PlayStation[; ]/],
  ['Nintendo Browser', /\bNintendoBrowser\/(\d[\d.]{0,20})/],
  ['Tesla', /\bTesla\/(\d[\d.]{0,20})/],
  ['Konqueror', /\bKonqueror\/(\d[\d.]{0,20})/],
  ['Headless Chrome', /\bHeadlessChrome\/(\d[\d.]{0,20})/],
  [
    '',
    /\b(Applebot|AhrefsBot|SemrushBot|MJ12bot|DotBot|PetalBot|SeznamBot|Bytespider|CCBot|Twitterbot|LinkedInBot|TelegramBot|Discordbot|UptimeRobot|StatusCake|Site24x7|AdsBot-Google(?:-Mobile)?|Google-InspectionTool|GoogleOther|Storebot-Google|Chrome-Lighthouse|Amazonbot|archive\.org_bot)\b(?:\/(\d[\d.]{0,20}))?/,
  ],
  [
    '',
    /^(curl|Wget|Lynx|w3m|ELinks|NetSurf|Dillo|okhttp|python-requests|python-httpx|Python-urllib|aiohttp|Go-http-client|axios|node-fetch|undici|got|Java|Java-http-client|Apache-HttpClient|Jetty|Jersey|ReactorNetty|PostmanRuntime|HTTPie|Dart|libwww-perl|Ruby|Faraday|GuzzleHttp|RestSharp|insomnia|bruno-runtime|k6|WhatsApp|ELB-HealthChecker|GoogleHC|kube-probe|Prometheus|Blackbox Exporter|Datadog)(?:\/| v)(\d[\d.]{0,20})/i,
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
const SAME_BROWSER: ReadonlyMap<string, string> = new Map(
  Object.entries({
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
    'ie mobile': 'Internet Explorer',
    'opera mobile': 'Opera',
    'mobile safari ui/wkwebview': 'Safari',
    bingcrawler: 'Bingbot',
    slackbot: 'Slackbot',
  }),
)
/** As runtimes and parsers of user agents spell them. */
const SAME_SYSTEM: ReadonlyMap<string, string> = new Map(
  Object.entries({
    'mac os x': 'macOS',
    'mac os': 'macOS',
    macos: 'macOS',
    osx: 'macOS',
    'os x': 'macOS',
    darwin: 'macOS',
    linux: 'Linux',
    windows: 'Windows',
    win32: 'Windows',
    'windows nt': 'Windows',
    'microsoft windows': 'Windows',
    'windows server': 'Windows',
    'microsoft windows server': 'Windows',
    winnt: 'Windows',
    win32nt: 'Windows',
    'gnu/linux': 'Linux',
    android: 'Android',
    'android os': 'Android',
    ios: 'iOS',
    ipados: 'iPadOS',
    tvos: 'tvOS',
    watchos: 'watchOS',
    visionos: 'visionOS',
    'iphone os': 'iOS',
    freebsd: 'FreeBSD',
    chromeos: 'Chrome OS',
    'chromium os': 'Chrome OS',
  }),
)

/** The words in front of a version. */
const DESCRIBED = /^([A-Za-z/ ]{2,30}?) {1,3}(?:v?\d|\()/

export function browserName(name: string): string {
  return SAME_BROWSER.get(name.toLowerCase()) ?? name
}

/** Also of a description: `Windows 10  (10.0.19042) 64bit`, `Android OS 11 / API-30`. */
export function systemName(name: string): string {
  const known = SAME_SYSTEM.get(name.toLowerCase())
  if (known !== undefined) return known
  const words = DESCRIBED.exec(name)?.[1]
  return (words && SAME_SYSTEM.get(words.toLowerCase())) ?? name
}

/** The library names these after the system that they are on: its only program, or one that has no name. */
const NO_BROWSER_OF_ITS_OWN = new Set(['Android Browser', 'Tizen', 'Roku', 'WebOS Browser', 'Generic'])
const CHROME = /\bChrome\/(\d[\d.]{0,20})/

/** Bowser takes the first word of an unknown agent for a browser. */
function knownBrowser(
  text: string,
  { name, version }: { name?: string; version?: string },
): NamedVersion | undefined {
  if (name === undefined || !BROWSERS.has(name)) return undefined
  if (name === 'Chrome' && /; wv\)/.test(text)) return named('Android WebView', version)
  if (!NO_BROWSER_OF_ITS_OWN.has(name)) return named(browserName(name), version)
  const chrome = CHROME.exec(text)
  if (chrome !== null) return named('Chrome', chrome[1])
  return name === 'Android Browser' && text.startsWith('Mozilla/') ? named(name, version) : undefined
}

const SYSTEMS =
  /\b(Ubuntu|Fedora|Debian|CentOS|Red Hat|Linux Mint|Gentoo|FreeBSD|OpenBSD|NetBSD|KAIOS|Xbox|Nintendo (?:Switch|WiiU|3DS)|PlayStation (?:Vita|[3-6]))\b(?:[/ ](\d[\d.]{0,12}))?/
/** Where neither the kernel nor the browser says it: apps, televisions and what is plugged into them. */
const OTHER_SYSTEMS: readonly (readonly [name: string, pattern: RegExp])[] = [
  ['tvOS', /\bApple ?TV(?:; CPU Apple TV OS (\d[\d_]{0,10})|\d{1,3},\d{1,3}\/(\d[\d.]{0,10}))/],
  ['watchOS', /\bwatchOS[/ ](\d[\d.]{0,10})/],
  ['Chromecast', /\bCrKey\/(\d[\d.]{0,12})/],
  ['webOS', /\bWeb0S\b/],
  ['HarmonyOS', /\bOpenHarmony (\d[\d.]{0,10})|\bOpenHarmony\b/],
  ['iOS', /\bi(?:Pad)?OS[/ ](\d[\d.]{0,10})/],
  ['macOS', /\bDarwin\/\d/],
]
const DARWIN = /\bCFNetwork\/[\d.]{1,20} Darwin\/(\d{1,3})\./

function systemIn(text: string): NamedVersion | undefined {
  const darwin = DARWIN.exec(text)
  // Apps name only the kernel. On a Mac the processor follows it, or the app says so itself, or is Safari, which is MobileSafari on iOS.
  if (darwin !== null)
    return /x86_64|\(i386\)|\bmacOS\b|Macintosh|^(?:com\.apple\.)?Safari[/.]/.test(text)
      ? { name: 'macOS' }
      : iosOf(Number(darwin[1]))
  const system = SYSTEMS.exec(text)
  if (system !== null) return named(system[1] === 'KAIOS' ? 'KaiOS' : system[1], system[2])
  for (const [name, pattern] of OTHER_SYSTEMS) {
    const found = pattern.exec(text)
    if (found !== null) return named(name, (found[1] ?? found[2])?.replaceAll('_', '.'))
  }
  return undefined
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
