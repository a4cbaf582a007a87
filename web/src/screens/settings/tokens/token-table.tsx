import { DAY_MS } from '#contract/time.ts'
import type { AgentToken } from '../../../api/wire.ts'
import { personName } from '../../../components/avatar.tsx'
import { Chip } from '../../../components/chip.tsx'
import { Cell, DataTable, HeadCell } from '../../../components/display/data-table.tsx'
import { Ago, useNow } from '../../../components/display/time.tsx'
import { Button } from '../../../components/form/button.tsx'
import { formatDay } from '../../../format/day.ts'
import { formatExact, formatRemaining } from '../../../format/time.ts'
import { scopeLabel } from './token-scopes.ts'

interface TokenTableProps {
  tokens: AgentToken[]
  onRevoke: (token: AgentToken) => void
}

export function TokenTable({ tokens, onRevoke }: TokenTableProps) {
  return (
    <DataTable
      label="Tokens"
      head={
        <>
          <HeadCell>Label</HeadCell>
          <HeadCell className="max-md:hidden">Prefix</HeadCell>
          <HeadCell>Permissions</HeadCell>
          <HeadCell className="max-sm:hidden">Created by</HeadCell>
          <HeadCell className="max-sm:hidden">Last used</HeadCell>
          <HeadCell>
            <span className="sr-only">Actions</span>
          </HeadCell>
        </>
      }
    >
      {tokens.map((token) => (
        <TokenRow key={token.id} token={token} onRevoke={onRevoke} />
      ))}
    </DataTable>
  )
}

function TokenRow({ token, onRevoke }: { token: AgentToken; onRevoke: TokenTableProps['onRevoke'] }) {
  const now = useNow()
  const left = token.expires_at === null ? Infinity : Date.parse(token.expires_at) - now
  const inForce = token.revoked_at === null && left > 0
  return (
    <tr className={`h-11 ${inForce ? '' : 'text-ink-3'}`}>
      <Cell className="max-w-64 font-medium break-words max-sm:max-w-32">
        {token.label}
        {inForce && token.expires_at !== null && <Expiry at={token.expires_at} left={left} />}
      </Cell>
      <Cell className="font-mono text-small whitespace-nowrap max-md:hidden">
        <span className={inForce ? '' : 'line-through'}>{token.token_prefix}…</span>
      </Cell>
      <Cell>
        <span className="flex flex-wrap gap-1">
          {token.scopes.map((scope) => (
            <Chip key={scope} title={scope}>
              {scopeLabel(scope)}
            </Chip>
          ))}
        </span>
      </Cell>
      <Cell className="max-w-56 truncate text-ink-2 max-sm:hidden">
        <span title={token.created_by.email}>{personName(token.created_by)}</span>
        <span className="block text-small text-ink-3">
          <Ago at={token.created_at} />
        </span>
      </Cell>
      <Cell className="whitespace-nowrap text-ink-2 max-sm:hidden">
        {token.last_used_at === null ? 'never' : <Ago at={token.last_used_at} />}
      </Cell>
      <Cell className="text-right sm:whitespace-nowrap">
        {inForce ? (
          <Button onClick={() => onRevoke(token)} aria-label={`Revoke ${token.label}`}>
            Revoke
          </Button>
        ) : (
          <Ended token={token} />
        )}
      </Cell>
    </tr>
  )
}

const SOON_MS = 7 * DAY_MS

function Expiry({ at, left }: { at: string; left: number }) {
  const soon = left < SOON_MS
  return (
    <span
      title={formatExact(at)}
      className={`block text-small font-normal ${soon ? 'text-warning' : 'text-ink-3'}`}
    >
      {soon ? `expires in ${formatRemaining(left)}` : `until ${formatDay(Date.parse(at))}`}
    </span>
  )
}

function Ended({ token: { revoked_at, expires_at } }: { token: AgentToken }) {
  const at = revoked_at ?? expires_at
  if (at === null) return null
  return (
    <>
      {revoked_at === null ? 'expired' : 'revoked'} <Ago at={at} />
    </>
  )
}
