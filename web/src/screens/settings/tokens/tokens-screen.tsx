import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createToken, revokeToken, tokensQuery } from '../../../api/account/tokens.ts'
import type { AgentToken, NewAgentToken } from '../../../api/wire.ts'
import { LoadedList } from '../../../components/display/loaded-list.tsx'
import { EmptyState } from '../../../components/empty-state.tsx'
import { Button } from '../../../components/form/button.tsx'
import { RevokeDialog } from '../../../components/overlay/revoke-dialog.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { SettingsPage } from '../../../layout/settings/settings-page.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { CreateTokenDialog } from './create-token-dialog.tsx'
import { TokenTable } from './token-table.tsx'

/** Tokens for scripts and agents. */
export function TokensScreen() {
  const query = useQuery(tokensQuery)
  const queryClient = useQueryClient()
  const [creating, setCreating] = useKeptState('new token', false)
  const [revoking, setRevoking] = useState<{ token: AgentToken; open: boolean }>()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: tokensQuery.queryKey })
  const create = useMutation({
    mutationFn: (token: NewAgentToken) => createToken(token),
    onSuccess: refresh,
  })
  const startCreating = () => {
    create.reset()
    setCreating(true)
  }
  return (
    <SettingsPage
      title="Tokens"
      note={
        <>
          For scripts and agents. Tokens have their creator's current role.{' '}
          <a href="/docs" className="underline underline-offset-2 hover:text-ink">
            What tokens can do
          </a>
        </>
      }
      end={
        <Button kind="primary" onClick={startCreating}>
          <ScreenIcon name="plus" /> New token
        </Button>
      }
    >
      <LoadedList
        query={query}
        rows={query.data}
        what="tokens"
        empty={
          <EmptyState title="No tokens yet">
            A token lets a program read issues, or change them, without a password.
          </EmptyState>
        }
      >
        {(tokens) => <TokenTable tokens={tokens} onRevoke={(token) => setRevoking({ token, open: true })} />}
      </LoadedList>
      <CreateTokenDialog open={creating} onOpenChange={setCreating} create={create} />
      {revoking && (
        <RevokeTokenDialog
          key={revoking.token.id}
          token={revoking.token}
          open={revoking.open}
          onClose={() => setRevoking({ ...revoking, open: false })}
          onRevoked={refresh}
        />
      )}
    </SettingsPage>
  )
}

interface RevokeTokenDialogProps {
  token: AgentToken
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

function RevokeTokenDialog({ token, ...dialog }: RevokeTokenDialogProps) {
  return (
    <RevokeDialog
      {...dialog}
      what="token"
      label={token.label}
      effect="Requests with this token will be rejected."
      lastUsedAt={token.last_used_at}
      revoke={() => revokeToken(token.id)}
    />
  )
}
