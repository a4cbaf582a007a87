import { expect, test } from 'vitest'
import { browserName, readClientHints, readUserAgent, systemName } from './user-agent.ts'

const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 17_4 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Mobile/15E148'
const ANDROID =
  'Mozilla/5.0 (Linux; Android 14; Pixel 8; wv) AppleWebKit/537.36 (KHTML, like Gecko) Version/4.0 Chrome/122.0.0.0 Mobile Safari/537.36'
const LINUX = 'AppleWebKit/537.36 (KHTML, like Gecko) Chrome/120.0.0.0 Safari/537.36'

test.each<[header: string, browser: string | undefined, os: string | undefined]>([
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LINUX}`, 'Chrome', 'Windows'],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LINUX} Edg/120.0`, 'Microsoft Edge', 'Windows'],
  [`${IPHONE} Instagram 320.0.0.29.109 (iPhone14,5; iOS 17_4)`, 'Instagram', 'iOS'],
  [`${IPHONE} [FBAN/FBIOS;FBAV/450.0.0.38.109;FBDV/iPhone14,5]`, 'Facebook', 'iOS'],
  [`${ANDROID} [FB_IAB/FB4A;FBAV/450.0.0.0;]`, 'Facebook', 'Android'],
  [`${IPHONE} GSA/300.0.600 Safari/604.1`, 'Google App', 'iOS'],
  ['Shop/42 CFNetwork/1492.0.1 Darwin/23.3.0', undefined, 'iOS'],
  ['Shop/42 CFNetwork/1240.0.4 Darwin/20.6.0 (x86_64)', undefined, 'macOS'],
  ['curl/8.5.0', 'curl', undefined],
  [`Mozilla/5.0 (Windows NT 10.0; Win64; x64) ${LINUX} Brave/120`, 'Brave', 'Windows'],
  [`Mozilla/5.0 (Linux; Android 14; K) ${LINUX} OPX/2.3`, 'Opera GX', 'Android'],
  [
    'LinkedInBot/1.0 (compatible; Mozilla/5.0; Apache-HttpClient +http://www.linkedin.com)',
    'LinkedInBot',
    undefined,
  ],
  ['python-requests/2.31.0', 'python-requests', undefined],
  ['no browser at all', undefined, undefined],
  ['MyCompanyBot/1.0 (+https://bot.example)', undefined, undefined],
  ['Mozilla/5.0 (X11; Ubuntu; Linux x86_64; rv:124.0) Gecko/20100101 Firefox/124.0', 'Firefox', 'Ubuntu'],
  [`Mozilla/5.0 (X11; CrOS x86_64 14541.0.0) ${LINUX}`, 'Chrome', 'Chrome OS'],
  ['', undefined, undefined],
  [ANDROID, 'Android WebView', 'Android'],
  [`${ANDROID} [FB_IAB/Orca-Android;FBAV/435.0;]`, 'Messenger', 'Android'],
  [`${IPHONE} Twitter for iPhone/10.60`, 'Twitter', 'iOS'],
  [`${IPHONE} MicroMessenger/8.0.50(0x1800323d)`, 'WeChat', 'iOS'],
  [`${IPHONE} KAKAOTALK 10.9.5`, 'KakaoTalk', 'iOS'],
  [
    'Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) Slack/4.41 Chrome/130 Electron/33 Safari/537',
    'Slack',
    'macOS',
  ],
  [
    `Mozilla/5.0 (Windows NT 10.0) ${LINUX.replace('Chrome', 'HeadlessChrome')}`,
    'Headless Chrome',
    'Windows',
  ],
  ['Mozilla/5.0 (compatible; AhrefsBot/7.0; +http://ahrefs.com/robot/)', 'AhrefsBot', undefined],
  ['Mozilla/5.0 (compatible; bingbot/2.0; +http://www.bing.com/bingbot.htm)', 'Bingbot', undefined],
  ['kube-probe/1.29', 'kube-probe', undefined],
  ['Shop/1 (com.acme.shop; build:12; iOS 17.5.0) Alamofire/5.9.1', undefined, 'iOS'],
  ['Dalvik/2.1.0 (Linux; U; Android 13; SM-A536B Build/TP1A)', undefined, 'Android'],
  [
    'Mozilla/5.0 (PlayStation; PlayStation 5/2.26) AppleWebKit/605 Version/13 Safari/605',
    'PlayStation Browser',
    'PlayStation 5',
  ],
  [
    'Mozilla/5.0 (Nintendo Switch; X) AppleWebKit/609 NF/6 NintendoBrowser/5.1',
    'Nintendo Browser',
    'Nintendo Switch',
  ],
  [`Mozilla/5.0 (Web0S; Linux/SmartTV) ${LINUX} WebAppManager`, 'Chrome', 'webOS'],
  [`Mozilla/5.0 (X11; Linux armv7l) ${LINUX} CrKey/1.54`, 'Chrome', 'Chromecast'],
  [
    'Mozilla/5.0 (SMART-TV; LINUX; Tizen 6.5) AppleWebKit/537.36 85.0/6.5 TV Safari/537.36',
    undefined,
    'Tizen',
  ],
  ['AppleTV11,1/16.1', undefined, 'tvOS'],
  ['Roku/DVP-12.5 (12.5.0.4178-88)', undefined, 'Roku'],
  ['Safari/20619.1.22.11.3 CFNetwork/1566.100.1 Darwin/24.1.0', 'Safari', 'macOS'],
  ['Boto3/1.17.18 Python/3.8.5 Darwin/19.6.0 Botocore/1.20.18', undefined, 'macOS'],
])('%s', (header, browser, os) => {
  const agent = readUserAgent(header)
  expect([agent.browser?.name, agent.os?.name]).toEqual([browser, os])
})

test('client hints and the header name a browser alike', () => {
  const hints = readClientHints('"Google Chrome";v="120", "Not_A Brand";v="8"', '"Windows"', '"15.0.0"')
  expect(hints.browser).toEqual({ name: 'Chrome', version: '120' })
  expect(browserName('Mobile Safari')).toBe('Safari')
  expect(['linux', 'Mac OS X', 'Darwin', 'windows', 'Fuchsia'].map(systemName)).toEqual([
    'Linux',
    'macOS',
    'macOS',
    'Windows',
    'Fuchsia',
  ])
  expect(browserName('Something else')).toBe('Something else')
})

test.each([
  ['Windows 10  (10.0.19042) 64bit', 'Windows'],
  ['Windows Server 2019', 'Windows'],
  ['Win32NT', 'Windows'],
  ['Mac OS X 10.15.7', 'macOS'],
  ['macOS 13.4 (22F66)', 'macOS'],
  ['Android OS 11 / API-30 (RQ3A.210805.001.A1/7474174)', 'Android'],
  ['iOS 14.4', 'iOS'],
  ['Linux 5.4 Ubuntu 20.04 64bit', 'Linux'],
  ['GNU/Linux', 'Linux'],
  ['Symbian 9.4', 'Symbian 9.4'],
  ['Ubuntu 22.04', 'Ubuntu 22.04'],
  ['Windows Subsystem 2', 'Windows Subsystem 2'],
])('the system %s is %s', (sent, name) => {
  expect(systemName(sent)).toBe(name)
})

test('the kernel of an iPhone tells its system', () => {
  expect(readUserAgent('Shop/1 CFNetwork/1410.0.3 Darwin/22.6.0').os).toEqual({ name: 'iOS', version: '16' })
  expect(readUserAgent('Shop/1 CFNetwork/3826.500.111 Darwin/25.0.0').os).toEqual({
    name: 'iOS',
    version: '26',
  })
})
