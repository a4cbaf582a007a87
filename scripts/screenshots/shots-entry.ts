import type { Demo } from './seed-demo.ts'
import { button, json, type Shot } from './shot.ts'

/** Before and at the first use. */
export const SETUP: Shot[] = [
  {
    name: 'docs',
    path: () => '/docs#getIssues',
    ready: '#getIssues .body',
    signedOut: true,
    windowOnly: true,
  },
  {
    name: 'setup',
    path: () => '/setup#token=W0mZ1cJr8h2kq0example',
    before: (page) => page.route('**/api/v1/setup', json(200, { needed: true })),
    signedOut: true,
  },
  {
    name: 'setup-refused',
    path: () => '/setup#token=W0mZ1cJr8h2kq0example',
    before: (page) =>
      page.route('**/api/v1/setup', (route) =>
        route.request().method() === 'GET'
          ? json(200, { needed: true })(route)
          : json(400, {
              error: 'invalid_request',
              message: 'The request is not valid.',
              details: [
                {
                  path: 'password',
                  message:
                    'This is similar to a commonly used password. Add more words that are less common.',
                },
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
    path: () => '/setup#token=W0mZ1cJr8h2kq0example',
    before: (page) =>
      page.route('**/api/v1/setup', (route) =>
        json(route.request().method() === 'GET' ? 200 : 201, { needed: true })(route),
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

export const CONNECT: Shot[] = [
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
      await page.getByText('For custom clients').click()
      await button(page, 'Reveal').click()
      await page.getByText('Waiting for the first event').waitFor()
    },
  },
]
