import { type Config, unknownSettings } from '#platform/config/config.ts'
import { type Finding, ok, warn } from './finding.ts'

const LOCAL_HOSTS = ['127.0.0.1', '::1', 'localhost']
const CHECK = 'settings'

type Env = Record<string, string | undefined>

/** Settings that nobody reads, and those that do not go together. */
export function checkSettings(config: Config, env: Env): Finding[] {
  const unknown = unknownSettings(env).map((message) =>
    warn(CHECK, message, 'Correct the name, or remove it.'),
  )
  const found = [...unknown, ...address(config), ...ofCommands(env)]
  if (found.length > 0) return found
  const given = Object.keys(env).filter((name) => name.startsWith('SVC_') && env[name] !== '').length
  return [ok(CHECK, given === 0 ? 'all defaults' : `${given} given, all known`)]
}

function address({ baseUrl, host, trustedProxies }: Config): Finding[] {
  const found: Finding[] = []
  if (baseUrl === null && !LOCAL_HOSTS.includes(host)) {
    const message = `SVC_HOST is ${host}, but there is no SVC_BASE_URL: DSNs and links show the address that a request came to.`
    found.push(warn(CHECK, message, 'Set SVC_BASE_URL to the address that people and SDKs use.'))
  }
  if (baseUrl?.startsWith('https:') && trustedProxies === 0) {
    const message =
      'SVC_BASE_URL is https, so there is a proxy, but SVC_TRUST_PROXY is 0: all clients share its address, and its limits.'
    found.push(warn(CHECK, message, 'Set SVC_TRUST_PROXY to the number of proxies in front.'))
  }
  if (
    baseUrl?.startsWith('http:') &&
    !LOCAL_HOSTS.includes(new URL(baseUrl).hostname.replace(/^\[|\]$/g, ''))
  ) {
    const message = 'SVC_BASE_URL is http: passwords and tokens cross the network unencrypted.'
    found.push(warn(CHECK, message, 'Put a proxy with TLS in front, unless the network is private.'))
  }
  return found
}

/** What commands that ask a service read. */
function ofCommands({ ERRATA_URL: url = '', ERRATA_TOKEN: token = '' }: Env): Finding[] {
  if ((url === '') === (token === '')) return []
  const [given, missing] = url === '' ? ['ERRATA_TOKEN', 'ERRATA_URL'] : ['ERRATA_URL', 'ERRATA_TOKEN']
  return [
    warn(
      CHECK,
      `${given} is set without ${missing}: commands that ask a service need both.`,
      `Set ${missing}.`,
    ),
  ]
}
