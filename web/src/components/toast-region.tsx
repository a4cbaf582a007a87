import { lazy, Suspense } from 'react'
import { useToasts } from './toast.ts'

const ToastCard = lazy(() => import('./toast-card.tsx').then((module) => ({ default: module.ToastCard })))

/** Where toasts appear; always in the page, so that a screen reader notices what is put into it. */
export function ToastRegion() {
  const toasts = useToasts()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-4 z-50 flex justify-center px-3"
    >
      <Suspense>
        {toasts.map((toast) => (
          <ToastCard key={toast.id} toast={toast} />
        ))}
      </Suspense>
    </div>
  )
}
