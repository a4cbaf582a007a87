import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { buttonClass } from '../components/form/button.tsx'

export function NotFoundScreen() {
  return (
    <main>
      <EmptyState
        icon="search"
        title="There is no such page"
        action={
          <Link to="/issues" className={buttonClass()}>
            To the issues
          </Link>
        }
      >
        The link may be mistyped, or made for another version.
      </EmptyState>
    </main>
  )
}
