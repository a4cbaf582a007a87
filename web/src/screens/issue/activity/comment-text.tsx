import { useQuery } from '@tanstack/react-query'
import { membersQuery } from '../../../api/account/members.ts'
import { EventText } from '../../../components/display/event-text.tsx'
import { type CommentPart, commentParts } from './comment-parts.ts'

/** A comment with its addresses as links and the people it mentions marked, the reader most of all. */
export function CommentText({ body, readerId }: { body: string; readerId: string | undefined }) {
  const { data: members = [] } = useQuery(membersQuery)
  let at = 0
  return commentParts(body, members).map((part) => {
    const key = at
    at += part.text.length
    return <Part key={key} part={part} isReader={part.kind === 'mention' && part.id === readerId} />
  })
}

function Part({ part, isReader }: { part: CommentPart; isReader: boolean }) {
  const text = <EventText>{part.text}</EventText>
  switch (part.kind) {
    case 'text':
      return text
    case 'link':
      return (
        <a
          href={part.url}
          target="_blank"
          rel="noopener noreferrer"
          className="text-accent underline break-all"
        >
          {text}
        </a>
      )
    case 'mention':
      return (
        <span
          className={
            isReader ? 'rounded-control bg-sunken font-semibold text-accent' : 'font-medium text-accent'
          }
        >
          {text}
        </span>
      )
  }
}
