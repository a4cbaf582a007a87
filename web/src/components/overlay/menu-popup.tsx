import { Menu as BaseMenu } from '@base-ui/react/menu'
import { type FocusEvent, type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react'
import { shortcutsEnabled } from '../../command/shortcuts-setting.ts'
import { typedKey } from '../../command/typed-key.ts'
import { EventText } from '../display/event-text.tsx'
import { Icon } from '../icon.tsx'
import { Kbd } from '../kbd.tsx'
import { keepIfTrigger } from './keep-if-trigger.ts'
import { focusItem, type MenuStart } from './menu-start.ts'

export interface MenuItem {
  key: string
  label: ReactNode
  /** A second, quieter line. */
  hint?: string
  shortcut?: string
  /** Why it can't be chosen; it stays in the menu, so that the reason can be read. */
  disabledReason?: string | undefined
  onSelect: () => void
}

export interface MenuChoice {
  value: string
  label: string
  /** A second, quieter line. */
  hint?: string | undefined
  disabledReason?: string | undefined
}

/** An action, a separating line, a heading, or a set of which exactly one is chosen. */
export type MenuEntry =
  | MenuItem
  | { key: string; separator: true }
  | { key: string; heading: string }
  | { key: string; choices: MenuChoice[]; value: string; onChoose: (value: string) => void }

const ITEM =
  'flex min-h-8 items-center gap-2 rounded-control px-2.5 py-1 outline-none select-none data-highlighted:bg-sunken data-disabled:cursor-not-allowed data-disabled:text-ink-3'

/** What a menu's popup gets from its button. */
export interface MenuPopupFrame {
  open: boolean
  onOpenChange: (open: boolean) => void
  trigger: RefObject<HTMLButtonElement | null>
  align: 'start' | 'end'
  start: MenuStart
  /** False: a shortcut opened it. */
  byButton: boolean
}

/** The popup of `Menu`: arrow keys, typing ahead, Escape, and focus back to the trigger, or to where a shortcut was typed. */
export function MenuPopup(props: MenuPopupFrame & { entries: MenuEntry[] }) {
  const { open, onOpenChange, trigger, entries, align, start, byButton } = props
  const { popup, onFocus } = useFirstItem({ open, start, count: entries.length })
  const before = useRef<Element>(null)
  if (open) before.current ??= byButton ? trigger.current : document.activeElement
  const returnFocus = () => {
    const from = before.current
    before.current = null
    // What has no focus of its own can't have it back; nothing else gets it.
    return from instanceof HTMLElement && from !== document.body && from
  }
  const onShortcut = (event: KeyboardEvent) => {
    if (!shortcutsEnabled()) return
    const key = typedKey(event)
    const chosen = entries.find((entry) => 'shortcut' in entry && entry.shortcut === key)
    if (!chosen || !('onSelect' in chosen) || chosen.disabledReason !== undefined) return
    // Ahead of typing ahead, which would only move to the entry.
    event.preventDefault()
    event.stopPropagation()
    onOpenChange(false)
    chosen.onSelect()
  }
  return (
    <BaseMenu.Root open={open} onOpenChange={keepIfTrigger(trigger, onOpenChange)}>
      <BaseMenu.Portal>
        <BaseMenu.Positioner
          anchor={trigger}
          align={align}
          sideOffset={4}
          collisionPadding={8}
          className="z-60 outline-none"
        >
          <BaseMenu.Popup
            ref={popup}
            finalFocus={returnFocus}
            onFocus={onFocus}
            onKeyDownCapture={onShortcut}
            className="appear max-h-(--available-height) max-w-(--available-width) min-w-44 overflow-y-auto wrap-anywhere rounded-card border border-line-2 bg-raised p-1 lifted outline-none"
          >
            {entries.map((entry) => (
              <Entry key={entry.key} entry={entry} />
            ))}
          </BaseMenu.Popup>
        </BaseMenu.Positioner>
      </BaseMenu.Portal>
    </BaseMenu.Root>
  )
}

/** Where a menu begins: with an item that is highlighted as soon as it is there. */
function useFirstItem({ open, start, count }: { open: boolean; start: MenuStart; count: number }) {
  const popup = useRef<HTMLDivElement>(null)
  const hasBegun = useRef(false)
  const wasOpen = useRef(open)
  // On opening as well: a menu that is closing may get the focus once more.
  if (open !== wasOpen.current) hasBegun.current = false
  wasOpen.current = open
  // The popup itself is focused first, and again each time that the pointer leaves it.
  const onFocus = (event: FocusEvent) => {
    if (hasBegun.current || event.target !== event.currentTarget) return
    hasBegun.current = focusItem(event.currentTarget, start)
  }
  // Some menus read their entries when they open.
  useEffect(() => {
    const menu = popup.current
    const waits = count > 0 && menu !== null && !hasBegun.current && menu === document.activeElement
    if (waits) hasBegun.current = focusItem(menu, start)
  }, [count, start])
  return { popup, onFocus }
}

function Entry({ entry }: { entry: MenuEntry }) {
  if ('separator' in entry) return <BaseMenu.Separator className="mx-1 my-1 h-px bg-line" />
  if ('heading' in entry) {
    return <div className="px-2.5 pt-1.5 pb-1 text-tiny text-ink-3">{entry.heading}</div>
  }
  if ('choices' in entry) {
    return (
      <BaseMenu.RadioGroup value={entry.value} onValueChange={(value) => entry.onChoose(String(value))}>
        {entry.choices.map((choice) => (
          <BaseMenu.RadioItem
            key={choice.value}
            value={choice.value}
            disabled={choice.disabledReason !== undefined}
            closeOnClick
            className={ITEM}
          >
            <span className="flex-1">
              <EventText>{choice.label}</EventText>
              <Hint>{choice.disabledReason ?? choice.hint}</Hint>
            </span>
            <BaseMenu.RadioItemIndicator>
              <Icon name="check" className="text-accent" />
            </BaseMenu.RadioItemIndicator>
          </BaseMenu.RadioItem>
        ))}
      </BaseMenu.RadioGroup>
    )
  }
  return (
    <BaseMenu.Item className={ITEM} disabled={entry.disabledReason !== undefined} onClick={entry.onSelect}>
      <span className="flex-1">
        {typeof entry.label === 'string' ? <EventText>{entry.label}</EventText> : entry.label}
        <Hint>{entry.disabledReason ?? entry.hint}</Hint>
      </span>
      {entry.shortcut !== undefined && <Kbd>{entry.shortcut}</Kbd>}
    </BaseMenu.Item>
  )
}

function Hint({ children }: { children: string | undefined }) {
  if (children === undefined) return null
  return (
    <span className="block max-w-64 text-small text-ink-3">
      <EventText>{children}</EventText>
    </span>
  )
}
