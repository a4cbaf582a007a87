import { EventText } from '../display/event-text.tsx'
import { Button, IconButton } from '../form/button.tsx'
import { CommandLabel } from '../form/command-button.tsx'
import { Icon } from '../icon.tsx'
import { dismissToast, holdToast, releaseToast, type Toast, undoToast } from './toast.ts'

const LOOKS = {
  done: { name: 'check', className: 'text-good', lines: 'line-clamp-2' },
  // The reason is what counts, and a phone has few words to a line.
  failed: { name: 'alert', className: 'text-error', lines: 'line-clamp-6' },
  busy: { name: 'refresh', className: 'animate-spin text-ink-2', lines: 'line-clamp-2' },
} as const

/** What happened, and Undo if there is one. */
export function ToastCard({ toast }: { toast: Toast }) {
  const { lines, ...icon } = LOOKS[toast.kind]
  return (
    <section
      aria-label="Notice"
      onPointerEnter={() => holdToast(toast.id)}
      onPointerLeave={() => releaseToast(toast.id)}
      onFocus={() => holdToast(toast.id)}
      onBlur={() => releaseToast(toast.id)}
      className="appear pointer-events-auto flex items-center gap-2 rounded-card border border-line-2 bg-raised py-1.5 pr-1.5 pl-3.5 lifted"
    >
      <Icon {...icon} />
      <span className={`my-1 max-w-xl min-w-0 wrap-anywhere ${lines}`}>
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
