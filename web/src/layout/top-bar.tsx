import { Link } from '@tanstack/react-router'
import { runCommand } from '../command/bound-commands.ts'
import { COMMANDS, JUMP_KEYS } from '../command/commands.ts'
import { Button, IconButton } from '../components/form/button.tsx'
import { Icon } from '../components/icon.tsx'
import { Kbd } from '../components/kbd.tsx'
import { AlertBell } from './bell/alert-bell.tsx'
import { HealthDot } from './health-dot.tsx'
import { lastProjectSearch } from './last-project.ts'
import { PAGES, type Page } from './pages.ts'
import { ProjectSwitcher } from './project-switcher.tsx'
import { UserMenu } from './user-menu.tsx'
import { Wordmark } from './wordmark.tsx'

const NAV_LINK =
  'rounded-control px-1 py-1.5 sm:px-1.5 md:px-2.5 font-medium text-ink-2 transition-colors hover:text-ink aria-[current]:bg-sunken aria-[current]:text-ink'

/** A list is current whatever it is of. */
const ANY_SEARCH = { includeSearch: false }
const HOME = { exact: true, includeSearch: false }

export function TopBar() {
  return (
    <header className="flex h-12 items-center gap-1 border-b border-line bg-surface px-3 sm:gap-1.5 md:px-6 lg:gap-4">
      <Link to="/issues" search={lastProjectSearch} activeOptions={HOME} className="rounded-tag">
        <Wordmark />
      </Link>
      <ProjectSwitcher />
      <nav aria-label="Main" className="flex gap-0.5 md:ml-2">
        {PAGES.map((page) => (
          <PageLink key={page.key} page={page} />
        ))}
        <Link to="/settings" className={`${NAV_LINK} max-sm:hidden`}>
          Settings
        </Link>
      </nav>
      <span className="flex-1" />
      <Button onClick={() => runCommand('go.anywhere')} className="max-lg:hidden">
        Go to…{' '}
        <span className="max-xl:hidden">
          <Kbd>{JUMP_KEYS}</Kbd>
        </span>
      </Button>
      <IconButton
        label={COMMANDS['shortcuts.show'].label}
        onClick={() => runCommand('shortcuts.show')}
        className="max-lg:hidden"
      >
        <Icon name="keyboard" className="size-4" />
      </IconButton>
      <AlertBell />
      <HealthDot />
      <UserMenu />
    </header>
  )
}

/** If there is no room for them, the account menu has them. */
const HIDDEN: Record<Page['key'], string> = {
  // The name of the project comes first at 400 % zoom.
  issues: 'max-[22rem]:hidden',
  alerts: 'max-sm:hidden',
  releases: 'max-sm:hidden',
  feedback: 'max-lg:hidden',
  projects: 'max-lg:hidden',
}

function PageLink({ page: { key, to, label, isOfProject } }: { page: Page }) {
  return (
    <Link
      to={to}
      search={isOfProject ? lastProjectSearch : {}}
      activeOptions={isOfProject ? ANY_SEARCH : HOME}
      className={`${NAV_LINK} ${HIDDEN[key]}`}
    >
      {label}
    </Link>
  )
}
