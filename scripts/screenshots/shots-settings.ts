import type { Demo } from './seed-demo.ts'
import { asMember, button, json, type Shot } from './shot.ts'

const settings =
  (name: string, tab = '') =>
  (demo: Demo) =>
    `/settings/projects/${demo.projects[name]!.id}${tab === '' ? '' : `?tab=${tab}`}`

/** Projects and the account. */
export const SETTINGS: Shot[] = [
  { name: 'projects', path: () => '/settings/projects', ready: 'table a' },
  {
    name: 'projects-new',
    path: () => '/settings/projects',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'New project').click()
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
  { name: 'projects-member', path: () => '/settings/projects', before: asMember, ready: 'table a' },
  { name: 'project-general', path: settings('web-frontend') },
  { name: 'project-general-member', path: settings('web-frontend'), before: asMember },
  { name: 'project-keys', path: settings('web-frontend', 'keys'), ready: 'table code' },
  {
    name: 'project-keys-member',
    path: settings('web-frontend', 'keys'),
    before: asMember,
    ready: 'table code',
  },
  {
    name: 'project-key-created',
    path: settings('reports', 'keys'),
    ready: 'table code',
    before: (page, demo) =>
      page.route('**/dsn-keys', (route) =>
        route.request().method() === 'POST'
          ? json(201, { ...demo.projects.reports!.keys[0], label: 'Staging' })(route)
          : route.continue(),
      ),
    act: async (page) => {
      await button(page, 'New key').click()
      await page.getByLabel('Label').fill('Staging')
      await button(page, 'Create key').click()
      await page.getByText('For custom clients').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'project-key-new',
    path: settings('reports', 'keys'),
    ready: 'table code',
    act: async (page) => {
      await button(page, 'New key').click()
      await page.getByLabel('In a web page or an app').check()
      await page.getByLabel('Allowed origins').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'project-key-edit',
    path: settings('web-frontend', 'keys'),
    ready: 'table code',
    act: async (page) => {
      await button(page, /^Edit/).first().click()
      await page.getByLabel('Allowed origins').fill('https://shop.example.com/cart')
      await button(page, 'Save changes').click()
      await page.getByText(/^Use an origin such as/).waitFor()
    },
    expected: / 400 /,
    windowOnly: true,
  },
  {
    name: 'project-key-revoke',
    path: settings('web-frontend', 'keys'),
    ready: 'table code',
    act: async (page) => {
      await button(page, /^Revoke/)
        .first()
        .click()
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
  { name: 'project-limits', path: settings('web-frontend', 'limits'), ready: 'h2:has-text("Rejected")' },
  {
    name: 'project-limits-full',
    path: settings('desktop-app', 'limits'),
    before: (page) =>
      page.route('**/usage', async (route) => {
        const answer = await route.fetch()
        const usage = await answer.json()
        await route.fulfill({ json: { ...usage, hour: { ...usage.hour, accepted: 5000, cap: 5000 } } })
      }),
    ready: 'h2:has-text("Rejected")',
  },
  {
    name: 'project-limits-member',
    path: settings('web-frontend', 'limits'),
    before: asMember,
    ready: 'h2:has-text("Rejected")',
  },
  { name: 'project-filters', path: settings('web-frontend', 'filters'), ready: 'form' },
  { name: 'project-grouping', path: settings('web-frontend', 'grouping'), ready: 'form' },
  {
    name: 'project-privacy',
    path: settings('web-frontend', 'privacy'),
    ready: 'form',
  },
  { name: 'project-rules', path: settings('web-frontend', 'rules'), ready: 'ul[aria-label="Alert rules"]' },
  {
    name: 'project-rule-new',
    path: settings('web-frontend', 'rules'),
    ready: 'ul[aria-label="Alert rules"]',
    act: async (page) => {
      await button(page, 'New rule').click()
      await page
        .getByRole('region', { name: 'Preview' })
        .getByText(/have fired/)
        .waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'project-webhooks',
    path: settings('web-frontend', 'webhooks'),
    ready: 'ul[aria-label="Webhooks"]',
  },
  {
    name: 'project-webhooks-none',
    path: settings('reports', 'webhooks'),
    ready: 'main h2',
  },
  {
    name: 'project-webhook-new',
    path: settings('reports', 'webhooks'),
    ready: 'main h2',
    act: async (page) => {
      await button(page, 'New webhook').click()
      await page.getByRole('dialog').getByText('A message in a Slack channel').click()
    },
    windowOnly: true,
  },
  {
    name: 'project-deliveries',
    path: settings('web-frontend', 'webhooks'),
    ready: 'ul[aria-label="Webhooks"]',
    act: async (page) => {
      await button(page, /^Deliveries/)
        .last()
        .click()
      const list = page.getByRole('list', { name: 'Deliveries' })
      await list.getByRole('button').first().click()
    },
    windowOnly: true,
  },
  { name: 'project-files', path: settings('web-frontend', 'files'), ready: 'table' },
  { name: 'project-files-none', path: settings('reports', 'files'), ready: 'main h2' },
  { name: 'project-sdk', path: settings('checkout-api', 'sdk'), ready: 'pre' },
  { name: 'project-danger', path: settings('web-frontend', 'danger') },
  {
    name: 'project-delete',
    path: settings('web-frontend', 'danger'),
    act: async (page) => {
      await button(page, /^Delete project/).click()
      await page.getByLabel(/^Type/).fill('web-frontend')
    },
    windowOnly: true,
  },
  {
    name: 'project-missing',
    path: () => '/settings/projects/0f8fad5b-d9cb-469f-a165-70867728950e',
    ready: '[role=alert]',
    expected: / 404 /,
  },
]

export const ACCOUNT: Shot[] = [
  { name: 'account', path: () => '/account', ready: 'table' },
  {
    name: 'account-refused',
    path: () => '/account',
    before: (page) =>
      page.route(
        '**/api/v1/auth/password',
        json(400, {
          error: 'invalid_request',
          message: 'This is not your current password.',
          details: [{ path: 'current_password', message: 'This is not your current password.' }],
        }),
      ),
    ready: 'table',
    act: async (page) => {
      await page.getByLabel('Current password').fill('wrong')
      await page.getByLabel('New password').fill('seven quiet')
      await page.getByLabel('New password').press('Enter')
      await page.getByText('This is not').waitFor()
    },
    expected: / 400 /,
  },
  { name: 'not-found', path: () => '/nowhere' },
]
