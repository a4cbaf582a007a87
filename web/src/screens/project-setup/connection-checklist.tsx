import type { ReactNode } from 'react'
import type { DsnKey } from '../../api/wire.ts'
import { originOf } from '../../entities/project/snippets.ts'

const LOOPBACK = /^(localhost|127\.|\[::1\])/

/** What to look at when neither an event nor a rejected attempt has come. */
export function ConnectionChecklist({ dsnKey, platform }: { dsnKey: DsnKey; platform: string }) {
  const origin = originOf(dsnKey.sdk_dsn)
  const local = LOOPBACK.test(new URL(origin).host)
  return (
    <section aria-label="Checklist" className="mt-3 border-t border-line pt-3">
      <h3 className="font-medium">Nothing has reached the server yet. Most often it is one of these:</h3>
      <ul className="mt-1.5 grid list-disc gap-1.5 pl-5 text-ink-2 marker:text-ink-3">
        <li>
          {local ? (
            <>
              <Code>{origin}</Code> is this machine only. For applications elsewhere start the server with{' '}
              <Code>SVC_HOST=0.0.0.0</Code> and with <Code>SVC_BASE_URL</Code> set to its public address.
            </>
          ) : (
            <>
              The application cannot reach <Code>{origin}</Code>. From its machine,{' '}
              <Code>curl {origin}/healthz</Code> should answer <Code>ok</Code>.
            </>
          )}
        </li>
        {platform === 'javascript' && (
          <li>
            The page's Content-Security-Policy lacks <Code>connect-src {origin}</Code>, or an ad blocker stops
            the request. The browser's console says so.
          </li>
        )}
        <li>The process ends before the event is sent: flush the SDK first, as the code above does.</li>
        <li>
          The SDK is switched off or filters: <Code>enabled</Code>, <Code>sampleRate</Code>,{' '}
          <Code>beforeSend</Code>, or an empty DSN from a missing environment variable.
        </li>
        <li>
          The SDK's debug option (<Code>debug: true</Code>) prints what it sends and what it gets back.
        </li>
      </ul>
    </section>
  )
}

function Code({ children }: { children: ReactNode }) {
  return <code className="rounded-tag bg-sunken px-1 py-px font-mono text-small text-ink">{children}</code>
}
