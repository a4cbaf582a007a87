import { useQuery, useQueryClient } from '@tanstack/react-query'
import { useNavigate } from '@tanstack/react-router'
import { sessionQuery } from '../api/account/session.ts'
import { logout } from '../api/account/sign-in.ts'
import { runCommand } from '../command/bound-commands.ts'
import { COMMANDS } from '../command/commands.ts'
import { Menu } from '../components/overlay/menu.tsx'
import { showToast } from '../components/overlay/toast.ts'
import { forgetList } from '../entities/issue/list-memory.ts'
import { PAGES, useOpenPage } from './pages.ts'
import { setTheme, type Theme, useTheme } from './theme.ts'

const THEMES: { value: Theme; label: string }[] = [
  { value: 'system', label: 'System' },
  { value: 'light', label: 'Light' },
  { value: 'dark', label: 'Dark' },
]

export function UserMenu() {
  const { data: session } = useQuery(sessionQuery)
  const theme = useTheme()
  const signOut = useSignOut()
  const navigate = useNavigate()
  const openPage = useOpenPage()
  if (!session) return null
  const { user, org, role } = session
  const name = user.name || user.email
  return (
    <Menu
      label={`Account: ${name}`}
      kind="quiet"
      align="end"
      bare
      size="icon"
      entries={[
        { key: 'who', heading: `${name} · ${role} of ${org.name}` },
        { key: 'go', label: COMMANDS['go.anywhere'].label, onSelect: () => runCommand('go.anywhere') },
        ...PAGES.map((page) => ({
          key: page.key,
          label: page.label,
          onSelect: () => openPage(page),
        })),
        { key: 'settings', label: 'Settings', onSelect: () => void navigate({ to: '/settings' }) },
        { key: 'account', label: 'Account', onSelect: () => void navigate({ to: '/account' }) },
        { key: 'line', separator: true },
        { key: 'theme-heading', heading: 'Appearance' },
        {
          key: 'theme',
          value: theme,
          choices: THEMES,
          onChoose: (value) => setTheme(THEMES.find((choice) => choice.value === value)?.value ?? 'system'),
        },
        { key: 'line-2', separator: true },
        { key: 'out', label: 'Sign out', onSelect: signOut },
      ]}
    >
      <span
        aria-hidden="true"
        className="grid size-6 place-items-center rounded-full bg-ink text-[0.6875rem] font-semibold text-paper uppercase"
      >
        {[...name][0]}
      </span>
    </Menu>
  )
}

function useSignOut(): () => void {
  const navigate = useNavigate()
  const queryClient = useQueryClient()
  return () => {
    logout()
      .then(() => {
        queryClient.clear()
        forgetList()
        return navigate({ to: '/login', ignoreBlocker: true })
      })
      .catch((error: Error) => showToast({ kind: 'failed', text: `Signing out failed: ${error.message}` }))
  }
}
