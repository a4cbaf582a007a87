import { useQuery } from '@tanstack/react-query'
import { suspectCommitsQuery } from '../../../api/issue.ts'
import type { SuspectCommits } from '../../../api/wire.ts'
import { Card } from '../../../components/card.tsx'
import { EventText } from '../../../components/display/event-text.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { plural } from '../../../format/number.ts'

const SHORT_ID_CHARS = 8

/** What may have caused the issue; no card where nothing is known of the release it began in. */
export function SuspectCommitsCard({ issueId }: { issueId: string }) {
  const { data } = useQuery(suspectCommitsQuery(issueId))
  if (!data || data.commits.length === 0) return null
  const { release, commit_count: count, commits } = data
  return (
    <Card title="Suspect commits">
      <ul className="grid grid-cols-[minmax(0,1fr)] gap-2 text-code">
        {commits.map((commit) => (
          <SuspectCommit key={commit.id} commit={commit} />
        ))}
      </ul>
      <p className="mt-2 text-small text-ink-3">
        From <EventText>{release}</EventText> ({plural(count, 'commit')}), by the files they changed.
      </p>
    </Card>
  )
}

function SuspectCommit({ commit }: { commit: SuspectCommits['commits'][number] }) {
  const { id, message, author, committed_at: at, file, url } = commit
  const shortId = id.slice(0, SHORT_ID_CHARS)
  return (
    <li>
      <p className="flex items-baseline gap-2">
        {url === null ? (
          <code title={id}>{shortId}</code>
        ) : (
          <a
            href={url}
            rel="noreferrer noopener"
            target="_blank"
            title={url}
            className="font-mono underline-offset-2 hover:underline"
          >
            {shortId}
            <span className="sr-only">, in a new tab</span>
          </a>
        )}
        <span className="min-w-0 flex-1 truncate text-ink-2">
          <EventText>{author}</EventText>
        </span>
        {at !== null && <Ago at={at} className="flex-none text-small text-ink-3" />}
      </p>
      <p className="break-words">
        <EventText>{message}</EventText>
      </p>
      <p className="truncate text-small text-ink-3" title={file}>
        <EventText>{file}</EventText>
      </p>
    </li>
  )
}
