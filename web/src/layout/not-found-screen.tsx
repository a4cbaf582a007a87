import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { buttonClass } from '../components/form/button.tsx'

export function NotFoundScreen() {
  return (
    <main>
      <EmptyState
        icon="search"
        title="Page not found"
        action={
          <Link to="/issues" className={buttonClass()}>
            Go to issues
          </Link>
        }
      >
        The link may be broken.
      </EmptyState>
    </main>
  )
}
