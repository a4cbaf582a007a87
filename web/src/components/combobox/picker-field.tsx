import type { KeyboardEvent } from 'react'
import type { useCombobox } from './use-combobox.ts'

interface PickerFieldProps extends Pick<ReturnType<typeof useCombobox>, 'keys' | 'attributes'> {
  label: string
  placeholder: string
  text: string
  onText: (text: string) => void
}

/** The field of a picker in a dialog: what is typed finds what its list offers. */
export function PickerField({ keys, attributes, label, placeholder, text, onText }: PickerFieldProps) {
  const onKeyDown = (event: KeyboardEvent) => {
    // These leave the picker, as they leave any dialog.
    if (event.key !== 'Escape' && event.key !== 'Tab') keys.current?.(event)
  }
  return (
    <input
      {...attributes}
      type="text"
      aria-label={label}
      placeholder={placeholder}
      autoComplete="off"
      spellCheck={false}
      value={text}
      onChange={(event) => onText(event.target.value)}
      onKeyDown={onKeyDown}
      className="mb-1 block w-full rounded-control border border-control bg-surface px-2.5 py-1.5"
    />
  )
}
