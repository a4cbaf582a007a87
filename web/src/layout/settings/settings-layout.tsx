import { Link, Outlet, useMatches, useRouter } from '@tanstack/react-router'
import { TAB_CLASS, TabBar } from '../../components/tab-bar.tsx'
import { useRole } from '../../session/use-role.ts'
import { NoAccessNote } from './no-access-note.tsx'
import { SettingsPage } from './settings-page.tsx'

/** The frame of the organization's settings: a tab for each route that names one, if the reader may see it. */
export function SettingsLayout() {
  const { role, may } = useRole()
  const open = useMatches({ select: (matches) => matches.at(-1)?.staticData.settingsTab })
  const routes = Object.values(useRouter().routesById)
  if (role === undefined) return null
  return (
    <div className="mx-auto max-w-page">
      <div className="pt-2">
        <TabBar label="Settings">
          {routes.map(({ options: { staticData }, fullPath }) => {
            const tab = staticData?.settingsTab
            return tab && may(tab.permission) ? (
              <Link key={fullPath} to={fullPath} className={TAB_CLASS}>
                {tab.label}
              </Link>
            ) : null
          })}
        </TabBar>
      </div>
      {open && !may(open.permission) ? (
        <SettingsPage title={open.label}>
          <NoAccessNote permission={open.permission} />
        </SettingsPage>
      ) : (
        <Outlet />
      )}
    </div>
  )
}
