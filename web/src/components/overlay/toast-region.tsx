import { useToasts } from './toast.ts'
import { ToastCard } from './toast-card.tsx'

/** Always in the page, so that a screen reader notices new toasts. */
export function ToastRegion() {
  const toasts = useToasts()
  return (
    <div
      role="status"
      aria-live="polite"
      className="pointer-events-none fixed inset-x-0 bottom-[calc(1rem+var(--bar-height,0px))] z-50 flex flex-col items-center gap-2 px-3"
    >
      {toasts.map((toast) => (
        <ToastCard key={toast.id} toast={toast} />
      ))}
    </div>
  )
}
