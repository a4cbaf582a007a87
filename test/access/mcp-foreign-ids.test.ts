import { randomUUID } from 'node:crypto'
import { beforeAll, expect, it } from 'vitest'
import { z } from 'zod'
import { TOOLS } from '#http/mcp/mcp-handler.ts'
import type { Tool } from '#http/mcp/tool.ts'
import { describeOn, ENGINES } from '../support/database/engines.ts'
import { dumpOrg } from '../support/database/org-dump.ts'
import { ofSuite } from '../support/of-suite.ts'
import { type SampleIds, type SampleTenant, sampleTenant } from '../support/sample/sample-tenant.ts'
import { startApiServer } from '../support/server/api-server.ts'

/*
 * Every text argument of every MCP tool, found in its schema, with ids of another organization in a call that is
 * otherwise one's own. A new tool with a required argument of a new name fails here until it has a sample.
 */

type Arguments = Record<string, unknown>

/** What a required argument is called, and what it names. */
const REQUIRED: Record<string, keyof SampleIds> = { issue: 'issues', event: 'events' }
/** What else a tool needs in order to do anything. */
const SAMPLES: Record<string, Arguments> = {
  update_issue: { status: 'resolved' },
  comment_issue: { body: 'Seen.' },
}
/** Kinds of things that an argument may name. */
const KINDS = ['issues', 'events', 'projects', 'alerts', 'members'] as const
const plain = (id: string): string => id
const address = (id: string): string => `https://errata.test/issues/${id}`
/** Arguments by which a tool finds one thing; all others filter, or are written down. */
const NAMES_ONE: Record<string, string[]> = {
  list_queue: ['project'],
  search_issues: ['project'],
  get_issue_context: ['issue', 'event'],
  list_events: ['issue'],
  get_event: ['event'],
  list_alerts: ['project'],
  list_releases: ['project'],
  update_issue: ['issue'],
  snooze_issue: ['issue'],
  claim_issue: ['issue'],
  comment_issue: ['issue'],
}

const properties = (tool: Tool) => z.toJSONSchema(tool.input, { io: 'input' })
const cases = TOOLS.flatMap((tool) =>
  Object.entries(properties(tool).properties ?? {})
    .filter(([, member]) => isFreeText(member))
    .map(([argument]) => [`${tool.name}: ${argument}`, tool, argument] as const),
)

function isFreeText(member: unknown): boolean {
  const { type, enum: choices } = member as { type?: string; enum?: unknown }
  return choices === undefined && type !== 'integer' && type !== 'boolean'
}

describeOn(ENGINES, 'ids of another organization in MCP tools', (engine) => {
  let mine: SampleTenant
  let theirs: SampleTenant
  let secret: string
  const server = ofSuite(() => startApiServer({ engine, trustProxy: true }))
  beforeAll(async () => {
    mine = await sampleTenant(server)
    theirs = await sampleTenant(server)
    const asked = { label: 'agent', scopes: ['read:agent', 'write:triage', 'write:admin'] }
    const made = await mine.client.request<{ token: { token: string } }>(
      'POST',
      '/api/v1/agent-tokens',
      asked,
    )
    secret = made.body.token.token
    server.stoppedAt = Date.now()
  })

  let calls = 0
  /** Its answer as an agent gets it. Each call comes from an address of its own: rates are not the subject. */
  async function call(name: string, args: Arguments): Promise<{ isError: boolean; text: string }> {
    const answer = await fetch(`${server.url}/mcp`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${secret}`,
        accept: 'application/json, text/event-stream',
        'content-type': 'application/json',
        'mcp-protocol-version': '2025-11-25',
        'x-forwarded-for': `192.0.2.${++calls % 250}`,
      },
      body: JSON.stringify({
        jsonrpc: '2.0',
        id: 1,
        method: 'tools/call',
        params: { name, arguments: args },
      }),
    })
    expect(answer.status).toBe(200)
    const text = await answer.text()
    const json = JSON.parse(/^data: (.*)$/m.exec(text)?.[1] ?? text)
    expect(json.result, text).toBeDefined()
    return { isError: json.result.isError === true, text: JSON.stringify(json.result) }
  }

  function ownArguments(tool: Tool): Arguments {
    const samples = SAMPLES[tool.name] ?? {}
    const required = (properties(tool).required ?? []).filter((name) => !(name in samples))
    const named = required.map((name) => {
      const noun = REQUIRED[name]
      if (!noun) throw new Error(`${tool.name} needs a sample for its argument ${name}`)
      return [name, mine.ids[noun]]
    })
    return { ...Object.fromEntries(named), ...samples }
  }

  it('covers every tool, and each works with one’s own things', async () => {
    const named = Object.keys(NAMES_ONE).concat('whoami')
    expect(TOOLS.map(({ name }) => name).toSorted()).toEqual(named.toSorted())
    for (const tool of TOOLS) {
      expect([tool.name, (await call(tool.name, ownArguments(tool))).isError]).toEqual([tool.name, false])
    }
  })

  it.each(cases)('%s: as an id that nobody has', async (_name, tool, argument) => {
    const before = await Promise.all([theirs, mine].map(({ owner }) => dumpOrg(server.database, owner.orgId)))
    const own = ownArguments(tool)
    const unknown = randomUUID()
    const isName = NAMES_ONE[tool.name]?.includes(argument) ?? false
    const isWritten = tool.scope !== 'read:agent' && !isName
    for (const write of isName ? [plain, address] : [plain]) {
      const ask = async (id: string) => {
        const args = { ...own, [argument]: write(id) }
        // An answer to a change says what the issue was like before.
        if (isWritten) await call(tool.name, args)
        const answer = await call(tool.name, args)
        return { ...answer, text: comparable(answer.text).replaceAll(id, 'ID') }
      }
      const expected = await ask(unknown)
      if (isName && write === plain) expect(expected.text).toContain('not_found: ')
      for (const kind of KINDS) {
        const id = theirs.ids[kind]
        expect([kind, await ask(id)]).toEqual([kind, expected])
      }
    }
    const [theirsNow, mineNow] = await Promise.all(
      [theirs, mine].map(({ owner }) => dumpOrg(server.database, owner.orgId)),
    )
    expect(theirsNow).toEqual(before[0])
    if (!isWritten) expect(mineNow).toEqual(before[1])
  })
})

/** Cursors and the id of a new comment differ in each answer. */
function comparable(text: string): string {
  return text
    .replaceAll(/(cursor\\*":\\*")[^"\\]*/g, '$1')
    .replaceAll(/(\{\\*"id\\*":\\*")[^"\\]*(?=\\*",\\*"issue_id)/g, '$1')
}
