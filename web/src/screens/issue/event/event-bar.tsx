import type { IssueEvent } from '../../../api/wire.ts'
import { COMMANDS } from '../../../command/commands.ts'
import { useCommands } from '../../../command/use-commands.ts'
import { Chip } from '../../../components/chip.tsx'
import { CopyButton } from '../../../components/copy/copy-button.tsx'
import { Ago } from '../../../components/display/time.tsx'
import { Button, IconButton } from '../../../components/form/button.tsx'
import { scrollFocus } from '../../../components/overlay/scroll-focus.ts'
import { ScreenIcon } from '../../../components/screen-icon.tsx'
import { formatCount, plural } from '../../../format/number.ts'
import { formatUtc } from '../../../format/time.ts'
import { CompareButton } from '../compare/compare-button.tsx'
import type { ShownEvent } from './use-shown-event.ts'

/** Which event is shown, how to get to its neighbours, and the facts worth seeing first. */
export function EventBar(props: { shown: ShownEvent; event: IssueEvent; newEvents: number }) {
  const { shown, event, newEvents } = props
  return (
    <div className="pt-2.5 text-ink-2">
      {/* Both lines never break: stepping through events must not move the stack. */}
      <div className="flex h-[1.875rem] items-center gap-x-2.5 whitespace-nowrap max-sm:gap-x-1">
        <Stepper shown={shown} />
        <Place shown={shown} />
        <Ago at={event.occurred_at} className="truncate" />
        <span className="hidden min-w-0 truncate text-small text-ink-3 md:inline">
          {formatUtc(event.occurred_at)}
        </span>
        <NewEvents count={newEvents} onShow={shown.showNewest} />
        <span className="flex-1" />
        {shown.event && (shown.total ?? 1) > 1 && <CompareButton event={shown.event} />}
        <span className="inline-flex items-center text-small text-ink-3 max-sm:hidden">
          <span className="font-mono text-tiny" title={event.id}>
            {event.id.slice(0, 8)}
          </span>
          <CopyButton text={event.id} label="Copy the event ID" />
        </span>
      </div>
      <div
        key={event.id}
        ref={scrollFocus}
        className="flex min-h-6 items-center gap-1.5 overflow-x-auto [scrollbar-width:none] *:flex-none"
      >
        {highlights(event).map(([label, value, mono]) => (
          <Chip key={label} mono={mono} title={`${label}: ${value}`}>
            {value}
          </Chip>
        ))}
      </div>
    </div>
  )
}

/** Position 1 is the newest: the arrow to the left leads to newer events, the one to the right to older ones. */
function Stepper({ shown }: { shown: ShownEvent }) {
  const { position, total = 1, steps } = shown
  useCommands({
    'event.older': steps.older,
    'event.newer': steps.newer,
    'event.oldest': steps.oldest,
    'event.newest': steps.newest,
  })
  if (position === undefined) return null
  return (
    <span className="inline-flex items-center">
      <IconButton label={COMMANDS['event.newest'].label} disabled={!steps.newest} onClick={steps.newest}>
        <ScreenIcon name="to-first" />
      </IconButton>
      <IconButton label={COMMANDS['event.newer'].label} disabled={!steps.newer} onClick={steps.newer}>
        <ScreenIcon name="chevron-left" />
      </IconButton>
      <span className="px-1 tabular-nums" aria-live="polite">
        <b className="font-semibold text-ink">{formatCount(position)}</b> of {formatCount(total)}
      </span>
      <IconButton label={COMMANDS['event.older'].label} disabled={!steps.older} onClick={steps.older}>
        <ScreenIcon name="chevron-right" />
      </IconButton>
      <IconButton label={COMMANDS['event.oldest'].label} disabled={!steps.oldest} onClick={steps.oldest}>
        <ScreenIcon name="to-last" />
      </IconButton>
    </span>
  )
}

/** Marks the newest event, which is shown first, and the oldest. */
function Place({ shown }: { shown: ShownEvent }) {
  const { position, total = 1 } = shown
  const [word, title] =
    position === 1 ? ['newest', 'Newest stored event, shown first'] : ['oldest', 'Oldest stored event']
  if (position !== 1 && position !== total) return null
  return (
    <span className="max-md:hidden">
      <Chip title={title}>{word}</Chip>
    </span>
  )
}

function NewEvents({ count, onShow }: { count: number; onShow: () => Promise<void> }) {
  return (
    <span role="status">
      {count > 0 && (
        <Button
          size="small"
          className="appear rounded-full"
          onClick={() => void onShow().catch(() => undefined)}
        >
          <ScreenIcon name="refresh" className="size-3 text-accent" />
          <span className="max-sm:hidden">{plural(count, 'new event')}</span>
          <span className="sm:hidden">{formatCount(count)} new</span>
        </Button>
      )}
    </span>
  )
}

type Highlight = [label: string, value: string, mono: boolean]

function highlights(event: IssueEvent): Highlight[] {
  const runtime = [event.runtime_name, event.runtime_version].filter(Boolean).join(' ')
  const user = event.user_email ?? (event.user_id === null ? null : `user ${event.user_id}`)
  const all: [string, string | null, boolean][] = [
    ['Environment', event.environment, false],
    ['Release', event.release, true],
    ['Browser', event.browser_name, false],
    ['Operating system', event.os_name, false],
    ['Runtime', event.browser_name === null ? runtime : null, false],
    ['User', user, false],
  ]
  return all.filter((highlight): highlight is Highlight => Boolean(highlight[1]))
}
