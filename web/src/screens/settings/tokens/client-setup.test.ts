import { expect, it } from 'vitest'
import { clientSetups } from './client-setup.ts'

it('only the environment holds the secret; JSON is JSON, and names the service', () => {
  const setups = clientSetups('https://errors.example.com', 'svc_pat_secret')
  expect(setups.filter(({ code }) => code.includes('svc_pat_secret')).map(({ name }) => name)).toEqual([
    'Environment',
  ])
  const json = setups.filter(({ code }) => code.startsWith('{')).map(({ code }) => JSON.parse(code))
  expect(json).toHaveLength(3)
  expect(json[0].mcpServers.errata.url).toBe('https://errors.example.com/mcp')
  expect(json[0].mcpServers.errata.headers.Authorization).toBe(`Bearer \${ERRATA_TOKEN}`)
})
