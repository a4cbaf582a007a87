import { Link } from '@tanstack/react-router'
import type { Permission } from '#domain/access/permissions.ts'
import { TAB_CLASS, TabBar } from '../../components/tab-bar.tsx'
import { useRole } from '../../session/use-role.ts'

const TABS = [
  { to: '/settings/projects', label: 'Projects', permission: 'projects:read' },
  { to: '/settings/members', label: 'Members', permission: 'members:read' },
  { to: '/settings/tokens', label: 'Tokens', permission: 'tokens:manage' },
  { to: '/settings/audit-log', label: 'Audit log', permission: 'audit:read' },
] as const satisfies { to: string; label: string; permission: Permission }[]

/** The way among the settings; what the reader may not see is not offered. */
export function SettingsTabs() {
  const { may } = useRole()
  return (
    <div className="pt-2">
      <TabBar label="Settings">
        {TABS.filter(({ permission }) => may(permission)).map(({ to, label }) => (
          <Link key={to} to={to} className={TAB_CLASS}>
            {label}
          </Link>
        ))}
      </TabBar>
    </div>
  )
}
