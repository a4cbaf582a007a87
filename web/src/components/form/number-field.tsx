import type { ReactNode } from 'react'
import { Field } from './field.tsx'

interface NumberFieldProps {
  label: string
  name: string
  min: number
  max: number
  /** Null: not set. */
  initial: number | null | undefined
  /** The meaning of an empty field. */
  placeholder: string
  hint: ReactNode
  error: string | undefined
}

/** A whole number that may be left out. */
export function NumberField({ initial, ...field }: NumberFieldProps) {
  return <Field {...field} type="number" inputMode="numeric" defaultValue={initial ?? ''} />
}

/** The value of a `NumberField`; null if it is empty. */
export function numberIn(form: FormData, name: string): number | null {
  const text = String(form.get(name) ?? '').trim()
  return text === '' ? null : Number(text)
}

/** The trimmed value of a text field. */
export function textIn(form: FormData, name: string): string {
  return String(form.get(name) ?? '').trim()
}
