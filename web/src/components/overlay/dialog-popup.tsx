import { Dialog as BaseDialog } from '@base-ui/react/dialog'
import { type ReactNode, useRef } from 'react'
import { IconButton } from '../form/button.tsx'
import { Icon } from '../icon.tsx'

export interface DialogProps {
  open: boolean
  /** `reason` is how the reader leaves, such as `outside-press`. */
  onOpenChange: (open: boolean, reason?: string) => void
  title: string
  /** The dialog's subject, read out with its title. */
  description?: ReactNode
  /** A panel at the side, for more than a question. */
  side?: boolean
  /** For text in two columns. */
  wide?: boolean
  /** For a dialog that is read: it opens at its top, wherever its first field is. */
  focus?: 'field' | 'top'
  children: ReactNode
}

const POPUP =
  'appear fixed z-50 overflow-y-auto wrap-anywhere border-line-2 bg-raised p-5 lifted outline-none'
const CENTRED = 'top-[12vh] left-1/2 max-h-[80vh] -translate-x-1/2 rounded-card border'
const NARROW = 'w-[min(32.5rem,calc(100vw-1.5rem))]'
const WIDE = 'w-[min(45rem,calc(100vw-1.5rem))]'
const AT_SIDE = 'inset-y-0 right-0 w-[min(45rem,100vw)] border-l'

/** Focus goes to the first field, so that typing can start at once; of a question, to the answer that Enter may give. */
const STARTS = ['input:not([type=checkbox], [type=radio]), textarea', 'input:checked', '[data-answer]']

/** Traps focus, closes on Escape and outside press, and returns focus to where it was. */
export function DialogPopup(props: DialogProps) {
  const {
    open,
    onOpenChange,
    title,
    description,
    side = false,
    wide = false,
    focus = 'field',
    children,
  } = props
  const popup = useRef<HTMLDivElement>(null)
  const find = (selector: string) => popup.current?.querySelector<HTMLElement>(selector) ?? undefined
  const start = () => (focus === 'top' ? popup.current : STARTS.map(find).find(Boolean)) ?? true
  return (
    <BaseDialog.Root open={open} onOpenChange={(next, { reason }) => onOpenChange(next, reason)}>
      <BaseDialog.Portal>
        <BaseDialog.Backdrop className="appear fixed inset-0 z-40 bg-(--scrim)" />
        <BaseDialog.Popup
          ref={popup}
          initialFocus={start}
          className={`${POPUP} ${side ? AT_SIDE : `${CENTRED} ${wide ? WIDE : NARROW}`}`}
        >
          <div className="flex items-start gap-3">
            <BaseDialog.Title className="min-w-0 flex-1 text-[1rem] font-semibold tracking-tight">
              {title}
            </BaseDialog.Title>
            <BaseDialog.Close render={<IconButton label="Close" className="-mt-1 -mr-1.5" />}>
              <Icon name="close" />
            </BaseDialog.Close>
          </div>
          {description !== undefined && (
            <BaseDialog.Description className="mt-1 text-ink-2">{description}</BaseDialog.Description>
          )}
          <div className="mt-4">{children}</div>
        </BaseDialog.Popup>
      </BaseDialog.Portal>
    </BaseDialog.Root>
  )
}
