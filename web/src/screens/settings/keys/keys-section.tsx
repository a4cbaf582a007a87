import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { createKey, keysQuery, revokeKey } from '../../../api/project/project-settings.ts'
import type { DsnKey, NewDsnKey } from '../../../api/wire.ts'
import { Section } from '../../../components/card.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { RevokeDialog } from '../../../components/overlay/revoke-dialog.tsx'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { ErrorState, LoadingNote } from '../../../components/states.tsx'
import { useKeptState } from '../../../session/use-kept-state.ts'
import { useRole } from '../../../session/use-role.ts'
import { CreateKeyDialog } from './create-key-dialog.tsx'
import { EditKeyDialog } from './edit-key-dialog.tsx'
import { limitsText } from './key-limits.ts'

/** The keys applications send with; a new one beside an old one makes a change without a gap. */
export function KeysSection({ projectId }: { projectId: string }) {
  const { data: keys, error, refetch } = useQuery(keysQuery(projectId))
  const [creating, setCreating] = useKeptState('new key', false)
  const [dialog, setDialog] = useKeptState<KeyDialog | undefined>('key', undefined)
  const close = () => setDialog((shown) => shown && { ...shown, open: false })
  const mayChange = useRole().may('keys:write')
  const queryClient = useQueryClient()
  const refresh = () => void queryClient.invalidateQueries({ queryKey: keysQuery(projectId).queryKey })
  const create = useMutation({
    mutationFn: (key: NewDsnKey) => createKey(projectId, key),
    onSuccess: refresh,
  })
  const startCreating = () => {
    create.reset()
    setCreating(true)
  }
  const actions: KeyActions = {
    onEdit: (key) => setDialog({ kind: 'edit', key, open: true }),
    onRevoke: (key) => setDialog({ kind: 'revoke', key, open: true }),
  }
  return (
    <Section
      title="DSN keys"
      note="old and new keys both work until you revoke one"
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
      {keys && <KeyTable keys={keys} actions={mayChange ? actions : undefined} />}
      <CreateKeyDialog open={creating} onOpenChange={setCreating} create={create} />
      {dialog && <KeyDialogs dialog={dialog} onClose={close} onDone={refresh} />}
    </Section>
  )
}

/** The dialog about a key that was opened last; it stays while it closes. */
interface KeyDialog {
  kind: 'edit' | 'revoke'
  key: DsnKey
  open: boolean
}

function KeyDialogs({
  dialog: { kind, key, open },
  onClose,
  onDone,
}: {
  dialog: KeyDialog
  onClose: () => void
  onDone: () => void
}) {
  if (kind === 'edit') {
    const shown = JSON.stringify(key)
    return <EditKeyDialog key={shown} dsnKey={key} open={open} onClose={onClose} onChanged={onDone} />
  }
  return <RevokeKeyDialog key={key.id} dsnKey={key} open={open} onClose={onClose} onRevoked={onDone} />
}

interface KeyActions {
  onEdit: (key: DsnKey) => void
  onRevoke: (key: DsnKey) => void
}

interface KeyTableProps {
  keys: DsnKey[]
  /** Absent if the reader may not change keys. */
  actions: KeyActions | undefined
}

function KeyTable({ keys, actions }: KeyTableProps) {
  return (
    <DataTable
      label="DSN keys"
      head={
        <>
          <HeadCell>Label</HeadCell>
          <HeadCell>DSN for SDKs</HeadCell>
          <HeadCell className="max-md:hidden">Created</HeadCell>
          <HeadCell className="max-[22rem]:hidden">Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {keys.map((key) => (
        <KeyRow key={key.id} dsnKey={key} actions={actions} />
      ))}
    </DataTable>
  )
}

function KeyRow({ dsnKey: key, actions }: { dsnKey: DsnKey; actions: KeyTableProps['actions'] }) {
  const limits = limitsText(key)
  const inForce = key.revoked_at === null
  return (
    <tr className={inForce ? '' : 'text-ink-3'}>
      <Cell className="min-w-24 font-medium wrap-anywhere sm:min-w-40">
        {key.label}
        {limits !== undefined && <div className="text-small font-normal text-ink-3">{limits}</div>}
      </Cell>
      <Cell className="max-w-96 max-md:max-w-40 max-sm:max-w-24">
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
      <Cell className="whitespace-nowrap max-md:hidden">
        <Ago at={key.created_at} />
      </Cell>
      <Cell className="max-[22rem]:hidden sm:whitespace-nowrap">
        {key.last_used_at === null ? 'never' : <Ago at={key.last_used_at} />}
      </Cell>
      <Cell className="text-right whitespace-nowrap">
        {key.revoked_at !== null && (
          <>
            revoked <Ago at={key.revoked_at} />
          </>
        )}
        {inForce && actions && (
          <span className="inline-flex gap-2 max-sm:flex-col">
            <Button onClick={() => actions.onEdit(key)} aria-label={`Edit ${key.label}`}>
              Edit
            </Button>
            <Button onClick={() => actions.onRevoke(key)} aria-label={`Revoke ${key.label}`}>
              Revoke
            </Button>
          </span>
        )}
      </Cell>
    </tr>
  )
}

interface RevokeKeyDialogProps {
  dsnKey: DsnKey
  open: boolean
  onClose: () => void
  onRevoked: () => void
}

/** Applications that still use the key lose their errors from then on. */
function RevokeKeyDialog({ dsnKey, ...dialog }: RevokeKeyDialogProps) {
  return (
    <RevokeDialog
      {...dialog}
      what="key"
      label={dsnKey.label}
      effect="Apps using this key will stop reporting."
      lastUsedAt={dsnKey.last_used_at}
      revoke={() => revokeKey(dsnKey.id)}
    />
  )
}
