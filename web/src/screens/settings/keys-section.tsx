import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { createKey, keysQuery } from '../../api/project-settings.ts'
import type { DsnKey } from '../../api/wire.ts'
import { Button } from '../../components/button.tsx'
import { Section } from '../../components/card.tsx'
import { CopyButton } from '../../components/copy-button.tsx'
import { Cell, DataTable, HeadCell } from '../../components/data-table.tsx'
import { ScreenIcon } from '../../components/screen-icon.tsx'
import { ErrorState, LoadingNote } from '../../components/states.tsx'
import { Ago } from '../../components/time.tsx'
import { useRole } from '../../layout/use-role.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { RevokeKeyDialog } from './revoke-key-dialog.tsx'

/** The keys applications send with; a new one beside an old one makes a change without a gap. */
export function KeysSection({ projectId }: { projectId: string }) {
  const { data: keys, error, refetch } = useQuery(keysQuery(projectId))
  const [creating, setCreating] = useState(false)
  const [revoking, setRevoking] = useState<DsnKey>()
  const [asking, setAsking] = useState(false)
  const mayChange = useRole().may('keys:write')
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
  const startRevoking = (key: DsnKey) => {
    setRevoking(key)
    setAsking(true)
  }
  return (
    <Section
      title="DSN keys"
      note="an old key works beside a new one until it is revoked"
      end={
        mayChange && (
          <Button onClick={startCreating}>
            <ScreenIcon name="plus" /> New key
          </Button>
        )
      }
    >
      {error && !keys && <ErrorState error={error} onRetry={() => void refetch()} />}
      {!error && !keys && <LoadingNote what="keys" />}
      {keys && <KeyTable keys={keys} onRevoke={mayChange ? startRevoking : undefined} />}
      <CreateKeyDialog open={creating} onOpenChange={setCreating} create={create} />
      {revoking && (
        <RevokeKeyDialog
          key={revoking.id}
          dsnKey={revoking}
          open={asking}
          onClose={() => setAsking(false)}
          onRevoked={refresh}
        />
      )}
    </Section>
  )
}

interface KeyTableProps {
  keys: DsnKey[]
  /** Absent where the reader may not revoke. */
  onRevoke: ((key: DsnKey) => void) | undefined
}

function KeyTable({ keys, onRevoke }: KeyTableProps) {
  return (
    <DataTable
      label="DSN keys"
      head={
        <>
          <HeadCell>Label</HeadCell>
          <HeadCell>DSN for SDKs</HeadCell>
          <HeadCell className="max-sm:hidden">Created</HeadCell>
          <HeadCell>Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {keys.map((key) => (
        <KeyRow key={key.id} dsnKey={key} onRevoke={onRevoke} />
      ))}
    </DataTable>
  )
}

function KeyRow({ dsnKey: key, onRevoke }: { dsnKey: DsnKey; onRevoke: KeyTableProps['onRevoke'] }) {
  const inForce = key.revoked_at === null
  return (
    <tr className={inForce ? '' : 'text-ink-3'}>
      <Cell className="font-medium">{key.label}</Cell>
      <Cell className="max-w-96 max-sm:max-w-32">
        <span className="flex items-center">
          <code
            className={`truncate font-mono text-small ${inForce ? '' : 'line-through'}`}
            title={key.sdk_dsn}
          >
            {key.sdk_dsn}
          </code>
          {inForce && <CopyButton text={key.sdk_dsn} label={`Copy the DSN of ${key.label}`} />}
        </span>
      </Cell>
      <Cell className="whitespace-nowrap max-sm:hidden">
        <Ago at={key.created_at} />
      </Cell>
      <Cell className="whitespace-nowrap">
        {key.last_used_at === null ? 'never' : <Ago at={key.last_used_at} />}
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {key.revoked_at !== null && (
          <>
            revoked <Ago at={key.revoked_at} />
          </>
        )}
        {inForce && onRevoke && (
          <Button onClick={() => onRevoke(key)} aria-label={`Revoke ${key.label}`}>
            Revoke
          </Button>
        )}
      </Cell>
    </tr>
  )
}
