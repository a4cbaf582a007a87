import { broken, button, json, never, problem, type Shot } from './shot.ts'

/** The list and what floats above it. */
export const ISSUES: Shot[] = [
  { name: 'issues', path: () => '/issues', ready: 'table a' },
  {
    name: 'issues-selected',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await page.getByRole('checkbox').nth(2).check()
      await button(page, /^Resolve/)
        .first()
        .waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-views',
    path: () => '/issues?q=&window=30d&sort=events_desc',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'Views').click()
      await page.getByRole('menuitemradio', { name: 'Mine' }).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-views-save',
    path: () => '/issues?q=is:unresolved+env:production+level:error',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'Views').click()
      await page.getByRole('menuitem', { name: 'Save this view…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-views-manage',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'Views').click()
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
      await button(page, 'Edit “Mine”').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-views-edit',
    path: () => '/issues?q=is:unresolved+level:fatal',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'Views').click()
      await page.getByRole('menuitem', { name: 'Manage views…' }).click()
      await button(page, 'Edit “Mine”').click()
      await page.getByRole('dialog', { name: 'Edit view' }).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-merge',
    path: (demo) => `/issues?project=${demo.projects['web-frontend']!.id}`,
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await page.getByRole('checkbox').nth(2).check()
      await page.keyboard.press('m')
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-matching',
    path: () => '/issues',
    ready: 'table a',
    before: (page) =>
      page.route(/api\/v1\/issues\?.*limit=50/, async (route) => {
        if (route.request().url().includes('cursor=')) return never()
        const answer = await route.fetch()
        const list = await answer.json()
        await route.fulfill({ json: { ...list, next_cursor: 'more', total: 1000, total_capped: true } })
      }),
    act: async (page) => {
      await page.getByRole('checkbox', { name: 'Select all' }).check()
      await page.getByText(/^Loading everything that matches/).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-more-menu',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await button(page, 'More actions').click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-assign',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Assign to…' }).click()
      await page.getByRole('option').first().waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issues-delete',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('checkbox').nth(1).check()
      await button(page, 'More actions').click()
      await page.getByRole('menuitem', { name: 'Delete…' }).click()
      await page.getByRole('dialog').waitFor()
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
      await button(page, /^Ignore/)
        .first()
        .click()
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
  {
    name: 'issues-start-here',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await button(page, 'Start here').click()
      await page.getByRole('region', { name: 'Start here' }).getByRole('link').first().waitFor()
    },
  },
  {
    name: 'issues-offline',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      await page.getByRole('img', { name: 'Everything is working' }).waitFor()
      await page.context().setOffline(true)
      await page.getByText('No connection to the server.').waitFor()
    },
    after: (page) => page.context().setOffline(false),
    expected: /ERR_INTERNET_DISCONNECTED/,
    windowOnly: true,
  },
  {
    name: 'issues-session-ended',
    path: () => '/issues',
    ready: 'table a',
    act: async (page) => {
      const ended = problem(401, 'unauthenticated', 'Sign in to continue.')
      await page.route('**/api/v1/**', ended)
      await page.keyboard.press('r')
      await page.getByLabel('Password').waitFor()
    },
    expected: / 401 /,
  },
  { name: 'feedback', path: () => '/feedback', ready: 'main li' },
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
