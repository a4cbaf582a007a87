import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { sessionQuery } from '../../../api/account/session.ts'
import { deleteComment } from '../../../api/comments.ts'
import type { IssueComment } from '../../../api/wire.ts'
import { Button, IconButton } from '../../../components/form/button.tsx'
import { Icon } from '../../../components/icon.tsx'
import { Dialog } from '../../../components/overlay/dialog.tsx'
import { showToast } from '../../../components/overlay/toast.ts'
import { useRole } from '../../../session/use-role.ts'
import { CommentText } from './comment-text.tsx'
import { refreshComments } from './refresh-comments.ts'

/** What someone wrote, as they wrote it. */
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
      <Dialog
        open={asking}
        onOpenChange={setAsking}
        title="Delete this comment?"
        description="This can't be undone."
      >
        <div className="flex justify-end gap-2">
          <Button onClick={() => setAsking(false)}>Cancel</Button>
          <Button kind="danger" disabled={remove.isPending} onClick={() => remove.mutate()}>
            {remove.isPending ? 'Deleting…' : 'Delete comment'}
          </Button>
        </div>
      </Dialog>
    </div>
  )
}

function useDeleteComment(issueId: string, comment: IssueComment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: () => showToast({ kind: 'done', text: 'Comment deleted' }),
    onError: (error) => showToast({ kind: 'failed', text: `Couldn't delete the comment: ${error.message}` }),
    onSettled: () => refreshComments(queryClient, issueId),
  })
}
