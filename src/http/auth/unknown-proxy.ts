import type { PublicCallBase } from '../routes/route.ts'

const FORWARDING_HEADERS = ['forwarded', 'x-forwarded-for', 'x-forwarded-host', 'x-real-ip', 'via']
const WARNING =
  'Requests seem to come through a proxy, but SVC_TRUST_PROXY is not set. All clients share the ' +
  "proxy's address and its limits, so one client's failed sign-ins slow down everyone's. Set SVC_TRUST_PROXY to the number of proxies."
const warned = new WeakSet<object>()

/** Logs once that there is a proxy in front that the settings don't mention. */
export function warnOfUnknownProxy({ services, request }: PublicCallBase): void {
  if (services.config.trustedProxies > 0 || warned.has(services)) return
  if (FORWARDING_HEADERS.every((name) => request.headers[name] === undefined)) return
  warned.add(services)
  request.log.warn(WARNING)
}
