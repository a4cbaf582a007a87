import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createKey, keysQuery } from '../../api/projects.ts'
import type { DsnKey } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Cell, DataTable, HeadCell } from '../../components/data-table.tsx'
import { Icon } from '../../components/icon.tsx'
import { ErrorState, LoadingNote } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

/** The keys applications send with; a new one beside an old one makes a change without a gap. */
export function KeysSection({ projectId }: { projectId: string }) {
  const { data: keys, error, refetch } = useQuery(keysQuery(projectId))
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<DsnKey>()
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: ['keys', projectId] })
  const create = useMutation({
    mutationFn: (label: string) => createKey(projectId, label),
    onSuccess: refresh,
  })
  const startCreating = () => {
    create.reset()
    setCreating(true)
  }
  return (
    <Section
      title="DSN keys"
      end={
        <Button onClick={startCreating}>
          <Icon name="plus" /> New key
        </Button>
      }
    >
      {error && !keys && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !keys && <LoadingNote what="keys" />}
      {keys && <KeyTable keys={keys} onRevoke={setRevoking} />}
      <CreateKeyDialog open={creating} onOpenChange={setCreating} create={create} />
      <RevokeKeyDialog dsnKey={revoking} onClose={() => setRevoking(undefined)} onRevoked={refresh} />
    </Section>
  )
}

function KeyTable({ keys, onRevoke }: { keys: DsnKey[]; onRevoke: (key: DsnKey) => void }) {
  return (
    <DataTable
      label="DSN keys"
      head={
        <>
          <HeadCell>Label</HeadCell>
          <HeadCell>DSN for SDKs</HeadCell>
          <HeadCell>Created</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {keys.map((key) => (
        <tr key={key.id} className={key.revoked_at === null ? '' : 'text-ink-3'}>
          <Cell className="font-medium">{key.label}</Cell>
          <Cell className="max-w-96">
            <span className="flex items-center">
              <code className="truncate font-mono text-small" title={key.sdk_dsn}>
                {key.sdk_dsn}
              </code>
              {key.revoked_at === null && (
                <CopyButton text={key.sdk_dsn} label={`Copy the DSN of ${key.label}`} />
              )}
            </span>
          </Cell>
          <Cell className="whitespace-nowrap">
            <Ago at={key.created_at} />
          </Cell>
          <Cell className="whitespace-nowrap">
            {key.last_used_at === null ? 'never' : <Ago at={key.last_used_at} />}
          </Cell>
          <Cell className="text-right whitespace-nowrap">
            {key.revoked_at === null ? (
              <Button onClick={() => onRevoke(key)}>Revoke</Button>
            ) : (
              <>
                revoked <Ago at={key.revoked_at} />
              </>
            )}
          </Cell>
        </tr>
      ))}
    </DataTable>
  )
}
