import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from '../class-names.ts'

export type ButtonKind = 'default' | 'primary' | 'quiet' | 'danger'

/** `small` sits beside small text, `large` ends a form, `icon` is a square for a lone icon. */
export type ButtonSize = 'normal' | 'small' | 'large' | 'icon' | 'small-icon'

const KINDS: Record<ButtonKind, string> = {
  default: 'border-line-2 bg-surface text-ink hover:bg-hover',
  primary: 'border-ink bg-ink text-paper hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-accent bg-accent text-on-accent hover:[filter:brightness(.9)]',
}

const SIZES: Record<ButtonSize, string> = {
  normal: 'min-h-[1.875rem] px-[0.6875rem] py-1 text-base',
  small: 'min-h-6 px-2 text-small',
  large: 'min-h-9 px-4 py-1.5 text-base',
  icon: 'size-[1.875rem] flex-none',
  'small-icon': 'size-6 flex-none',
}

export interface ButtonLook {
  kind?: ButtonKind | undefined
  size?: ButtonSize | undefined
  /** Placement only (margins, breakpoints): two classes for one property would fight. */
  className?: string | undefined
}

/** The look of every button; links that act as one take it too. */
export function buttonClass({ kind = 'default', size = 'normal', className }: ButtonLook = {}): string {
  return classNames(
    'inline-flex items-center justify-center gap-1.5 rounded-control border font-medium whitespace-nowrap',
    'transition-colors disabled:opacity-50 aria-disabled:opacity-50',
    KINDS[kind],
    SIZES[size],
    className,
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement>, ButtonLook {
  ref?: Ref<HTMLButtonElement>
  /** While what it did is on its way it does nothing, and keeps the focus: `disabled` would drop it. */
  busy?: boolean
}

export function Button({
  kind,
  size,
  className,
  type = 'button',
  busy = false,
  onClick,
  ...rest
}: ButtonProps) {
  return (
    <button
      type={type}
      className={buttonClass({ kind, size, className })}
      aria-disabled={busy || undefined}
      onClick={busy ? undefined : onClick}
      {...rest}
    />
  )
}

/** A square icon button; its label is for screen readers. */
export function IconButton({ label, size = 'icon', ...rest }: ButtonProps & { label: string }) {
  return <Button kind="quiet" size={size} aria-label={label} title={label} {...rest} />
}
