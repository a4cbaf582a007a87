import { describe, expect, it } from 'vitest'
import { agentCommand, agentPrompt, tokensText } from './agent-text.ts'

const ID = '0f8fad5b-d9cb-469f-a165-70867728950e'
const ORIGIN = 'https://errors.example.com'

describe('what is copied for an agent', () => {
  it('the prompt names the issue and where it is read', () => {
    const prompt = agentPrompt(ORIGIN, ID)
    expect(prompt).toContain(`${ORIGIN}/issues/${ID}`)
    expect(prompt).toContain(`${ORIGIN}/api/v1/agent/issues/${ID}/context?format=markdown`)
  })

  it('the command has no token in it', () => {
    expect(agentCommand(ORIGIN, ID)).toBe(
      `curl -sS -H "Authorization: Bearer $ERRATA_TOKEN" '${ORIGIN}/api/v1/agent/issues/${ID}/context?format=markdown'`,
    )
  })

  it.each([
    [10, 'about 100 tokens'],
    [1210, 'about 300 tokens'],
    [7600, 'about 1.9k tokens'],
  ])('%i characters are %s', (length, text) => {
    expect(tokensText('x'.repeat(length))).toBe(text)
  })
})
