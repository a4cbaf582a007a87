import { createHash } from 'node:crypto'
import type { ContextQuery, IssueContext } from '#contract/issue/context.ts'
import { AGENT_LIMITS } from '#contract/limits.ts'
import { CONTEXT_DETAILS, type ContextDetail, FULL_DETAIL } from '#domain/context/detail.ts'
import { contextMarkdown } from '#domain/context/markdown.ts'
import type { EventDeps, Org } from '../action-deps.ts'
import { resolveWithSource } from '../events/resolve-frames.ts'
import { issueTags } from '../issues/tags.ts'
import {
  type ContextEvidence,
  type ContextMaterial,
  contextClient,
  contextEvidence,
  contextFacts,
  contextOmissions,
} from './context-parts.ts'
import { gatherContext } from './gather-context.ts'

export interface ContextRequest {
  issueId: string
  query: Pick<ContextQuery, 'event'> & { max_chars?: number | undefined }
  format: 'markdown' | 'json'
  /** For links: where the service is, without a trailing slash. */
  origin: string
}

export interface ContextDeps extends EventDeps {
  key: { mac(text: string): Buffer }
}

export interface WrittenContext {
  text: string
  context: IssueContext
}

/** Within a number of characters: the service's facts, and apart what clients sent about one event. The
 * same state gives the same text. @throws not_found for an unknown issue, or another issue's event. */
export async function issueContext(
  deps: ContextDeps,
  org: Org,
  { issueId, query, format, origin }: ContextRequest,
): Promise<WrittenContext> {
  const material = await deps.database.snapshotOf(org, (scope) =>
    gatherContext(scope, { issueId, event: query.event, now: deps.clock(), origin }),
  )
  const { row } = material.chosen
  if (row) await resolveWithSource(deps.symbols, deps.database.scope(org), row)
  const { max_chars: maxChars = AGENT_LIMITS.contextCharsDefault } = query
  const details =
    maxChars > AGENT_LIMITS.contextCharsDefault ? [FULL_DETAIL, ...CONTEXT_DETAILS] : CONTEXT_DETAILS
  // Once: scrubbing a large event takes longer than writing all of the texts.
  const evidence = contextEvidence(material, await issueTags(deps, org, material.issue.uid))
  let written: WrittenContext | undefined
  for (const detail of details) {
    const context = contextWith(material, evidence, detail)
    const text =
      format === 'markdown' ? contextMarkdown(context, tagOf(deps, context)) : JSON.stringify(context)
    written = { text, context }
    if (weightOf(text) <= maxChars) break
  }
  return written!
}

/** What `write` makes of the same bytes, for an answer that has not changed. */
export function contextTag(text: string): string {
  return `"${createHash('sha256').update(text).digest('base64url').slice(0, 27)}"`
}

function contextWith(
  material: ContextMaterial,
  evidence: ContextEvidence,
  detail: ContextDetail,
): IssueContext {
  const { client, shower } = contextClient(material, evidence, detail)
  return {
    schema_version: 1,
    trust: { server: ['selection_reason', 'server', 'truncated'], client: ['client'] },
    selection_reason: material.chosen.reason,
    server: contextFacts(material, detail),
    client,
    truncated: contextOmissions(material, shower),
  }
}

/** Known to nobody who does not have the installation's secret; another one for another state of the data. */
function tagOf({ key }: ContextDeps, { server, client }: IssueContext): string {
  const state = createHash('sha256').update(JSON.stringify(client)).digest('hex')
  return `untrusted-${key.mac(`context\n${server.issue_id}\n${state}`).subarray(0, 8).toString('hex')}`
}

/** Characters, where one beyond ASCII counts thrice: it takes a token or more for itself. */
function weightOf(text: string): number {
  let weight = text.length
  for (let at = 0; at < text.length; at++) if (text.charCodeAt(at) > 127) weight += 2
  return weight
}
