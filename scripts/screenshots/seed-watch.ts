import type { ApiClient, Project } from '../../test/support/client/api-client.ts'
import { BOUNDARY, form } from '../../test/support/client/multipart-form.ts'
import type { WebhookReceiver } from '../../test/support/server/webhook-receiver.ts'
import { ShopBuild } from '../../test/support/symbols/source-map.ts'
import { post } from './post.ts'

/** Rules, filters, words to scrub, and webhooks of which one answers and one fails. */
export async function seedWatch(
  client: ApiClient,
  project: Project,
  receiver: WebhookReceiver,
): Promise<void> {
  await post(client, '/api/v1/alert-rules', {
    project_id: project.id,
    name: 'Checkout is down',
    kind: 'custom',
    query: 'env:production transaction:/checkout',
    window_minutes: 5,
    threshold: { type: 'users', value: 25 },
    cooldown_minutes: 120,
  })
  await client.request('PATCH', `/api/v1/projects/${project.id}/intake`, {
    filters: { browser_extensions: true, releases: ['web@0.*'], messages: ['ResizeObserver loop *'] },
    scrubbing: {
      fields: ['customer_id', 'iban*'],
      patterns: ['CUST-######'],
      exceptions: ['session_length'],
    },
  })
  receiver.respond = ({ path }, response) =>
    void (path === '/down'
      ? response.writeHead(503).end('Service Unavailable')
      : response.writeHead(200).end('{"ok":true}'))
  for (const [path, format, events] of [
    ['/errors', 'generic', ['issue_created', 'regression', 'velocity_spike', 'custom_rule']],
    ['/down', 'chat_a', ['regression']],
  ] as const) {
    const { id } = await post<{ id: string }>(client, '/api/v1/webhooks', {
      project_id: project.id,
      url: receiver.url(path),
      format,
      events,
    })
    await post(client, `/api/v1/webhooks/${id}/test`, undefined)
    await receiver.until(path, 1)
  }
}

/** The release that the source map of the built page is of. */
const BUILT = 'web@1.4.1'

/** Uploads the map of one script; the frames of another stay minified. */
export async function seedSourceMap(client: ApiClient, project: Project): Promise<void> {
  const map = JSON.stringify(new ShopBuild(0, 'a').map())
  const answer = await fetch(
    `${client.url}/api/${project.id}/releases/${BUILT}/files/?compat_key=${project.keys[0]!.public_key}`,
    {
      method: 'POST',
      headers: { 'Content-Type': `multipart/form-data; boundary=${BOUNDARY}` },
      body: form([
        { name: 'name', content: '~/assets/app.0f3c.js.map' },
        { name: 'file', fileName: 'app.0f3c.js.map', content: map },
      ]),
    },
  )
  if (!answer.ok) throw new Error(`the source map was answered with ${answer.status}`)
}
