import { beforeAll, expect, it } from 'vitest'
import { describeDashboard } from './dashboard-session.ts'

/** Right-to-left override: what follows it is drawn backwards. Then what draws nothing: a filler, a tag, a control. */
const TURN = '\u202e\u3164\u{e0041}\u001b'
const turned = (name: string) => `${name}${TURN}gpj.exe`

/** An event with an override in every text an application may choose. */
function turnedEvent(type: string) {
  const frame = (name: string, in_app: boolean) => ({
    filename: turned(`src/${name}.ts`),
    abs_path: turned(`/app/${name}.ts`),
    function: turned(name),
    lineno: 2,
    colno: 3,
    in_app,
    pre_context: [turned('before')],
    context_line: turned('here'),
    post_context: [turned('after')],
    vars: { [turned('variable')]: turned('value') },
  })
  const exception = (name: string) => ({
    type: turned(name),
    value: turned('message'),
    mechanism: { type: turned('mechanism'), handled: false },
    stacktrace: { frames: [frame('library', false), frame('own', true)] },
  })
  return {
    platform: 'javascript',
    environment: turned('env'),
    release: turned('release'),
    transaction: turned('transaction'),
    exception: { values: [exception('CauseError'), exception(type)] },
    user: { id: turned('id'), email: `${TURN}ada@example.com` },
    tags: { [turned('tag')]: turned('value') },
    extra: { [turned('extra')]: { [turned('inner')]: turned('value') } },
    contexts: {
      [turned('context')]: { [turned('name')]: turned('value') },
      browser: { name: turned('Browser') },
      os: { name: turned('System') },
      runtime: { name: turned('Runtime') },
    },
    request: {
      url: `https://example.com/${turned('path')}`,
      method: 'GET',
      headers: { [turned('header')]: turned('value') },
      data: turned('body'),
    },
    breadcrumbs: [
      {
        category: turned('category'),
        message: turned('message'),
        level: 'info',
        data: { a: turned('data') },
      },
    ],
  }
}

/** Texts on the page, tooltips and names included, in which something still turns the direction or is not seen. */
const TURNING = `(() => {
  const turns = /[\\u001b\\u061c\\u200e\\u200f\\u202a-\\u202e\\u2066-\\u2069\\u3164\\udb40]/
  const found = turns.test(document.title) ? ['title: ' + document.title] : []
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (turns.test(node.data)) found.push(node.parentElement.tagName + ': ' + node.data)
  }
  for (const element of document.querySelectorAll('*')) {
    for (const name of ['title', 'aria-label', 'alt', 'placeholder', 'label']) {
      if (turns.test(element.getAttribute(name) ?? '')) found.push(name + ': ' + element.getAttribute(name))
    }
  }
  return found
})()`

/** Marks that stand outside of every isolating element. */
const NOT_ISOLATED = `(() => {
  const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
  const found = []
  for (let node = texts.nextNode(); node; node = texts.nextNode()) {
    if (node.data.includes('‹RLO›') && !node.parentElement.closest('bdi, pre, option, text')) {
      found.push(node.parentElement.outerHTML.slice(0, 200))
    }
  }
  return found
})()`

describeDashboard('texts that turn their direction', (session, page) => {
  let ids: string[] = []
  beforeAll(async () => {
    const { project, client, service } = session
    for (const type of ['AlphaError', 'BetaError']) {
      const response = await fetch(
        `${service.url}/api/${project.id}/store/?sentry_key=${project.keys[0]!.public_key}`,
        { method: 'POST', body: JSON.stringify(turnedEvent(type)) },
      )
      expect(response.status).toBe(200)
    }
    ids = (await client.untilCounted(project.id, 2)).map(({ id }) => id)
    await client.request('POST', `/api/v1/issues/${ids[0]}/comments`, { body: turned('comment') })
    await client.request('PATCH', `/api/v1/issues/${ids[0]}`, {
      status: 'resolved',
      resolved_in_release: turned('fix'),
    })
    await client.request('PATCH', `/api/v1/issues/${ids[0]}`, { status: 'unresolved' })
  })

  const expectMarked = async () => {
    await page.getByText('‹RLO›').first().waitFor()
    expect(await page.evaluate(TURNING)).toEqual([])
    expect(await page.evaluate(NOT_ISOLATED)).toEqual([])
  }
  const open = async (path: string) => {
    await page.goto(session.service.url + path)
    await page.getByText('‹RLO›').first().waitFor()
  }

  it('are shown with marks on the issue, its event opened in full', async () => {
    await open(`/issues/${ids[0]}`)
    await page.getByRole('heading', { name: 'Why it is grouped here' }).waitFor()
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await page.getByRole('button', { name: 'Show', exact: true }).click()
    await expectMarked()
    for (const mark of ['comment', 'fix']) {
      await page.goto(`${session.service.url}/issues/${ids[0]}?tab=activity`)
      await page.getByText(`${mark}‹RLO›`).first().waitFor()
      await expectMarked()
    }
  })

  it.each(['events', 'releases'])('are shown with marks among the %s', async (tab) => {
    await open(`/issues/${ids[0]}?tab=${tab}`)
    await page.getByRole('table').getByText('‹RLO›').first().waitFor()
    await expectMarked()
  })

  it('are shown with marks in menus, dialogs and suggestions', async () => {
    await open(`/issues/${ids[0]}`)
    await page.getByRole('button', { name: /^Resolve/ }).click()
    const next = page.getByRole('menuitem', { name: /^In the next release/ })
    await next.getByText(/release‹RLO›/).waitFor()
    await expectMarked()
    await next.click()
    await page.getByText(/^Issue resolved in the release after release‹RLO›/).waitFor()
    await expectMarked()
    await page.getByRole('button', { name: /^Reopen/ }).click()
    await page.getByRole('button', { name: 'More' }).click()
    await page.getByRole('menuitem', { name: /^Delete/ }).click()
    await page.getByRole('dialog').getByText('‹RLO›').waitFor()
    await expectMarked()
    await open('/issues')
    for (const key of ['j', 'x', 'j', 'x', 'm']) await page.keyboard.press(key)
    await page.getByRole('dialog', { name: 'Merge 2 issues' }).getByText('‹RLO›').first().waitFor()
    await expectMarked()
    await page.getByRole('dialog').getByRole('button', { name: 'Merge' }).click()
    await page.getByText(/merged into/).waitFor()
    await expectMarked()
    await page.keyboard.press('/')
    await page.keyboard.type('env:')
    await page.getByRole('option', { name: /env‹RLO›/ }).waitFor()
    await page.getByText('Counts: issues in all projects, of any status and age').waitFor()
    await expectMarked()
  })

  it('are shown with marks where issues are merged', async () => {
    const { issues } = await session.client.get<{ issues: { id: string }[] }>('/api/v1/issues?q=')
    const root = issues[0]!.id
    await open(`/issues/${root}?tab=merged`)
    await page.getByRole('table', { name: 'Merged issues' }).getByText('‹RLO›').first().waitFor()
    await expectMarked()
    await open(`/issues/${ids.find((id) => id !== root)}`)
    await page.getByText('Merged into').waitFor()
    await expectMarked()
  })

  it('emoji and ideographs are written with what chooses their look, in this browser too', async () => {
    const value =
      '\u{1f441}\ufe0f \u{1f3f3}\ufe0f\u200d\u{1f308} \u26a0\ufe0f 3\ufe0f\u20e3 \u{20bb7}\u{e0100}'
    await session.send({ type: 'EmojiError', value })
    await page.goto(`${session.service.url}/issues?q=EmojiError`)
    await page.getByText('\u{1f308}').first().waitFor()
    expect(await page.getByText('\u{1f308}').first().innerText()).toBe(value)
  })
})
