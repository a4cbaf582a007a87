import type { RuleThreshold } from '#contract/alert/alert-rule.ts'
import { invalidField } from '#contract/errors.ts'
import type { RuleKind } from '#contract/vocabulary.ts'
import { ruleQueryProblem } from '#domain/alert/rule-query-problem.ts'
import { thresholdProblem } from '#domain/alert/rule-threshold.ts'
import { parseIssueQuery } from '#domain/search/query.ts'
import { queryProblem } from '#domain/search/query-limits.ts'

interface JudgedRule {
  kind: RuleKind
  query: string
  windowMinutes: number
  threshold: RuleThreshold
}

/** @param hourlyCap events its project accepts in an hour. @throws invalid_request if it can never fire. */
export function requirePossibleRule(rule: JudgedRule, hourlyCap: number): void {
  const { kind, query, windowMinutes, threshold } = rule
  if (kind === 'custom' && query === '') {
    throw invalidField('query', 'A custom rule needs a query. To watch every event, use a velocity rule.')
  }
  const queryRefusal = queryProblem(parseIssueQuery(query)) ?? ruleQueryProblem(query)
  if (queryRefusal !== null) throw invalidField('query', queryRefusal)
  const thresholdRefusal = thresholdProblem({ windowMinutes, ...threshold }, hourlyCap)
  if (thresholdRefusal !== null) throw invalidField('threshold', thresholdRefusal)
}
