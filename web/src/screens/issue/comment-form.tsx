import { useMutation, useQueryClient } from '@tanstack/react-query'
import { type FormEvent, type KeyboardEvent, useId, useState } from 'react'
import { LIMITS } from '#contract/limits.ts'
import { postComment } from '../../api/comments.ts'
import { Button } from '../../components/button.tsx'
import { FormError } from '../../components/field.tsx'
import { Kbd } from '../../components/kbd.tsx'
import { formatCount } from '../../format/number.ts'
import { useRole } from '../../layout/use-role.ts'
import { refreshComments } from './refresh-comments.ts'

const LINES = 8

/** Where something is said about an issue. */
export function CommentForm({ issueId }: { issueId: string }) {
  const id = useId()
  const [text, setText] = useState('')
  const queryClient = useQueryClient()
  const post = useMutation({
    mutationFn: (body: string) => postComment(issueId, body),
    onSuccess: async () => {
      setText('')
      await refreshComments(queryClient, issueId)
    },
  })
  const ready = text.trim() !== '' && !post.isPending
  const send = () => ready && post.mutate(text.trim())
  const onSubmit = (event: FormEvent) => {
    event.preventDefault()
    send()
  }
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) send()
  }
  if (!useRole().may('issues:triage')) return null
  return (
    <form onSubmit={onSubmit} className="mt-3 grid gap-2">
      {post.error && <FormError>{post.error.message}</FormError>}
      <label htmlFor={id} className="sr-only">
        Comment
      </label>
      <textarea
        id={id}
        rows={Math.min(LINES, Math.max(2, text.split('\n').length))}
        value={text}
        maxLength={LIMITS.commentChars}
        placeholder="What did you find out?"
        onChange={(event) => setText(event.target.value)}
        onKeyDown={onKeyDown}
        className="block w-full resize-y rounded-control border border-control bg-surface px-2.5 py-1.5 text-base"
      />
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
