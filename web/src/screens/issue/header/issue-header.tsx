import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { regressionText } from '#contract/issue/regression-text.ts'
import { projectsQuery } from '../../../api/project/projects.ts'
import type { IssueDetail, IssueSummary } from '../../../api/wire.ts'
import { useShortcutsEnabled } from '../../../command/shortcuts-setting.ts'
import { CRUMB, DetailHead } from '../../../components/detail/detail-page.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { LevelIcon } from '../../../components/display/level-icon.tsx'
import { StatusPill } from '../../../components/display/status-pill.tsx'
import { IconButton } from '../../../components/form/button.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { splitCulprit, splitTitle } from '../../../entities/issue/issue-title.ts'
import { lastList, rememberList } from '../../../entities/issue/list-memory.ts'
import { formatCount } from '../../../format/number.ts'
import { showHidden } from '../../../format/show-hidden.ts'
import { useListSteps } from '../use-list-steps.ts'
import { IssueActions } from './issue-actions.tsx'

export function IssueHeader({ issue }: { issue: IssueSummary | IssueDetail }) {
  const { type, rest } = splitTitle(issue)
  const { where, file } = splitCulprit(issue.culprit)
  return (
    <DetailHead
      long
      crumbs={
        <>
          <Crumbs issue={issue} />
          <span className="hidden min-w-0 break-all print:inline">
            · {location.origin}/issues/{issue.id}
          </span>
        </>
      }
      title={
        <>
          <EventText>{type}</EventText>{' '}
          {rest !== '' && (
            <span className="font-normal text-ink-2">
              <EventText>{rest}</EventText>
            </span>
          )}
        </>
      }
      note={
        <>
          <StatusPill issue={issue} always />
          <Resolution issue={issue} />
          <span className="inline-flex items-center gap-1.5">
            <LevelIcon level={issue.level} />
            {issue.level}
          </span>
          {where + file !== '' && (
            <span className="font-mono text-small break-all">
              <EventText>{where}</EventText>{' '}
              <span className="ml-1 text-ink-3">
                <EventText>{file}</EventText>
              </span>
            </span>
          )}
        </>
      }
      actions={<IssueActions issue={issue} />}
    />
  )
}

function Resolution({ issue }: { issue: IssueSummary | IssueDetail }) {
  const { resolved_in_release: release } = issue
  if (issue.status === 'resolved' && release) {
    // The row of a list doesn't say whether there is a fix.
    if (!('fix' in issue)) return null
    const { fix } = issue
    // Without a fix in that release, it is only the newest one that does not have the fix.
    const isIn = fix?.release === release && fix.state !== 'withdrawn'
    return (
      <span>
        {isIn ? 'in ' : 'in the release after '}
        <span className="font-mono text-small">
          <EventText>{release}</EventText>
        </span>
      </span>
    )
  }
  if (!issue.regression_note) return null
  return (
    <span title={showHidden(issue.regression_note)}>
      <EventText>{regressionText(issue.regression_note)}</EventText>
    </span>
  )
}

/** Where the reader is: the list they came from, and the place of this issue in it. */
function Crumbs({ issue }: { issue: IssueSummary }) {
  const keys = useShortcutsEnabled()
  const { data: projects } = useQuery(projectsQuery)
  const project = projects?.find((candidate) => candidate.id === issue.project_id)
  const list = lastList()
  const { place, step, hasNeighbour } = useListSteps(issue.id)
  return (
    <>
      <Link
        to="/issues"
        search={list.search}
        resetScroll={false}
        onClick={() => rememberList({ cursorId: issue.id, returning: true })}
        {...CRUMB}
      >
        Issues
      </Link>
      {project && (
        <>
          <span>·</span>
          <Link
            to="/issues"
            search={{ project: project.id }}
            {...CRUMB}
            className={`${CRUMB.className} min-w-0`}
          >
            {project.name}
          </Link>
        </>
      )}
      {place > 0 && (
        <span className="inline-flex flex-none items-center gap-1.5">
          <span>
            · {formatCount(place)} of {formatCount(list.total)}
            {list.capped ? '+' : ''}
          </span>
          <IconButton
            label="Previous issue of the list"
            title={`Previous issue of the list${keys ? ' (k)' : ''}`}
            size="small-icon"
            disabled={!hasNeighbour(-1)}
            onClick={() => step(-1)}
          >
            <ScreenIcon name="chevron-left" />
          </IconButton>
          <IconButton
            label="Next issue of the list"
            title={`Next issue of the list${keys ? ' (j)' : ''}`}
            size="small-icon"
            disabled={!hasNeighbour(1)}
            onClick={() => step(1)}
          >
            <ScreenIcon name="chevron-right" />
          </IconButton>
        </span>
      )}
    </>
  )
}
