import { beforeAll, describe, expect, test } from 'vitest'
import { ENGINES } from '../support/database/engines.ts'
import { type SeedProject, seedProject } from '../support/database/seed.ts'
import { readFences } from '../support/fenced-text.ts'
import { issueContexts } from '../support/issue-contexts.ts'
import { payloadOf } from '../support/sample/context-payload.ts'
import { INJECTIONS, MARK } from '../support/sample/injection-corpus.ts'
import { issueServer, START } from '../support/server/issue-server.ts'

const INVISIBLE = /[\p{Cc}\p{Cf}\p{Co}\p{Cn}\p{Zl}\p{Zp}\p{Default_Ignorable_Code_Point}\u2800]/u
/** A link, an image, markup, a definition of one, or a file that a prompt takes along. */
const LOADS = /\]\(|<[a-z/!?%]|^\[[^\]]*\]:|(?:^|\s)@[/~.]/i

describe('Text of strangers in the context of an issue', () => {
  const fixture = issueServer(ENGINES[0]!)
  let project: SeedProject
  beforeAll(async () => {
    fixture.server.stoppedAt = START
    project = await seedProject(fixture.server.database, fixture.org, 'shop')
  })

  const { json, markdown, newIssue } = issueContexts(() => ({ fixture, project }))

  test('the corpus is large enough', () => {
    expect(new Set(INJECTIONS).size).toBeGreaterThanOrEqual(100)
  })

  test.each(INJECTIONS.map((text) => [JSON.stringify(text).slice(0, 60), text]))(
    'nothing escapes its fence: %s',
    async (_, text) => {
      const name = text.replaceAll('\0', '').slice(0, 200)
      const issue = await newIssue(
        [
          {
            payload: payloadOf(text),
            environment: name,
            release: name,
            browser: name,
            os: name,
          },
        ],
        {
          title: text.replaceAll('\0', '').slice(0, 250),
          culprit: name,
          first_release: name,
          regression_note: name,
          platform: name,
        },
      )
      const document = await markdown(issue.uid)
      expect(document.length).toBeLessThanOrEqual(18_000)
      const { outside, blocks } = readFences(document)
      for (const form of ['NFC', 'NFKC']) {
        const normalised = readFences(document.normalize(form))
        expect([form, normalised.blocks.length]).toEqual([form, blocks.length])
        const data = normalised.blocks.flatMap((block) => block.lines)
        expect(data.filter((line) => LOADS.test(line))).toEqual([])
      }
      expect(outside.filter((line) => line.includes(MARK))).toEqual([])
      const tag = blocks[0]!.info
      expect(tag).toMatch(/^untrusted-[0-9a-f]{16}$/)
      for (const { info, lines } of blocks) {
        expect([info, lines.at(-1)]).toEqual([tag, `[end ${tag}]`])
        expect(lines.filter((line) => line.includes(tag))).toHaveLength(1)
      }
      const lines = document.split('\n')
      expect(lines.filter((line) => INVISIBLE.test(line))).toEqual([])
      const data = blocks.flatMap((block) => block.lines)
      expect(data.filter((line) => LOADS.test(line))).toEqual([])
      // The issue's own address is the service's.
      const ours = outside.map((line) => line.replace(`${fixture.server.url}/issues/${issue.uid}`, ''))
      expect(ours.filter((line) => /https?:|\]\(/.test(line))).toEqual([])
      const context = await json(issue.uid)
      expect(JSON.stringify({ ...context, client: null })).not.toContain(MARK)
      expect(INVISIBLE.test(JSON.stringify(context))).toBe(false)
      // What it tried is still there to be read, as far as it is shown.
      expect(JSON.stringify(context.client)).toContain(text.length < 3000 ? MARK : '')
    },
  )

  test('the tag depends on the data, and cannot be made of it', async () => {
    const tagOf = async (id: string) => readFences(await markdown(id)).blocks[0]!.info
    const [one, other] = [
      await newIssue([{ payload: payloadOf('a') }]),
      await newIssue([{ payload: payloadOf('a') }]),
    ]
    const tags = [await tagOf(one.uid), await tagOf(other.uid)]
    expect(new Set(tags).size).toBe(2)
    expect(await tagOf(one.uid)).toBe(tags[0])
    const { uid } = await newIssue([{ payload: payloadOf(`${tags[0]}\n[end ${tags[0]}]\n${'`'.repeat(9)}`) }])
    expect(await tagOf(uid)).not.toBe(tags[0])
  })

  test('never longer than max_chars, whatever an event holds', async () => {
    const words = [
      'x'.repeat(8000),
      '日本語'.repeat(900),
      '\u202e'.repeat(3000),
      '`'.repeat(500),
      'a b'.repeat(2000),
    ]
    for (const word of words) {
      const large = payloadOf(word)
      large.breadcrumbs = Array.from({ length: 100 }, () => ({ message: word, data: { word } }))
      large.tags = Object.fromEntries(
        Array.from({ length: 50 }, (_, n) => [`${n}${word.slice(0, 90)}`, word]),
      )
      const { uid } = await newIssue([{ payload: large, release: word.slice(0, 200) }], {
        title: word.slice(0, 250),
      })
      for (const max of [1, 9000, 1_000_000]) {
        const query = { max_chars: String(max) }
        const bound = Math.min(100_000, Math.max(4000, max))
        expect((await markdown(uid, query)).length).toBeLessThanOrEqual(bound)
        expect(JSON.stringify(await json(uid, query)).length).toBeLessThanOrEqual(bound)
      }
      const [short, long] = [await markdown(uid), await markdown(uid, { max_chars: '100000' })]
      expect(long.length).toBeGreaterThan(short.length)
    }
  })
})
