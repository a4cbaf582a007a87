import { randomUUID } from 'node:crypto'
import { bulkChangeIssues } from '#actions/issues/bulk-change-issues.ts'
import { ServiceError } from '#contract/errors.ts'
import { bulkChangeBody } from '#contract/issue/change/bulk.ts'
import type { IssueStatus } from '#contract/vocabulary.ts'
import { parseInput } from '../parse-input.ts'
import type { ToolAnswer, ToolCall } from './tool.ts'
import { undoCall } from './undo.ts'

/** What is set for all of them; `assigneeId` is null for nobody. */
interface ManyChange {
  status?: IssueStatus | undefined
  resolved_in_release?: string | undefined
  assigneeId?: string | null | undefined
  undo?: string | undefined
}

const ONE_CHANGE =
  'With more_issues set one thing for all: status (resolved also with resolved_in_release), assignee or undo.'

/** One write for all, in one transaction; the answer counts the issues instead of showing them.
 * @throws invalid_request unless one thing is changed */
export async function changeMany(
  { services, principal }: Pick<ToolCall, 'services' | 'principal'>,
  ids: readonly string[],
  { status, resolved_in_release, assigneeId, undo, ...others }: ManyChange,
): Promise<ToolAnswer> {
  const isOne = [status, assigneeId, undo].filter((value) => value !== undefined).length === 1
  const isPlain = Object.values(others).every((value) => value === undefined)
  if (!isOne || !isPlain || (resolved_in_release !== undefined && status !== 'resolved'))
    throw new ServiceError('invalid_request', ONE_CHANGE)
  const changeId = randomUUID()
  const change =
    status !== undefined
      ? { action: status, resolved_in_release, change_id: changeId }
      : undo !== undefined
        ? { action: 'undo', change_id: undo }
        : { action: 'assign', assignee_id: assigneeId }
  const body = parseInput(bulkChangeBody, { ids: [...new Set(ids)], ...change })
  const updated = await bulkChangeIssues(services, principal, body)
  const back = status === undefined ? null : `${undoCall(changeId)} and the same issues`
  return { fields: { issues: body.ids.length, updated, undo: back } }
}
