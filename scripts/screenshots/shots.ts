import type { Page, Route } from 'playwright-core'
import type { Demo } from './seed-demo.ts'

/** One state of one screen. */
export interface Shot {
  name: string
  path: (demo: Demo) => string
  /** Before the page is opened: answers to replace. */
  before?: (page: Page, demo: Demo) => Promise<unknown>
  /** After it is open, until the state is there. */
  act?: (page: Page, demo: Demo) => Promise<unknown>
  /** What shows that the screen has loaded; default its heading. */
  ready?: string
  /** Complaints of the browser that belong to the state. */
  expected?: RegExp
  signedOut?: boolean
  /** The window only, for what floats above the page. */
  windowOnly?: boolean
}

const json = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
const problem = (status: number, error: string, message: string) =>
  json(status, { error, message, request_id: '0f8fad5b-d9cb-469f-a165-70867728950e' })
const broken = problem(500, 'internal', 'Something went wrong on our side. The request id names it in the log.')
const never = () => new Promise<void>(() => undefined)
const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
const asMember = async (page: Page) =>
  page.route('**/api/v1/auth/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'member' } })
  })

const SETUP: Shot[] = [
  {
    name: 'setup',
    path: () => '/setup#token=W0mZ1cJr8h2kq0example',
    before: (page) => page.route('**/api/v1/setup', json(200, { needed: true, token_required: true })),
    signedOut: true,
  },
  {
    name: 'setup-refused',
    path: () => '/setup',
    before: (page) =>
      page.route('**/api/v1/setup', (route) =>
        route.request().method() === 'GET'
          ? json(200, { needed: true, token_required: false })(route)
          : json(400, {
              error: 'invalid_request',
              message: 'The request is not valid.',
              details: [
                { path: 'password', message: 'This password is among the first that are tried. Choose another one.' },
              ],
            })(route),
      ),
    act: async (page) => {
      await page.getByLabel('Organization').fill('Acme')
      await page.getByLabel('Your email').fill('ada@example.com')
      await page.getByLabel('Password').fill('passwordpassword')
      await button(page, /^Create/).click()
      await page.getByRole('alert').waitFor()
    },
    expected: / 400 /,
    signedOut: true,
  },
  {
    name: 'setup-project',
    path: () => '/setup',
    before: (page) =>
      page.route('**/api/v1/setup', (route) =>
        json(route.request().method() === 'GET' ? 200 : 201, { needed: true, token_required: false })(route),
      ),
    act: async (page) => {
      await page.getByLabel('Organization').fill('Acme')
      await page.getByLabel('Your email').fill('ada@example.com')
      await page.getByLabel('Password').fill('seven quiet herons wade')
      await button(page, /^Create/).click()
      await page.getByRole('heading', { name: 'Your first project' }).waitFor()
    },
    signedOut: true,
  },
  { name: 'login', path: () => '/login', signedOut: true },
  {
    name: 'login-expired',
    path: () => '/login?return=/issues?q=is:resolved',
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com')
      await page.getByLabel('Password').fill('not the password')
      await button(page, 'Show').click()
      await button(page, 'Sign in').click()
      await page.getByRole('alert').waitFor()
    },
    expected: / 40[19] /,
    signedOut: true,
  },
]

const connect = (name: string) => (demo: Demo) => `/projects/${demo.projects[name]!.id}/setup`

const CONNECT: Shot[] = [
  { name: 'connect-waiting', path: connect('mobile-app') },
  {
    name: 'connect-checklist',
    path: connect('mobile-app'),
    before: (page) => page.clock.install(),
    act: async (page) => {
      await page.getByText('Waiting for the first event').waitFor()
      await page.clock.fastForward(64_000)
      await page.getByRole('region', { name: 'Checklist' }).waitFor()
    },
  },
  {
    name: 'connect-rejected',
    path: connect('desktop-app'),
    act: (page) => page.getByRole('region', { name: 'Rejected attempts' }).waitFor(),
  },
  {
    name: 'connect-received',
    path: connect('web-frontend'),
    act: (page) => page.getByRole('link', { name: 'Open the issue' }).waitFor(),
  },
  {
    name: 'connect-new-key',
    path: () => '/settings/projects',
    act: async (page) => {
      await button(page, 'New project').click()
      await page.getByLabel('Name').fill('made-for-a-picture')
      await button(page, 'Create project').click()
      await button(page, 'Reveal').click()
      await page.getByText('Waiting for the first event').waitFor()
    },
  },
]

const ISSUES: Shot[] = [
  { name: 'issues', path: () => '/issues', ready: 'table a' },
  {
    name: 'issues-selected',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await page.getByRole('checkbox').nth(2).check()
      await button(page, /^Resolve/).first().waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-toast',
    path: () => '/issues',
    ready: 'table a',
    before: (page) =>
      // The picture must not change the next one: the write is answered, not made.
      page.route(/\/api\/v1\/issues\/[0-9a-f-]{36}$/, async (route) => {
        if (route.request().method() !== 'PATCH') return route.continue()
        const issue = await (await route.fetch({ method: 'GET' })).json()
        await json(200, { ...issue, status: 'ignored' })(route)
      }),
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await button(page, /^Ignore/).first().click()
      await page.getByRole('region', { name: 'Notice' }).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-suggestions',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.keyboard.press('/')
      await page.keyboard.type(' env:')
      await page.waitForTimeout(600)
    },
    windowOnly: true,
  },
  { name: 'issues-all', path: () => '/issues?q=&sort=events_desc', ready: 'table a' },
  { name: 'issues-snoozed', path: () => '/issues?q=is:snoozed', ready: 'table a' },
  { name: 'issues-filtered-empty', path: () => '/issues?q=env:prdo', ready: 'main h2' },
  {
    name: 'issues-no-events',
    path: (demo) => `/issues?project=${demo.projects['mobile-app']!.id}`,
    ready: 'main h2',
  },
  {
    name: 'issues-no-project',
    path: () => '/issues',
    before: async (page) => {
      await page.route('**/api/v1/projects', json(200, { projects: [] }))
      await page.route('**/api/v1/issues?*', json(200, { issues: [], next_cursor: null, total: 0 }))
    },
    ready: 'main h2',
  },
  {
    name: 'issues-error',
    path: () => '/issues',
    before: (page) => page.route('**/api/v1/issues?*', broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
  {
    name: 'issues-loading',
    path: () => '/issues',
    before: (page) => page.route('**/api/v1/issues?*', never),
    ready: 'main .animate-pulse',
  },
  {
    name: 'project-menu',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await button(page, /^Project/).click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'user-menu',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await button(page, /^Account/).click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'shortcuts',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.keyboard.press('?')
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
]

const issue =
  (name: string, query = '') =>
  (demo: Demo) =>
    `/issues/${demo.issues[name]}${query}`
const openTab = (name: RegExp) => (page: Page) => page.getByRole('link', { name }).first().click()

const ISSUE: Shot[] = [
  { name: 'issue-regression', path: issue('pay'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-python', path: issue('key'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-message', path: issue('slow') },
  { name: 'issue-long', path: issue('long'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-snoozed', path: issue('stack'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-resolved', path: issue('pool'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-events', path: issue('pay'), act: openTab(/^All events/) },
  { name: 'issue-releases', path: issue('chunk'), act: openTab(/^Releases/) },
  { name: 'issue-feedback', path: issue('pay'), act: openTab(/^Feedback/) },
  {
    name: 'issue-resolve-menu',
    path: issue('chunk'),
    act: async (page) => {
      await button(page, /resolve/i).last().click()
      await page.getByRole('menu').or(page.getByRole('dialog')).first().waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issue-loading',
    path: issue('pay'),
    before: (page) => page.route(/\/api\/v1\/issues\/[0-9a-f-]{36}$/, never),
    ready: 'main .animate-pulse',
  },
  {
    name: 'issue-missing',
    path: () => '/issues/0f8fad5b-d9cb-469f-a165-70867728950e',
    ready: '[role=alert]',
    expected: / 404 /,
  },
  {
    name: 'issue-error',
    path: issue('pay'),
    before: (page) => page.route(/\/api\/v1\/issues\/[0-9a-f-]{36}$/, broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
]

const settings =
  (name: string, tab = '') =>
  (demo: Demo) =>
    `/settings/projects/${demo.projects[name]!.id}${tab === '' ? '' : `?tab=${tab}`}`

const SETTINGS: Shot[] = [
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
  { name: 'project-keys-member', path: settings('web-frontend', 'keys'), before: asMember, ready: 'table code' },
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
      await button(page, 'Reveal').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'project-key-revoke',
    path: settings('web-frontend', 'keys'),
    ready: 'table code',
    act: async (page) => {
      await button(page, /^Revoke/).first().click()
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

const ACCOUNT: Shot[] = [
  { name: 'account', path: () => '/account', ready: 'table' },
  {
    name: 'account-refused',
    path: () => '/account',
    before: (page) =>
      page.route(
        '**/api/v1/auth/password',
        json(400, {
          error: 'invalid_request',
          message: 'This is not your present password.',
          details: [{ path: 'current_password', message: 'This is not your present password.' }],
        }),
      ),
    ready: 'table',
    act: async (page) => {
      await page.getByLabel('Present password').fill('wrong')
      await page.getByLabel('New password').fill('seven quiet')
      await page.getByLabel('New password').press('Enter')
      await page.getByText('This is not').waitFor()
    },
    expected: / 400 /,
  },
  { name: 'not-found', path: () => '/nowhere', ready: 'main h2' },
]

export const SHOTS: readonly Shot[] = [...SETUP, ...CONNECT, ...ISSUES, ...ISSUE, ...SETTINGS, ...ACCOUNT]
