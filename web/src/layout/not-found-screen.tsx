import { Link } from '@tanstack/react-router'
import { EmptyState } from '../components/empty-state.tsx'
import { buttonClass } from '../components/form/button.tsx'
import { usePageTitle } from './page-title.ts'

export function NotFoundScreen() {
  usePageTitle('Page not found')
  const action = (
    <Link to="/issues" className={buttonClass()}>
      Go to issues
    </Link>
  )
  return (
    <EmptyState heading="h1" icon="search" title="Page not found" action={action}>
      The link may be broken.
    </EmptyState>
  )
}
