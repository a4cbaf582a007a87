import type { ReactNode } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { platformOf } from '../../entities/project/platforms.ts'
import { originOf } from '../../entities/project/snippets/snippets.ts'

/** Their systems refuse plain http unless the app allows it for a host. */
const HTTPS_ONLY = ['apple', 'android', 'react-native', 'flutter']
const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** Common causes if neither an event nor a rejected attempt has arrived. */
export function ConnectionChecklist({ dsnKey, platform }: { dsnKey: DsnKey; platform: string }) {
  const origin = originOf(dsnKey.sdk_dsn)
  const kind = platformOf(platform)?.value ?? platform
  const local = LOOPBACK.test(new URL(origin).host)
  return (
    <section aria-label="Checklist" className="mt-3 border-t border-line pt-3">
      <h3 className="font-medium">Nothing has reached the server yet. Common causes:</h3>
      <ul className="mt-1.5 grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>
          {local ? (
            <>
              <Code>{origin}</Code> is reachable from this machine only. For applications elsewhere, start the
              server with <Code>SVC_HOST=0.0.0.0</Code> and set <Code>SVC_BASE_URL</Code> to its public
              address.
            </>
          ) : (
            <>
              The application cannot reach <Code>{origin}</Code>. From its machine,{' '}
              <Code>curl {origin}/healthz</Code> should answer <Code>ok</Code>.
            </>
          )}
        </li>
        {kind === 'javascript' && (
          <li>
            The page's Content-Security-Policy lacks <Code>connect-src {origin}</Code>, or an ad blocker stops
            the request. The browser's console says so.
          </li>
        )}
        {HTTPS_ONLY.includes(kind) && origin.startsWith('http:') && (
          <li>
            iOS and Android block plain http. Serve Errata over https, or allow this host in{' '}
            <Code>Info.plist</Code> (<Code>NSAppTransportSecurity</Code>) or the manifest (
            <Code>usesCleartextTraffic</Code>).
          </li>
        )}
        <li>The process exits before the event is sent. Flush the SDK first, as in the code above.</li>
        <li>
          The SDK is disabled or drops the event: check <Code>enabled</Code>, <Code>sampleRate</Code> and{' '}
          <Code>beforeSend</Code>, and that the DSN is not empty.
        </li>
        <li>
          To see what the SDK sends and receives, turn on its debug option (<Code>debug: true</Code>).
        </li>
      </ul>
    </section>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-tag bg-sunken px-1 py-px font-mono text-small text-ink">{children}</code>
}
