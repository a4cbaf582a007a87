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
  /** After the picture: what other pages of the browser must not inherit. */
  after?: (page: Page) => Promise<unknown>
  /** What shows that the screen has loaded; default its heading. */
  ready?: string
  /** Complaints of the browser that belong to the state. */
  expected?: RegExp
  signedOut?: boolean
  /** The window only, for what floats above the page. */
  windowOnly?: boolean
}

export const json = (status: number, body: unknown) => (route: Route) =>
  route.fulfill({ status, contentType: 'application/json', body: JSON.stringify(body) })
export const problem = (status: number, error: string, message: string) =>
  json(status, { error, message, request_id: '0f8fad5b-d9cb-469f-a165-70867728950e' })
export const broken = problem(
  500,
  'internal',
  'Something went wrong on the server. Look for the request ID in its log.',
)
export const never = () => new Promise<void>(() => undefined)
export const button = (page: Page, name: string | RegExp) => page.getByRole('button', { name })
export const asMember = async (page: Page) =>
  page.route('**/api/v1/auth/me', async (route) => {
    const answer = await route.fetch()
    await route.fulfill({ response: answer, json: { ...(await answer.json()), role: 'member' } })
  })
