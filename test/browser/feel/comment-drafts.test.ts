import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from '../dashboard-session.ts'

describeDashboard('a comment that is being written', (session, page) => {
  let ids: string[]
  beforeAll(async () => {
    for (const type of ['AlphaError', 'BetaError']) await session.send({ type })
    await session.client.untilCounted(session.project.id, 2)
    const issues = await session.client.allIssues(session.project.id)
    ids = issues.toSorted((a, b) => a.title.localeCompare(b.title)).map(({ id }) => id)
    // Each has a link to the other in its activity.
    await session.client.request('POST', '/api/v1/issues/merge', {
      canonical_id: ids[0],
      merge_ids: [ids[1]],
    })
  })

  const field = () => page.getByRole('textbox', { name: 'Comment' })
  const openActivity = async () => {
    await page.goto(`${session.service.url}/issues/${ids[0]}?tab=activity`)
    await field().waitFor()
  }

  it('stays with its issue when the browser goes back to another one', async () => {
    await openActivity()
    await page
      .getByRole('list', { name: 'Activity' })
      .getByRole('link', { name: /^BetaError/ })
      .click()
    await page.getByRole('heading', { level: 1, name: /^BetaError/ }).waitFor()
    await page.getByRole('link', { name: 'Activity' }).click()
    await field().fill('about Beta')
    await page.goBack()
    await page.getByRole('heading', { level: 1, name: /^AlphaError/ }).waitFor()
    expect(await field().inputValue()).toBe('')
    await page.goForward()
    await page.getByRole('heading', { level: 1, name: /^BetaError/ }).waitFor()
    expect(await field().inputValue()).toBe('about Beta')
    await field().fill('')
  })

  it('keeps what is typed while an earlier one is sent', async () => {
    await openActivity()
    await page.route('**/comments', async (route) => {
      if (route.request().method() === 'POST') await field().fill('the second one')
      await route.continue()
    })
    await field().fill('the first one')
    await page.getByRole('button', { name: 'Comment' }).click()
    await page.getByRole('list', { name: 'Activity' }).getByText('the first one').waitFor()
    expect(await field().inputValue()).toBe('the second one')
    await page.unroute('**/comments')
    await page.reload()
    await expect.poll(() => field().inputValue()).toBe('the second one')
  })

  it('says that the comments could not be loaded, and loads them', async () => {
    let refuses = true
    await page.route('**/comments?*', (route) =>
      refuses ? route.fulfill({ status: 403, json: {} }) : route.continue(),
    )
    await openActivity()
    await page.getByRole('alert').waitFor()
    refuses = false
    await page.getByRole('alert').getByRole('button', { name: 'Try again' }).click()
    await page.getByRole('list', { name: 'Activity' }).getByText('the first one').waitFor()
    await page.unroute('**/comments?*')
  })
})
