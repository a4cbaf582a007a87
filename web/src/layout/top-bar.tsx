import { useQuery } from '@tanstack/react-query'
import { Link } from '@tanstack/react-router'
import { readinessQuery } from '../api/session.ts'
import { IconButton } from '../components/button.tsx'
import { Icon } from '../components/icon.tsx'
import { useLiveState } from '../live/live-updates.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import { UserMenu } from './user-menu.tsx'
import { Wordmark } from './wordmark.tsx'

const NAV_LINK =
  'rounded-control px-1.5 py-1.5 md:px-2.5 font-medium text-ink-2 transition-colors hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink'

export function TopBar({ onShowShortcuts }: { onShowShortcuts: () => void }) {
  return (
    <header className="flex h-12 items-center gap-1.5 border-b border-line bg-surface px-3 md:gap-4 md:px-6">
      <Link to="/issues" className="rounded-tag">
        <Wordmark />
      </Link>
      <ProjectSwitcher />
      <nav aria-label="Main" className="flex gap-0.5 md:ml-2">
        <Link to="/issues" className={NAV_LINK}>
          Issues
        </Link>
        <Link to="/settings/projects" className={NAV_LINK}>
          Settings
        </Link>
      </nav>
      <span className="flex-1" />
      <IconButton label="Keyboard shortcuts" onClick={onShowShortcuts} className="max-md:hidden">
        <Icon name="keyboard" className="size-4" />
      </IconButton>
      <HealthDot />
      <UserMenu />
    </header>
  )
}

function HealthDot() {
  const { data, isError } = useQuery(readinessQuery)
  const well = data?.ready !== false && !isError
  const live = useLiveState()
  const text = !well
    ? 'The server reports a problem'
    : live === 'polling'
      ? 'Live updates are off: asking every 5 s'
      : 'Everything is working'
  const colour = well ? (live === 'polling' ? 'bg-warning' : 'bg-good') : 'animate-pulse bg-error'
  return (
    <span role="img" aria-label={text} title={text} className={`size-2 flex-none rounded-full ${colour}`} />
  )
}
