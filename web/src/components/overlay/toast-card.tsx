import { EventText } from '../display/event-text.tsx'
import { Button, IconButton } from '../form/button.tsx'
import { CommandLabel } from '../form/command-button.tsx'
import { Icon } from '../icon.tsx'
import { dismissToast, holdToast, releaseToast, type Toast, undoToast } from './toast.ts'

const LOOKS = {
  done: { name: 'check', className: 'text-good' },
  failed: { name: 'alert', className: 'text-error' },
  busy: { name: 'refresh', className: 'animate-spin text-ink-2' },
} as const

/** What happened, and Undo if there is one. */
export function ToastCard({ toast }: { toast: Toast }) {
  return (
    <section
      aria-label="Notice"
      onPointerEnter={() => holdToast(toast.id)}
      onPointerLeave={() => releaseToast(toast.id)}
      onFocus={() => holdToast(toast.id)}
      onBlur={() => releaseToast(toast.id)}
      className="appear pointer-events-auto flex items-center gap-2 rounded-card border border-line-2 bg-raised py-1.5 pr-1.5 pl-3.5 lifted"
    >
      <Icon {...LOOKS[toast.kind]} />
      <span className="my-1 line-clamp-2 max-w-xl min-w-0 wrap-anywhere">
        <EventText>{toast.text}</EventText>
      </span>
      {toast.undo && (
        <Button onClick={() => undoToast(toast)}>
          <CommandLabel name="undo" />
        </Button>
      )}
      {toast.action && (
        <Button
          onClick={() => {
            dismissToast(toast.id)
            toast.action?.run()
          }}
        >
          {toast.action.label}
        </Button>
      )}
      <IconButton label="Dismiss" onClick={() => dismissToast(toast.id)}>
        <Icon name="close" />
      </IconButton>
    </section>
  )
}
