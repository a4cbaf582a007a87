import type { ButtonHTMLAttributes, Ref } from 'react'
import { classNames } from './class-names.ts'

export type ButtonKind = 'default' | 'primary' | 'quiet' | 'danger'

const KINDS: Record<ButtonKind, string> = {
  default: 'border-line-2 bg-surface text-ink hover:bg-hover',
  primary: 'border-ink bg-ink text-paper hover:opacity-90',
  quiet: 'border-transparent bg-transparent text-ink-2 hover:bg-sunken hover:text-ink',
  danger: 'border-accent bg-accent text-on-accent hover:opacity-90',
}

/** The look of every button; links that act as one take it too. */
export function buttonClass(kind: ButtonKind = 'default', className?: string): string {
  return classNames(
    'inline-flex min-h-[30px] items-center justify-center gap-1.5 rounded-control border px-[11px] py-1 text-base',
    'font-medium whitespace-nowrap transition-colors disabled:opacity-50',
    KINDS[kind],
    className,
  )
}

export interface ButtonProps extends ButtonHTMLAttributes<HTMLButtonElement> {
  kind?: ButtonKind
  ref?: Ref<HTMLButtonElement>
}

export function Button({ kind = 'default', className, type = 'button', ...rest }: ButtonProps) {
  return <button type={type} className={buttonClass(kind, className)} {...rest} />
}

/** A square button that shows only an icon; its name is for those who can't see it. */
export function IconButton({ label, className, ...rest }: ButtonProps & { label: string }) {
  return (
    <Button
      kind="quiet"
      aria-label={label}
      title={label}
      className={classNames('w-[30px] px-0', className)}
      {...rest}
    />
  )
}
