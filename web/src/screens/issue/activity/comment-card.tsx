import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../../api/account/session.ts'
import { deleteComment } from '../../../api/comments.ts'
import type { IssueComment } from '../../../api/wire.ts'
import { IconButton } from '../../../components/form/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { ConfirmDialog } from '../../../components/overlay/framed-dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { useRole } from '../../../session/use-role.ts'
import { CommentText } from './comment-text.tsx'
import { refreshComments } from './refresh-comments.ts'

/** A comment's text as written. */
export function CommentCard({ issueId, comment }: { issueId: string; comment: IssueComment }) {
  const [asking, setAsking] = useState(false)
  const remove = useDeleteComment(issueId, comment)
  const readerId = useQuery(sessionQuery).data?.user.id
  const { may } = useRole()
  const own = comment.author.kind === 'user' && comment.author.id === readerId
  return (
    <div className="mt-1.5 flex items-start rounded-field border border-line bg-surface">
      <p className="min-w-0 flex-1 px-3 py-2 break-words whitespace-pre-wrap">
        <CommentText body={comment.body} readerId={readerId} />
      </p>
      {(own || may('comments:moderate')) && (
        <IconButton
          label="Delete the comment"
          size="small-icon"
          className="m-1"
          onClick={() => setAsking(true)}
        >
          <Icon name="close" />
        </IconButton>
      )}
      <ConfirmDialog
        open={asking}
        onClose={() => setAsking(false)}
        title="Delete this comment?"
        description="This can't be undone."
        run={remove}
        action="Delete comment"
        busy="Deleting…"
      />
    </div>
  )
}

function useDeleteComment(issueId: string, comment: IssueComment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: () => showToast({ kind: 'done', text: 'Comment deleted' }),
    onSettled: () => refreshComments(queryClient, issueId),
  })
}
