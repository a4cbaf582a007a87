import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useRef } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { sessionQuery } from '../../../api/account/session.ts'
import { postComment } from '../../../api/comments.ts'
import { useCombobox } from '../../../components/combobox/use-combobox.ts'
import { Button } from '../../../components/form/button.tsx'
import { FormError } from '../../../components/form/field.tsx'
import { Kbd } from '../../../components/kbd.tsx'
import { formatCount } from '../../../format/number.ts'
import { useRole } from '../../../session/use-role.ts'
import { MentionList } from './mention-list.tsx'
import { refreshComments } from './refresh-comments.ts'
import { useDraft } from './use-draft.ts'

const LINES = 8

/** The form for a comment on an issue. */
export function CommentForm({ issueId }: { issueId: string }) {
  const id = useId()
  const readerId = useQuery(sessionQuery).data?.user.id
  const draft = useDraft(`comment:${readerId}:${issueId}`)
  const { text } = draft
  const field = useRef<HTMLTextAreaElement>(null)
  const { keys, attributes, onState } = useCombobox()
  const post = usePostComment(issueId, draft.drop)
  const ready = text.trim() !== '' && !post.isPending
  const send = () => ready && post.mutate(text.trim())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (keys.current?.(event)) return
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  if (!useRole().may('issues:triage')) return null
  return (
    <form onSubmit={onSubmit} className="mt-3 grid gap-2">
      {post.error && <FormError>{post.error.message}</FormError>}
      <label htmlFor={id} className="sr-only">
        Comment
      </label>
      <div className="relative">
        <textarea
          ref={field}
          id={id}
          aria-autocomplete="list"
          aria-controls={attributes['aria-controls']}
          aria-activedescendant={attributes['aria-activedescendant']}
          rows={Math.min(LINES, Math.max(2, text.split('\n').length))}
          value={text}
          maxLength={LIMITS.commentChars}
          placeholder="Add a comment. Use @ to mention a member."
          onChange={(event) => draft.write(event.target.value)}
          onKeyDown={onKeyDown}
          className="block w-full resize-y rounded-control border border-control bg-surface px-2.5 py-1.5 text-base"
        />
        <MentionList text={text} field={field} keys={keys} onText={draft.write} onState={onState} />
      </div>
      <div className="flex items-center justify-end gap-3">
        {text.length > LIMITS.commentChars * 0.9 && (
          <span className="text-small text-ink-3 tabular-nums">
            {formatCount(LIMITS.commentChars - text.length)} characters left
          </span>
        )}
        <Kbd>Ctrl Enter</Kbd>
        <Button type="submit" disabled={!ready}>
          {post.isPending ? 'Posting…' : 'Comment'}
        </Button>
      </div>
    </form>
  )
}

function usePostComment(issueId: string, onPosted: (body: string) => void) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: (body: string) => postComment(issueId, body),
    onSuccess: async (_comment, body) => {
      onPosted(body)
      await refreshComments(queryClient, issueId)
    },
  })
}
