import { beforeAll, describe, expect, it } from 'vitest'
import { EVENT_KEYS, SEARCH_KEYS } from '#contract/issue/query-value.ts'
import type { OpenApi } from '#http/description/open-api.ts'
import { ApiClient } from '../support/client/api-client.ts'
import { sendRaw } from '../support/client/raw-request.ts'
import { ofSuite } from '../support/of-suite.ts'
import { startApiServer } from '../support/server/api-server.ts'

describe('the description for people and for agents', () => {
  let document: OpenApi
  const server = ofSuite(() => startApiServer({ baseUrl: 'https://errors.example.com' }))
  beforeAll(async () => {
    document = await new ApiClient(server.url).get('/api/v1/openapi.json')
  })

  const addresses = () =>
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries(methods).map(([method, { operationId }]) => ({ method, path, operationId })),
    )

  it('`/docs` shows every route, without a session and without a script', async () => {
    const answer = await fetch(`${server.url}/docs`)
    const page = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8'])
    for (const { operationId } of addresses())
      expect(page).toContain(`<details class="operation" id="${operationId}"`)
    for (const name of Object.keys(document.components.schemas)) expect(page).toContain(`id="schema-${name}"`)
    expect(page).toContain('https://errors.example.com/api/v1/issues')
    expect(page).not.toContain('{{origin}}')
  })

  it('`/docs` needs nothing from elsewhere, and nothing inline', async () => {
    const page = await (await fetch(`${server.url}/docs`)).text()
    const loaded = [...page.matchAll(/<(?:script|link)[^>]+(?:src|href)="([^"]*)"/g)].map((match) => match[1])
    expect(loaded).toEqual(['/favicon.svg', '/theme.js', '/docs.css', '/docs.js'])
    expect(page).not.toMatch(/ style=| on\w+=|<style|<script>/)
    const links = new Set([...page.matchAll(/href="#([^"]+)"/g)].map((match) => match[1]!))
    expect(links.size).toBeGreaterThan(50)
    for (const link of links) expect(page).toContain(`id="${link}"`)
  })

  it('`/llms.txt` names every route with its scope, and where the rest is', async () => {
    const answer = await fetch(`${server.url}/llms.txt`)
    const text = await answer.text()
    expect([answer.status, answer.headers.get('content-type')]).toEqual([200, 'text/plain; charset=utf-8'])
    expect(text).toMatch(/^# Errata\n\n> /)
    expect(text).toContain('https://errors.example.com/api/v1/openapi.json')
    for (const { method, path } of addresses()) expect(text).toContain(`\`${method.toUpperCase()} ${path}\``)
    expect(text).toContain('- `GET /api/v1/issues`: List issues (read:agent)')
    expect(text).toContain('https://errors.example.com/mcp')
    for (const key of [...SEARCH_KEYS, ...EVENT_KEYS]) expect(text).toContain(`\`${key}:`)
    expect(text).toContain('- `POST /api/v1/agent-tokens`: Create an access token (session only)')
  })

  it('a Host header cannot put markup into the page', async () => {
    const plain = await startApiServer()
    try {
      const page = await (await fetch(`${plain.url}/docs`)).text()
      expect(page).toContain(`${plain.url}/api/v1/issues`)
      const answer = await sendRaw(plain.url, {
        method: 'GET',
        path: '/docs',
        headers: { host: 'x"><script>' },
      })
      expect(answer.text).not.toContain('"><script>')
    } finally {
      await plain.close()
    }
  })
})
