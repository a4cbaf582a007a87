import type { Page } from 'playwright-core'
import { asMember, broken, button, json, never, problem, type Shot } from './shot.ts'

const refused = (page: Page, path: string) =>
  page.route(path, json(400, { error: 'invalid_request', message: 'The request is not valid.' }))

/** People, tokens and what was administered. */
export const TEAM: Shot[] = [
  { name: 'members', path: () => '/settings/members', ready: 'table' },
  { name: 'organization', path: () => '/settings/organization', ready: 'text=Each member chooses.' },
  {
    name: 'two-factor-required',
    path: () => '/two-factor',
    before: (page) =>
      page.route('**/api/v1/projects', problem(403, 'two_factor_setup_required', 'Set it up to continue.')),
    ready: 'text=Your organization requires it',
    expected: / 403 /,
  },
  { name: 'members-member', path: () => '/settings/members', before: asMember, ready: 'table' },
  {
    name: 'members-role-menu',
    path: () => '/settings/members',
    ready: 'table',
    act: async (page) => {
      await button(page, /^Role of Linus/).click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'members-actions',
    path: () => '/settings/members',
    ready: 'table',
    act: async (page) => {
      await button(page, /^Actions for owner/).click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'members-invite',
    path: () => '/settings/members',
    ready: 'table',
    act: async (page) => {
      await button(page, 'Invite a member').click()
      await page.getByLabel('Email').fill('ada@acme.example.com')
    },
    windowOnly: true,
  },
  {
    name: 'members-invited',
    path: () => '/settings/members',
    ready: 'table',
    before: (page) =>
      page.route('**/api/v1/members', (route) =>
        route.request().method() === 'POST' ? json(201, INVITED)(route) : route.continue(),
      ),
    act: async (page) => {
      await button(page, 'Invite a member').click()
      await page.getByLabel('Email').fill('ada@acme.example.com')
      await button(page, 'Invite').click()
      await page.getByText('works once, for seven days').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'members-remove',
    path: () => '/settings/members',
    ready: 'table',
    act: async (page) => {
      await button(page, /^Actions for Grace/).click()
      await page.getByRole('menuitem', { name: 'Remove…' }).click()
      await page.getByRole('dialog').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'members-error',
    path: () => '/settings/members',
    before: (page) => page.route('**/api/v1/members', broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
  { name: 'tokens', path: () => '/settings/tokens', ready: 'table' },
  { name: 'tokens-member', path: () => '/settings/tokens', before: asMember },
  {
    name: 'tokens-none',
    path: () => '/settings/tokens',
    before: (page) => page.route('**/api/v1/agent-tokens', json(200, { tokens: [] })),
    ready: 'main h2',
  },
  {
    name: 'tokens-new',
    path: () => '/settings/tokens',
    ready: 'table',
    act: async (page) => {
      await button(page, 'New token').click()
      await page.getByLabel('Label').fill('Nightly triage')
    },
    windowOnly: true,
  },
  {
    name: 'tokens-created',
    path: () => '/settings/tokens',
    ready: 'table',
    before: (page) =>
      page.route('**/api/v1/agent-tokens', (route) =>
        route.request().method() === 'POST' ? json(201, { token: CREATED })(route) : route.continue(),
      ),
    act: async (page) => {
      await button(page, 'New token').click()
      await page.getByLabel('Label').fill('Nightly triage')
      await button(page, 'Create token').click()
      await page.getByText('keep it like a password').waitFor()
    },
    windowOnly: true,
  },
  { name: 'audit-log', path: () => '/settings/audit-log', ready: 'table' },
]

const INVITED = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  email: 'ada@acme.example.com',
  name: '',
  role: 'member',
  created_at: '2026-11-20T12:00:00.000Z',
  last_seen_at: null,
  pending: true,
  invitation: {
    invited_at: '2026-11-20T12:00:00.000Z',
    expires_at: '2026-11-27T12:00:00.000Z',
    mail: 'none',
  },
  invite_url: 'https://errors.acme.example.com/invite#token=Zk3mV8rQ1xW0pT6yB2nL5cH9sD4fG7jA',
}

const CREATED = {
  id: '0f8fad5b-d9cb-469f-a165-70867728950e',
  label: 'Nightly triage',
  token_prefix: 'svc_pat_Zk3mV8rQ',
  token: 'svc_pat_Zk3mV8rQ1xW0pT6yB2nL5cH9sD4fG7jAe0uI8oPq',
  scopes: ['read:agent'],
  created_by: { id: INVITED.id, email: 'owner@example.com', name: '' },
  created_at: INVITED.created_at,
  last_used_at: null,
  revoked_at: null,
}

const INVITATION = {
  organization: 'Acme',
  email: 'ada@acme.example.com',
  name: 'Ada',
  role: 'admin',
  expires_at: '2026-11-27T12:00:00.000Z',
}

/** Where the links of invitations and resets lead. */
export const LINKS: Shot[] = [
  {
    name: 'invite',
    path: () => '/invite#token=example',
    before: (page) => page.route('**/api/v1/auth/invitation', json(200, INVITATION)),
    ready: 'form',
    signedOut: true,
  },
  {
    name: 'invite-used',
    path: () => '/invite#token=gone',
    ready: '[role=alert]',
    expected: / 404 /,
    signedOut: true,
  },
  { name: 'invite-incomplete', path: () => '/invite', signedOut: true },
  { name: 'reset-request', path: () => '/reset-password', signedOut: true },
  {
    name: 'reset-requested',
    path: () => '/reset-password',
    before: (page) => page.route('**/api/v1/setup', json(200, { needed: false, mail_configured: true })),
    act: async (page) => {
      await page.getByLabel('Email').fill('ada@example.com')
      await button(page, 'Send link').click()
      await page.getByText("you'll get a link").waitFor()
    },
    signedOut: true,
  },
  {
    name: 'reset-confirm',
    path: () => '/reset-password#token=example',
    before: (page) => refused(page, '**/password-reset/confirm'),
    act: (page) => page.getByLabel('New password').fill('seven quiet'),
    signedOut: true,
  },
]

const HOUR = '2026-11-20T21:00:00.000Z'
const alertOf = (kind: string, details: object, rest: object = {}) => ({
  id: `0f8fad5b-d9cb-469f-a165-${String(Math.abs(hash(kind)))
    .padStart(12, '0')
    .slice(0, 12)}`,
  project_id: INVITED.id,
  issue_id: null,
  issue: null,
  rule_id: null,
  title: 'web-frontend',
  fired_at: HOUR,
  read_at: null,
  ignored: false,
  kind,
  details,
  ...rest,
})

function hash(text: string): number {
  return [...text].reduce((sum, letter) => (sum * 31 + letter.charCodeAt(0)) % 1_000_000_007, 7)
}

const ALERT_LIST = {
  next_cursor: null,
  unread_count: 2,
  alerts: [
    alertOf(
      'regression',
      {
        note: 'compared 1.4.2 > 1.4.1 by semver',
        release: 'web@1.4.2',
        resolved_in_release: 'web@1.4.1',
        environment: 'production',
      },
      {
        issue_id: INVITED.id,
        issue: {
          status: 'regression',
          event_count: 456,
          unique_user_count: 247,
          first_seen_at: '2026-11-14T21:00:00.000Z',
        },
        title: "TypeError: Cannot read properties of undefined (reading 'id')",
      },
    ),
    alertOf('cap_reached', { hour: HOUR, cap: 5000 }),
    alertOf('overflow', { hour: HOUR, limit: 200 }, { read_at: HOUR }),
  ],
}

/** What the service tells by itself. */
export const ALERTS: Shot[] = [
  { name: 'alerts', path: () => '/alerts', ready: 'main li' },
  {
    name: 'alerts-all',
    path: () => '/alerts?view=all',
    before: (page) => page.route('**/api/v1/alerts?*', json(200, ALERT_LIST)),
    ready: 'main li',
  },
  {
    name: 'bell',
    path: () => '/issues',
    before: (page) => page.route('**/api/v1/alerts?*', json(200, ALERT_LIST)),
    ready: 'tbody tr',
    act: async (page) => {
      await button(page, /^Alerts: \d+ unread/).click()
      await page.getByRole('dialog', { name: 'Unread alerts' }).getByRole('listitem').first().waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'bell-empty',
    path: () => '/issues',
    before: (page) =>
      page.route('**/api/v1/alerts?*', json(200, { alerts: [], next_cursor: null, unread_count: 0 })),
    ready: 'tbody tr',
    act: async (page) => {
      await button(page, 'No unread alerts').click()
      await page.getByText('You have read all alerts.').waitFor()
    },
    windowOnly: true,
  },
  { name: 'alerts-empty', path: () => '/alerts?view=ignored', ready: 'main h2' },
  {
    name: 'alerts-loading',
    path: () => '/alerts',
    before: (page) => page.route('**/api/v1/alerts?view=unread&limit=50', never),
    ready: 'main .animate-pulse',
  },
  {
    name: 'alerts-error',
    path: () => '/alerts',
    before: (page) => page.route('**/api/v1/alerts?*', broken),
    ready: '[role=alert]',
    expected: / 500 /,
  },
]
