import type { IssueEvent, Json, JsonObject } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { CodeBlock } from '../../../components/display/code-block.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { jsonText, KeyValues } from '../../../components/display/key-values.tsx'
import { showHidden } from '../../../format/show-hidden.ts'
import { entriesOf, isObject, objectOf } from '../payload.ts'

/** Data that the application sent: security report, request, user, tags, contexts, extra. Empty parts are left out. */
export function DataSections({ event }: { event: IssueEvent }) {
  const payload = event.payload_json
  return (
    <>
      <Values title="Security report" values={entriesOf(payload.csp)} />
      <RequestSection request={objectOf(payload.request)} />
      <Values title="User" values={entriesOf(payload.user)} />
      <Values title="Tags" values={entriesOf(payload.tags)} />
      <ContextsSection contexts={objectOf(payload.contexts)} />
      <Values title="Extra" values={entriesOf(payload.extra)} />
    </>
  )
}

function Values({ title, values }: { title: string; values: [string, Json][] }) {
  if (values.length === 0) return null
  return (
    <Section title={title}>
      <KeyValues label={title} values={values} />
    </Section>
  )
}

function RequestSection({ request }: { request: JsonObject }) {
  const { method, url, query_string: query, data, headers, cookies, ...others } = request
  if (Object.keys(request).length === 0) return null
  const rest = [
    ...entriesOf(headers),
    ...(cookies ? [['Cookies', cookies] as [string, Json]] : []),
    ...(query && !String(url).includes('?') ? [['Query', query] as [string, Json]] : []),
    ...entriesOf(others),
  ]
  return (
    <Section title="Request">
      {/* The address is event data: shown, never linked. */}
      <p className="mb-2 font-mono text-code break-all">
        {method ? (
          <b className="font-semibold">
            <EventText>{jsonText(method)}</EventText>{' '}
          </b>
        ) : null}
        {url ? <EventText>{jsonText(url)}</EventText> : null}
      </p>
      {rest.length > 0 && <KeyValues label="Request headers" values={rest} />}
      {data !== undefined && data !== null && (
        <div className="mt-2">
          {isObject(data) ? (
            <KeyValues label="Request body" values={Object.entries(data)} />
          ) : (
            <CodeBlock label="the request body" code={jsonText(data)} />
          )}
        </div>
      )}
    </Section>
  )
}

function ContextsSection({ contexts }: { contexts: JsonObject }) {
  const shown = Object.entries(contexts)
    .map(([name, context]) => ({ name, values: entriesOf(context).filter(([key]) => key !== 'type') }))
    .filter(({ values }) => values.length > 0)
  if (shown.length === 0) return null
  return (
    <Section title="Contexts">
      <div className="grid items-start gap-3 xl:grid-cols-2">
        {shown.map(({ name, values }) => (
          <div key={name} className="min-w-0">
            <h3 className="mb-1 text-small font-medium text-ink-2">
              <EventText>{name}</EventText>
            </h3>
            <KeyValues label={showHidden(name)} values={values} />
          </div>
        ))}
      </div>
    </Section>
  )
}
