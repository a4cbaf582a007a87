import type { Page } from 'playwright-core'
import { Webhook } from 'standardwebhooks'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { chromiumPath } from '../../support/chromium.ts'
import { WebhookReceiver } from '../../support/server/webhook-receiver.ts'
import { type DashboardSession, startDashboardSession } from '../dashboard-session.ts'

const HOST = '127.0.0.1'

describe.skipIf(!chromiumPath())('webhooks, in Chromium (needs chromium)', () => {
  let session: DashboardSession
  let receiver: WebhookReceiver
  let page: Page
  let secret = ''
  beforeAll(async () => {
    receiver = await WebhookReceiver.start()
    session = await startDashboardSession({ env: { SVC_WEBHOOK_ALLOW_PRIVATE: '1' } })
    page = session.page
    await page.goto(`${session.service.url}/settings/projects/${session.project.id}?tab=webhooks`)
  })
  afterAll(async () => {
    await session?.close()
    await receiver?.close()
  })

  const dialog = () => page.getByRole('dialog')
  const deliveries = () => dialog().getByRole('list', { name: 'Deliveries' }).locator('> li')
  const close = () => dialog().getByRole('button', { name: 'Close' }).click()
  const more = async (entry: string | RegExp) => {
    await page.getByRole('button', { name: `More for ${HOST}` }).click()
    await page.getByRole('menuitem', { name: entry }).click()
  }
  const secretShown = async () => {
    const shown = await dialog().locator('code', { hasText: 'whsec_' }).first().innerText()
    await dialog().getByRole('button', { name: 'Done' }).click()
    return shown
  }

  it('one is made; a URL that is refused says why, and the secret is shown once', async () => {
    await page.getByText('No webhooks yet').waitFor()
    await page.getByRole('button', { name: 'New webhook' }).click()
    await dialog().getByText('A message in a Slack channel').click()
    await dialog().getByText('How to connect Slack').waitFor()
    await dialog().getByText('Every field, for your own receiver').click()
    await dialog().getByLabel('URL').fill('ftp://example.com/hook')
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    await expect.poll(() => dialog().getByLabel('URL').getAttribute('aria-invalid')).toBe('true')
    await dialog().getByLabel('URL').fill(receiver.url('/hook'))
    await dialog().getByRole('button', { name: 'Create webhook' }).click()
    secret = await secretShown()
    await page.getByRole('list', { name: 'Webhooks' }).getByText('JSON · secret whsec_').waitFor()
    expect(await page.getByText(secret).count()).toBe(0)
  })

  it('a test shows what was sent and what came back', async () => {
    receiver.respond = (_received, response) => void response.writeHead(200).end('thank you')
    await page.getByRole('button', { name: `Send test to ${HOST}` }).click()
    await deliveries().getByText('Delivered at the first attempt.').waitFor()
    await deliveries().getByText('thank you').waitFor()
    await deliveries().getByText('"event": "test"').waitFor()
    const [sent] = await receiver.until('/hook', 1)
    expect(() => new Webhook(secret).verify(sent!.body, sent!.headers)).not.toThrow()
    await close()
  })

  it('a failure says why and when it is tried again, and can be redelivered', async () => {
    receiver.respond = (_received, response) => void response.writeHead(500).end('out of order')
    await session.send({ type: 'AlphaError' })
    await receiver.until('/hook', 2)
    await page.getByRole('button', { name: `Deliveries to ${HOST}` }).click()
    const failed = deliveries().filter({ hasText: 'New issue' })
    await failed.getByText('Retrying').click()
    await failed
      .getByText(/^The receiver answered 500\. \(\d+ ms\)$/)
      .last()
      .waitFor()
    await failed.getByText('out of order').first().waitFor()
    await failed.getByText(/Next attempt at/).waitFor()
    receiver.respond = (_received, response) => void response.writeHead(204).end()
    await failed.getByRole('button', { name: 'Redeliver' }).click()
    await failed.getByText(/^Delivered (at|after)/).waitFor()
    await close()
  })

  it('it is changed, paused, given a new secret, and deleted', async () => {
    await more('Edit…')
    await dialog().getByText('The first event of an issue was processed.').click()
    await dialog().getByRole('button', { name: 'Save changes' }).click()
    const row = page.getByRole('list', { name: 'Webhooks' }).locator('> li')
    await row.getByText('Regression').first().waitFor()
    await expect.poll(() => row.getByText('Everything').count()).toBe(0)
    await more(/^Pause/)
    await row.getByText('Paused').waitFor()
    await more('Rotate secret…')
    await dialog().getByRole('button', { name: 'Rotate secret' }).click()
    expect(await secretShown()).not.toBe(secret)
    await more('Delete…')
    await dialog()
      .getByLabel(/^Type 127\.0\.0\.1/)
      .fill(new URL(receiver.url()).host)
    await dialog().getByRole('button', { name: 'Delete webhook' }).click()
    await page.getByText('No webhooks yet').waitFor()
  })
})
