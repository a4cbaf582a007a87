import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { quoteQueryValue } from '#contract/issue/query-value.ts'
import { likelyName } from '#contract/likely-name.ts'
import { type IssueFilter, trendsQuery } from '../../../api/issues.ts'
import { completionQuery, elsewhereQuery } from '../../../api/search.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { buttonClass } from '../../../components/form/button.tsx'
import { searchOf } from '../../../entities/issue/issue-filter.ts'
import { environmentOf, withoutEnvironment } from '../../../entities/issue/query-terms.ts'
import { plural } from '../../../format/number.ts'

/** Results of the same search without its environment: issues, their events, and the environments of these. */
export function useOtherEnvironments(filter: IssueFilter) {
  const { q, had } = withoutEnvironment(filter.q)
  const everywhere = { ...filter, q }
  const { data: page } = useQuery({ ...elsewhereQuery(everywhere), enabled: had })
  const issues = page?.issues ?? []
  const ids = issues.map(({ id }) => id)
  const { data: trends } = useQuery(trendsQuery(ids, filter.window))
  if (!had || !page || page.total === 0) return null
  const buckets = ids.flatMap((id) => trends?.get(id) ?? [])
  return {
    q,
    issues: page.total,
    events: buckets.reduce((sum, { count }) => sum + count, 0),
    /** Whether only a part of the issues was counted. */
    more: page.total > issues.length,
    names: [...new Set(issues.map(({ environment }) => environment).filter(Boolean))].sort(),
  }
}

type OtherEnvironments = NonNullable<ReturnType<typeof useOtherEnvironments>>

export function ElsewhereText({ elsewhere }: { elsewhere: OtherEnvironments }) {
  const { events, issues, more, names } = elsewhere
  return (
    <p className="mt-1">
      {plural(issues, 'issue')} ({more ? 'more than ' : ''}
      {plural(events, 'event')}) in other environments
      {names.length > 0 && <EventText>{`: ${names.join(', ')}`}</EventText>}
    </p>
  )
}

/** The known environment a mistyped one comes closest to, one press away. */
export function DidYouMean({ filter }: { filter: IssueFilter }) {
  const token = environmentOf(filter.q)
  const { data } = useQuery({
    ...completionQuery({ key: 'env', prefix: '', project: filter.project }),
    enabled: token !== undefined,
  })
  const names = (data ?? []).map(({ value }) => value)
  const meant = token && likelyName(token.name, names)
  if (!token || !meant) return null
  const corrected = `env:${quoteQueryValue(meant)}`
  return (
    <Link
      to="/issues"
      search={(current) => ({ ...current, q: searchOf(filter.q.replace(token.raw, corrected)) })}
      className={buttonClass({ kind: 'primary' })}
    >
      <EventText>{`Did you mean ${corrected}?`}</EventText>
    </Link>
  )
}
