import { useEffect } from 'react'

/** The title of the browser tab while a screen is shown. */
export function usePageTitle(title: string): void {
  useEffect(() => {
    document.title = `${title} · Errata`
  }, [title])
}
