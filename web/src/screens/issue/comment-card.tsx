import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { deleteComment } from '../../api/comments.ts'
import { sessionQuery } from '../../api/session.ts'
import type { IssueComment } from '../../api/wire.ts'
import { IconButton } from '../../components/button.tsx'
import { Icon } from '../../components/icon.tsx'
import { showToast } from '../../components/toast.ts'
import { useRole } from '../../layout/use-role.ts'
import { refreshComments } from './refresh-comments.ts'

/** What somebody wrote, as they wrote it. */
export function CommentCard({ issueId, comment }: { issueId: string; comment: IssueComment }) {
  const remove = useDeleteComment(issueId, comment)
  const readerId = useQuery(sessionQuery).data?.user.id
  const { may } = useRole()
  const own = comment.author.kind === 'user' && comment.author.id === readerId
  return (
    <div className="mt-1.5 flex items-start rounded-field border border-line bg-surface">
      <p className="min-w-0 flex-1 px-3 py-2 break-words whitespace-pre-wrap">{comment.body}</p>
      {(own || may('comments:moderate')) && (
        <IconButton
          label="Delete the comment"
          size="small-icon"
          className="m-1"
          disabled={remove.isPending}
          onClick={() => remove.mutate()}
        >
          <Icon name="close" />
        </IconButton>
      )}
    </div>
  )
}

function useDeleteComment(issueId: string, comment: IssueComment) {
  const queryClient = useQueryClient()
  return useMutation({
    mutationFn: () => deleteComment(comment.id),
    onSuccess: () => showToast({ kind: 'done', text: 'Comment deleted' }),
    onError: (error) => showToast({ kind: 'failed', text: `The comment was not deleted: ${error.message}` }),
    onSettled: () => refreshComments(queryClient, issueId),
  })
}
