import type { PublicCallBase } from '../routes/route.ts'

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const WARNING =
  'Requests seem to come through a proxy, but SVC_TRUST_PROXY is not set: every client counts as the proxy, so ' +
  'failed logins of one slow down logins of all. Set SVC_TRUST_PROXY to the number of proxies.'
const warned = new WeakSet<object>()

/** Says once in the log that a proxy stands in front which the settings do not know. */
export function warnOfUnknownProxy({ services, request }: PublicCallBase): void {
  if (services.config.trustedProxies > 0 || warned.has(services)) return
  if (FORWARDING_HEADERS.every((name) => request.headers[name] === undefined)) return
  warned.add(services)
  request.log.warn(WARNING)
}
