import { Link, Outlet, useRouter } from '@tanstack/react-router'
import { TAB_CLASS, TabBar } from '../../components/tab-bar.tsx'
import { useRole } from '../../session/use-role.ts'

/** The frame of the organization's settings: a tab for each route that names one, if the reader may see it. */
export function SettingsLayout() {
  const { may } = useRole()
  const routes = Object.values(useRouter().routesById)
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
      <Outlet />
    </div>
  )
}
