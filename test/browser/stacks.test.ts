import { expect, it } from 'vitest'
import { barriers } from '../support/accessibility.ts'
import {
  exception,
  JAVA_CHAIN,
  NATIVE_CRASH,
  PYTHON_GROUP,
  type Sent,
} from '../support/sample/platform-stacks.ts'
import { describeDashboard } from './dashboard-session.ts'

const MESSAGE = {
  platform: 'python',
  logentry: { message: 'order %s failed after %s tries', params: ['A-77', 3] },
  breadcrumbs: Array.from({ length: 60 }, (_, index) => ({
    category: index % 2 === 0 ? 'query' : 'http',
    level: index === 30 ? 'warning' : 'info',
    message: `step ${index}`,
  })),
}

const LARGE = {
  platform: 'python',
  exception: {
    values: Array.from({ length: 100 }, (_, index) =>
      exception(`Error${index}`, 'deep', {
        stacktrace: {
          frames: Array.from({ length: 250 }, (_, line) => ({ function: `f${index}`, lineno: line })),
        },
      }),
    ),
  },
  extra: { rows: Array.from({ length: 1900 }, (_, index) => ({ index, text: 'x'.repeat(40) })) },
}

describeDashboard('stacks of every platform on the screen', (session, page) => {
  const open = async (name: string, event: Sent) => {
    const project = await session.client.createProject(name)
    const key = project.keys[0]!.public_key
    const answer = await fetch(`${session.service.url}/api/${project.id}/store/?sentry_key=${key}`, {
      method: 'POST',
      body: JSON.stringify(event),
    })
    expect(answer.status).toBe(200)
    const [issue] = await session.client.untilCounted(project.id, 1)
    await page.goto(`${session.service.url}/issues/${issue!.id}`)
    await page.getByRole('heading', { name: 'Event details' }).waitFor()
  }
  const section = (title: string) =>
    page.locator('section', { has: page.getByRole('heading', { level: 2, name: title, exact: true }) })
  const stacks = () => page.getByRole('list', { name: 'Stack frames' })

  it('an exception group shows its members side by side, and the causes of the chosen one', async () => {
    await open('group', PYTHON_GROUP)
    const members = page.getByRole('group', { name: '2 exceptions in this group' }).getByRole('button')
    expect(await members.allInnerTexts()).toEqual([
      expect.stringMatching(/^TimeoutError/),
      expect.stringMatching(/^ValueError/),
    ])
    await stacks().getByText('fetch_stock', { exact: true }).waitFor()
    expect(await page.getByText('ConnectionRefusedError').count()).toBe(0)
    await members.nth(1).click()
    await stacks().getByText('check_sku', { exact: true }).waitFor()
    await page.getByRole('heading', { name: /ConnectionRefusedError: no database/ }).waitFor()
    expect(await stacks().getByText('fetch_stock').count()).toBe(0)
    expect(await barriers(page)).toEqual([])
  })

  it('the variables of the first frame are open, and details, SDK and packages are shown', async () => {
    await page.getByText('4711').waitFor()
    const details = await section('Event details').innerText()
    for (const said of ['/checkout', 'shop.orders', 'web-3', '14', 'sentry.python 2.68.0'])
      expect(details).toContain(said)
    const packages = section('Packages')
    await packages.getByRole('button', { name: 'Show' }).click()
    await packages.getByRole('searchbox').fill('package-77')
    await packages.getByText('1.77').waitFor()
    expect(await packages.locator('tbody tr').count()).toBe(1)
  })

  it('a Java frame shows its package, and a cause folds the frames in common with the exception above', async () => {
    await open('java', JAVA_CHAIN)
    await stacks().nth(0).getByText('Server.listen', { exact: true }).waitFor()
    await stacks().nth(0).getByText('com.acme.boot.', { exact: true }).first().waitFor()
    const cause = stacks().nth(1)
    expect(await cause.innerText()).not.toContain('Launcher.start')
    await cause.getByRole('button', { name: '3 frames in common with the exception above' }).click()
    expect(await cause.getByText('Launcher.start').count()).toBe(3)
    await page.getByRole('heading', { name: 'java.net.BindException: Address already in use' }).waitFor()
    await page.getByText('root cause', { exact: true }).first().waitFor()
  })

  it('native frames show image and address; the crashed thread comes first, and every thread opens', async () => {
    await open('native', NATIVE_CRASH)
    const crash = await stacks().nth(0).innerText()
    expect(crash).toMatch(/0x1978b5c9c\s+UIKitCore/)
    expect(crash).toMatch(/main\s+Shop\s+0x1000/)
    expect(crash).not.toContain('unknown file')
    const threads = section('Threads')
    expect(await threads.getByRole('listitem').first().innerText()).toMatch(
      /Thread 0[\s\S]*crashed[\s\S]*stack trace above/,
    )
    await threads.getByRole('button', { name: /uploader/ }).click()
    await threads.getByText('wait_for_work').waitFor()
    await section('Loaded images').getByRole('button', { name: 'Show' }).click()
    await page.getByText('aaaa-bbbb').waitFor()
    expect(await barriers(page)).toEqual([])
  })

  it('a message shows its parameters and no empty stack; breadcrumbs can be filtered and searched', async () => {
    await open('message', MESSAGE)
    const message = section('Message')
    await message.getByText('order A-77 failed after 3 tries').waitFor()
    await message.getByRole('term').getByText('1', { exact: true }).waitFor()
    expect(await page.getByRole('heading', { name: 'Stack trace' }).count()).toBe(0)
    const crumbs = section('Breadcrumbs')
    expect(await crumbs.locator('tbody tr').count()).toBe(10)
    await crumbs.getByRole('searchbox').fill('step 3')
    await expect.poll(() => crumbs.locator('tbody tr').count()).toBe(10)
    await crumbs.getByRole('button', { name: /^Level/ }).click()
    await page.getByRole('menuitemradio', { name: /Warnings and errors/ }).click()
    await expect
      .poll(() => crumbs.locator('tbody tr').allInnerTexts())
      .toEqual([expect.stringContaining('step 30')])
  })

  it('a very large event puts little into the page, and everything stays within reach', async () => {
    await open('large', LARGE)
    const elements = await page.locator('main *').count()
    expect(elements).toBeLessThan(3000)
    await page.getByRole('button', { name: /^Show \d+ more exceptions$/ }).click()
    const deep = page.getByRole('heading', { name: /Error50: deep/ })
    await deep.getByRole('button').click()
    await stacks().getByText('f50', { exact: true }).first().waitFor()
    const extra = section('Extra')
    await extra.getByRole('button', { name: /1,900 items/ }).click()
    expect(await extra.getByRole('button', { name: /^2 fields/ }).count()).toBe(50)
  })

  it('an event that was cut says so', async () => {
    const rows = Array.from({ length: 2100 }, () => 'x'.repeat(20))
    await open('shortened', { message: 'm', extra: { rows, text: 'y'.repeat(9000) } })
    await page.getByText('Shortened to the size limits: long lists, long texts').waitFor()
    expect(await page.getByText('This event is too large to keep whole.').count()).toBe(0)
    const many = Array.from({ length: 150 }, () => 'z'.repeat(8000))
    await open('cut', { message: 'm', extra: { many } })
    await page.getByText('This event is too large to keep whole.').waitFor()
  })

  it('frames of the application lead to the repository once its links are set', async () => {
    await open('linked', {
      platform: 'python',
      release: 'shop@1.4.2',
      exception: exception('KeyError', 'total', {
        stacktrace: {
          frames: [
            { filename: 'flask/app.py', function: 'dispatch', lineno: 5, in_app: false },
            {
              filename: 'shop/pay.py',
              abs_path: '/app/shop/pay.py',
              function: 'pay',
              lineno: 12,
              in_app: true,
            },
          ],
        },
      }),
    })
    const issue = page.url()
    const links = page.getByRole('link', { name: /^Source of line/ })
    expect(await links.count()).toBe(0)
    const project = (
      await session.client.get<{ projects: { id: string; name: string }[] }>('/api/v1/projects')
    ).projects.find(({ name }) => name === 'linked')!
    await page.goto(`${session.service.url}/settings/projects/${project.id}?tab=source`)
    const field = page.getByLabel('Links')
    await field.fill('/app/ -> https://git.example.com/{path}/{commit}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Line 1: There is no {commit}.').first().waitFor()
    await field.fill('/app/ -> https://git.example.com/v{version}/{path}#L{line}')
    await page.getByRole('button', { name: 'Save' }).click()
    await page.getByText('Saved').waitFor()
    await page.goto(issue)
    await page.getByRole('button', { name: 'All', exact: true }).click()
    await stacks().getByText('dispatch', { exact: true }).waitFor()
    await links.first().waitFor()
    expect(await links.evaluateAll((all) => all.map((link) => link.getAttribute('href')))).toEqual([
      'https://git.example.com/v1.4.2/shop/pay.py#L12',
    ])
  })

  it('an issue names the commits of its release that changed files of its stack', async () => {
    const frames = [{ filename: 'shop/pay.py', function: 'pay', lineno: 12, in_app: true }]
    const crash = exception('PayError', 'no total', { stacktrace: { frames } })
    await open('blamed', { platform: 'python', release: 'shop@1.5.0', exception: crash })
    const card = section('Suspect commits')
    expect(await card.count()).toBe(0)
    const body = { label: 'release', scopes: ['write:admin'] }
    const answer = await session.client.request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      body,
    )
    const named = (id: string, path: string) => {
      const patch_set = [{ path, type: 'M' }]
      return {
        id,
        message: `change ${path}`,
        author_name: 'Jane',
        timestamp: new Date().toISOString(),
        patch_set,
      }
    }
    const told = await fetch(`${session.service.url}/api/0/organizations/shop/releases/shop%401.5.0/`, {
      method: 'PUT',
      headers: { authorization: `Bearer ${answer.body.token.token}`, 'content-type': 'application/json' },
      body: JSON.stringify({
        commits: [named('4f2a91cd77', 'src/shop/pay.py'), named('77c0ffee00', 'README.md')],
      }),
    })
    expect(told.status).toBe(200)
    await page.reload()
    await card.getByText('change src/shop/pay.py').waitFor()
    expect(await card.innerText()).toMatch(
      /4f2a91cd\s+Jane\s+just now[\s\S]*From shop@1\.5\.0 \(2 commits\), by/,
    )
    expect(await card.getByRole('listitem').count()).toBe(1)
    expect(await barriers(page)).toEqual([])
  })
})
