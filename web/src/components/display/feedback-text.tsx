import type { ReactNode } from 'react'
import type { ListedFeedback } from '../../api/wire.ts'
import { EventText } from './event-text.tsx'
import { Ago } from './time.tsx'

interface FeedbackTextProps {
  entry: ListedFeedback
  /** The content after the time. */
  children?: ReactNode
}

/** A person's text, with author and time. Text without spaces breaks anywhere, or it would widen the page. */
export function FeedbackText({ entry, children }: FeedbackTextProps) {
  const { comments, name, email } = entry
  return (
    <figure className="text-code">
      {comments === '' ? (
        <p className="text-ink-3">No message</p>
      ) : (
        <blockquote className="max-w-[80ch] wrap-anywhere whitespace-pre-wrap">
          <EventText>{comments}</EventText>
        </blockquote>
      )}
      <figcaption className="mt-1.5 text-small wrap-anywhere text-ink-3">
        <EventText>{[name, email].filter(Boolean).join(' · ') || 'Anonymous'}</EventText> ·{' '}
        <Ago at={entry.created_at} />
        {children}
      </figcaption>
    </figure>
  )
}
