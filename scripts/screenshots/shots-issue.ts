import type { Page } from 'playwright-core'
import type { Demo } from './seed-demo.ts'
import { broken, button, never, type Shot } from './shot.ts'

const issue =
  (name: string, query = '') =>
  (demo: Demo) =>
    `/issues/${demo.issues[name]}${query}`
const openTab = (name: RegExp) => (page: Page) =>
  page.getByRole('main').getByRole('link', { name }).first().click()

/** One issue. */
export const ISSUE: Shot[] = [
  { name: 'issue-regression', path: issue('pay'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-python', path: issue('key'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-group', path: issue('group'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-java', path: issue('java'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-native', path: issue('native'), ready: 'h2:has-text("Threads")' },
  { name: 'issue-source-map', path: issue('mapped'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-minified', path: issue('minified'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-message', path: issue('slow') },
  { name: 'issue-long', path: issue('long'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-snoozed', path: issue('stack'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-resolved', path: issue('pool'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-events', path: issue('pay'), act: openTab(/^All events/) },
  { name: 'issue-releases', path: issue('chunk'), act: openTab(/^Releases/) },
  { name: 'issue-feedback', path: issue('pay', '?tab=feedback'), ready: 'main li' },
  { name: 'issue-merged', path: issue('chunk', '?tab=merged'), ready: 'table[aria-label="Merged issues"]' },
  { name: 'issue-child', path: issue('chunk-admin'), ready: 'h2:has-text("Stack")' },
  { name: 'issue-activity', path: issue('chunk', '?tab=activity'), ready: 'ol' },
  {
    name: 'issue-grouping',
    path: issue('pay'),
    ready: 'h2:has-text("Stack")',
    act: async (page) => {
      await button(page, 'Explain grouping').click()
      await page.getByRole('dialog').getByRole('heading').nth(1).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issue-copy-menu',
    path: issue('pay'),
    act: async (page) => {
      await button(page, 'Copy for agent').click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issue-assign-menu',
    path: issue('chunk'),
    act: async (page) => {
      await page.keyboard.press('a')
      await page.getByRole('option', { name: /^Me/ }).waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issue-snooze-menu',
    path: issue('stack'),
    act: async (page) => {
      await button(page, /^Snoozed/).click()
      await page.getByRole('menu').waitFor()
    },
    windowOnly: true,
  },
  {
    name: 'issue-resolve-menu',
    path: issue('chunk'),
    act: async (page) => {
      await button(page, /resolve/i)
        .last()
        .click()
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
